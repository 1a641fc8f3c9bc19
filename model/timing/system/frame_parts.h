// The fixed functions of the 3D pipeline with their caches, as parts of the first slice.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "functional/device/workload.h"
#include "machine/graph/machine_parameters.h"
#include "timing/cache/line_cache.h"
#include "timing/cache/loose_line_port.h"
#include "timing/frame/frame_block.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/stage/sockets.h"

namespace texpipe::timing {

class FrameParts final : public sc_core::sc_module {
 public:
  /// @param recurrence  that has the caches; null: they are blocks of their own
  FrameParts(sc_core::sc_module_name name, Simulation& simulation, const machine::MachineParameters& machine,
             functional::Workload& workload, RecurrenceDriver* recurrence);

  ThreadGate& gate() { return *block_; }
  const machine::DrawAccounts& accounts() const { return block_->accounts(); }
  const machine::PixelBackend& backend() const { return block_->backend(); }

  /// Caches whose tags can be warmed, by functional::FrameCache.
  std::vector<machine::WarmCache*> warm_caches() const;

  /// Offers the sockets by which the caches ask the next level; and binds them, when that offers its own.
  void offer(Sockets& sockets);
  static void bind(Sockets& sockets, Simulation& simulation, const machine::MachineParameters& machine);

  /// At the end of a run: see LineCacheBlock::write_back_all.
  void write_back_all();

 private:
  std::uint64_t flush();

  Simulation& simulation_;
  RecurrenceDriver* recurrence_;
  std::unique_ptr<FrameBlock> block_;
  std::vector<std::string> paths_;                     // of the caches
  std::vector<std::unique_ptr<LineCache>> caches_;     // by functional::FrameCache; none by recurrence
  std::vector<std::unique_ptr<LooseLinePort>> ports_;  // in their place by recurrence
};

}  // namespace texpipe::timing
