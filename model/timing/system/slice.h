// Slice and subslices: the inner nodes of the machine tree, with the blocks that they hold.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "functional/device/workload.h"
#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_parameters.h"
#include "timing/cache/line_cache_block.h"
#include "timing/cache/loose_line_port.h"
#include "timing/dispatch/dispatch_block.h"
#include "timing/eu/eu_block.h"
#include "timing/protocol/thread_gate.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/sampler/loose_sampler.h"
#include "timing/stage/block.h"
#include "timing/system/block_registry.h"
#include "timing/system/build_steps.h"
#include "timing/system/sampler.h"

namespace texpipe::timing {

/// What every block of a machine is built from.
struct BuildContext {
  Simulation& simulation;
  functional::Workload& workload;
  const BlockRegistry& blocks;
  functional::PlanDetail detail;
  machine::LineCacheSurroundings around_l3;
  RecurrenceDriver* recurrence;  // of samplers, caches and memory; null: every one of them is a block of its own
  BuildOrder order;
};

class Subslice final : public sc_core::sc_module {
 public:
  /// @param sampler_line  bytes of a line behind the sampler
  /// @param l3_line       of one of L3, behind the data port
  Subslice(sc_core::sc_module_name name, const machine::SubsliceParameters& parameters, std::uint16_t index,
           ByteSize sampler_line, ByteSize l3_line, const BuildContext& context);

  void offer(Sockets& sockets);
  /// The sampler's second level; null where there is none, or it cannot be warmed.
  machine::WarmCache* sampler_level() const { return sampler_ ? sampler_->second_level() : nullptr; }

  std::vector<ThreadSlots> thread_slots() const;

 private:
  machine::SubsliceParameters parameters_;
  std::vector<std::unique_ptr<EuBlock>> eus_;
  std::unique_ptr<Block> interconnect_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<LooseSampler> loose_sampler_;  // instead of it
  std::unique_ptr<Block> data_port_;
  std::unique_ptr<Block> pixel_coverage_;
  std::unique_ptr<Block> gateway_;
};

class Slice final : public sc_core::sc_module {
 public:
  Slice(sc_core::sc_module_name name, const machine::SliceParameters& parameters, const BuildContext& context);

  void offer(Sockets& sockets);
  /// All levels up to L3 that can be warmed.
  void add_to(machine::WarmLevels& levels) const;

  /// Null where a recurrence stands for it.
  LineCacheBlock* l3() { return l3_.get(); }

  const DispatchBlock& dispatcher() const { return *dispatcher_; }

 private:
  std::vector<std::unique_ptr<Subslice>> subslices_;
  machine::L3Requesters of_l3_;
  std::unique_ptr<LineCacheBlock> l2_;  // that samplers share
  std::unique_ptr<LineCacheBlock> l3_;
  std::vector<std::unique_ptr<LooseLinePort>> l3_ports_;  // instead of it: one for each data port
  std::unique_ptr<ThreadGate> raster_;                    // of workloads with a scene
  std::unique_ptr<DispatchBlock> dispatcher_;
};

}  // namespace texpipe::timing
