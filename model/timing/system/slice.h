// Slice and subslices: the inner nodes of the machine tree, with the blocks that they hold.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "functional/device/workload.h"
#include "machine/graph/machine_parameters.h"
#include "timing/cache/line_cache.h"
#include "timing/cache/loose_line_port.h"
#include "timing/data_port/data_port.h"
#include "timing/dispatch/thread_dispatcher.h"
#include "timing/eu/execution_unit.h"
#include "timing/interconnect/interconnect.h"
#include "timing/memory/memory.h"
#include "timing/pixel_coverage/pixel_coverage.h"
#include "timing/pixel_coverage/raster_front_end.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/sampler/loose_sampler.h"
#include "timing/system/block_registry.h"
#include "timing/system/build_steps.h"
#include "timing/system/sampler.h"
#include "timing/system/sockets.h"

namespace texpipe::timing {

/// What every block of a machine is built from.
struct BuildContext {
  Simulation& simulation;
  functional::Workload& workload;
  const BlockRegistry& blocks;
  functional::PlanDetail detail;
  RecurrenceDriver* recurrence;  // of samplers, L3 and memory; null: every one of them is a block of its own
  BuildOrder order;
};

class Subslice final : public sc_core::sc_module {
 public:
  /// @param l3_line  bytes of a line of L3
  Subslice(sc_core::sc_module_name name, const machine::SubsliceParameters& parameters, std::uint16_t index,
           ByteSize l3_line, const BuildContext& context);

  void offer(Sockets& sockets);

  std::vector<ThreadSlots> thread_slots() const;

 private:
  machine::SubsliceParameters parameters_;
  std::vector<std::unique_ptr<ExecutionUnit>> eus_;
  std::unique_ptr<Interconnect> interconnect_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<LooseSampler> loose_sampler_;  // instead of it
  std::unique_ptr<DataPort> data_port_;
  std::unique_ptr<PixelCoverageUnit> pixel_coverage_;
};

class Slice final : public sc_core::sc_module {
 public:
  Slice(sc_core::sc_module_name name, const machine::SliceParameters& parameters, const BuildContext& context);

  void offer(Sockets& sockets);

  /// Lines that L3 writes back carry their bytes: memory has some of its own.
  void write_bytes_back() { l3_->write_bytes_back(); }

  /// The end of a run: dirty lines of L3 go to memory, counted, without time.
  void write_back() { l3_->write_back_all(); }

  const ThreadDispatcher& dispatcher() const { return *dispatcher_; }

 private:
  std::vector<std::unique_ptr<Subslice>> subslices_;
  std::unique_ptr<LineCache> l3_;
  std::vector<std::unique_ptr<LooseLinePort>> l3_ports_;  // instead of it: one for each data port
  std::unique_ptr<RasterFrontEnd> raster_;                // of workloads with a scene
  std::unique_ptr<ThreadDispatcher> dispatcher_;
};

}  // namespace texpipe::timing
