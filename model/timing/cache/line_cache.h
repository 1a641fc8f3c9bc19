// A cache of lines between requesters and memory, cycle by cycle: a sampler's second level, the samplers' shared one,
// L3 or the last-level cache.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "functional/memory/gpu_memory.h"
#include "machine/cache/line_bank.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/warm_cache.h"
#include "timing/cache/line_cache_block.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/answer_port.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

/// Around the banks, whose decisions LineBanks makes, it has the sockets, and time passes by the agenda. Lines carry no
/// bytes, except those that are written back to a memory with bytes of its own: they carry the current ones of
/// `memory`.
class LineCache : public sc_core::sc_module, public LineCacheBlock, public machine::WarmCache {
 public:
  LineCache(sc_core::sc_module_name name, Simulation& simulation, const machine::LineCacheParameters& parameters,
            const LineCachePlace& place);

  void offer_sockets(Sockets& sockets, const std::string& path) override;

  /// Socket of a requester, from 0 to the number of requesters - 1.
  MemoryTarget<AnswerPort>& requester(std::uint32_t index) { return ports_[index]->socket; }

  /// Way of a slice to the next level.
  RequestPort& memory_port(std::uint32_t slice = 0) { return *memory_ports_[slice]; }

  void write_bytes_back() override { writes_bytes_ = true; }
  void write_back_all() override;
  /// Writes all changed lines back. @return  bytes of them
  std::uint64_t flush();
  std::uint64_t bytes_moved() const override;
  machine::WarmedLine warm(ByteAddress address, bool written) override { return banks_.warm(address, written); }
  void prefetch(ByteAddress address) const override { banks_.prefetch_tags(address); }
  std::uint64_t invalidate() override { return banks_.invalidate(); }
  std::vector<ByteAddress> clean() override { return banks_.clean(); }
  ByteSize line() const override { return banks_.line(); }

 private:
  using Banks = machine::LineBanks<PayloadRef, LineCache>;
  using Request = Banks::Request;
  friend Banks;

  void add_port(std::uint32_t requester, std::uint32_t per_port, machine::LinePlace place);
  std::string describe_queue(std::uint32_t requester) const;
  bool offered(std::uint32_t requester, Payload& payload);
  void push(std::uint32_t requester, Payload& payload);
  unsigned debug(Payload& payload);
  PayloadRef write_of(machine::LinePart part);
  void memory_answered(Payload& payload);
  void step();
  void wake_when_due();
  Cycles now() const { return simulation_.clock.now(); }

  // Calls of the banks.
  void ask(std::uint32_t slice, const machine::LineParts& parts, bool write, Cycles at);
  machine::LinePath* answer(const Request& request, Cycles ready, std::uint32_t rank);
  void looked_up(const Request& request, machine::LineLookup result, Cycles now) const;
  void freed(std::uint32_t requester, Cycles now);

  Simulation& simulation_;
  machine::LineCacheParameters parameters_;
  functional::GpuMemory& memory_;
  std::vector<std::unique_ptr<AnswerPort>> ports_;          // by requester
  std::vector<std::unique_ptr<RequestPort>> memory_ports_;  // by slice
  bool writes_bytes_ = false;
  Requester& progress_;
  ChannelId channel_;  // on which lookups are published
  Banks banks_;
  Wake wake_{simulation_.agenda, wakes<&LineCache::step>(*this)};
};

}  // namespace texpipe::timing
