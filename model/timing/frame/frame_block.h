// The fixed functions of the 3D pipeline in time, by events: sockets to their caches, and the gate of the dispatcher.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "functional/execution/thread_source.h"
#include "functional/frame/work/frame_work.h"
#include "machine/frame/frame_pipeline.h"
#include "machine/frame/pixel_backend.h"
#include "machine/frame/pixel_hash.h"
#include "machine/frame/urb_ports.h"
#include "timing/protocol/thread_gate.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

/// Both timings have it as it is; what differs is what answers at the sockets. Everything that is told in a cycle takes
/// effect in the next one, so that the order of processes does not matter.
class FrameBlock final : public sc_core::sc_module, public ThreadGate, private machine::FrameHost {
 public:
  /// @param path       of its statistics
  /// @param subslices  of each slice
  /// @param threads    that start; outlive the block, as their work does
  /// @param flush      writes back what the caches have changed, and says how many bytes that is
  FrameBlock(sc_core::sc_module_name name, Simulation& simulation, const std::string& path,
             const machine::FrameParameters& parameters, const std::vector<std::uint32_t>& subslices,
             const functional::ThreadSource& threads, functional::FrameWork& work,
             std::function<std::uint64_t()> flush);

  /// Socket to a cache.
  RequestPort& port(functional::FrameCache cache) { return *ports_[static_cast<unsigned>(cache)]; }
  const machine::DrawAccounts& accounts() const { return accounts_; }
  const machine::PixelBackend& backend() const { return backend_; }

  void ended(unsigned /*group*/) override {}
  void begin_phase() override;
  void started() override;
  std::optional<std::uint32_t> subslice_of(unsigned group) override;
  bool takes_write(unsigned subslice) override;
  void write(unsigned subslice, const functional::Message& message) override;
  bool times_urb() const override { return true; }
  void move_urb(unsigned subslice, const functional::Message& message,
                const functional::MessageResponse& response) override;

 private:
  void ask(functional::FrameCache cache, ByteAddress line, ByteSize bytes, bool write, std::uint64_t tag) override;
  void open(std::uint32_t threads) override;
  std::uint64_t flush() override { return flush_(); }
  std::uint64_t invalidate(const functional::ReadOnlyCaches& caches) override { return simulation_.invalidate(caches); }
  void passed(std::uint32_t draw) override { simulation_.draw_is_over(draw); }
  void made_room(unsigned subslice) override { ThreadGate::made_room(subslice); }
  void urb_moved(unsigned subslice) override { ThreadGate::urb_moved(subslice); }
  void answered(const Payload& payload);
  void act();
  void wake();

  Simulation& simulation_;
  const functional::ThreadSource& threads_;
  functional::FrameWork& work_;
  std::function<std::uint64_t()> flush_;
  std::array<std::unique_ptr<RequestPort>, functional::kFrameCaches> ports_;
  machine::FrameStatistics statistics_;
  machine::DrawAccounts accounts_;
  machine::PixelHash hash_;
  machine::UrbPorts urb_;
  machine::FramePipeline pipeline_;
  machine::PixelBackend backend_;
  functional::TargetWork target_;
  bool in_backend_ = false;  // who asks for lines
  Wake wake_{simulation_.agenda, wakes<&FrameBlock::act>(*this)};
};

}  // namespace texpipe::timing
