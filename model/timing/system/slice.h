// Slice and subslices: the inner nodes of the machine tree, with the blocks that they hold.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "functional/device/workload.h"
#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_parameters.h"
#include "timing/cache/loose_line_port.h"
#include "timing/dispatch/dispatch_block.h"
#include "timing/eu/eu_block.h"
#include "timing/protocol/thread_gate.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/sampler/loose_sampler.h"
#include "timing/stage/block.h"
#include "timing/system/block_registry.h"
#include "timing/system/build_steps.h"
#include "timing/system/make_block.h"
#include "timing/system/sampler.h"

namespace texpipe::timing {

/// Everything that any block of a machine is built from.
struct BuildContext {
  Simulation& simulation;
  functional::Workload& workload;
  const BlockRegistry& blocks;
  functional::PlanDetail detail;
  const machine::MachineParameters& machine;
  machine::Tlb* tlb;             // behind L3; null: none
  RecurrenceDriver* recurrence;  // moves samplers, caches and memory; null: each of them is a block of its own
  BuildOrder order;
};

/// Module to which caches belong: those with a path below the slice belong to it, all others to the machine.
enum class CachesOf : std::uint8_t { kSlice, kMachine };

/// Caches that samplers share, from them to memory, each made by the implementation that its parameters name. To be
/// called in the constructor of the module that they are part of.
std::vector<CacheBlock> make_caches(const BlockMaker& make, const BuildContext& context, CachesOf module);

class Subslice final : public sc_core::sc_module {
 public:
  /// @param sampler_line  bytes of a line of the level behind the sampler
  /// @param l3_line       bytes of a line of L3, which is behind the data port
  Subslice(sc_core::sc_module_name name, const machine::SubsliceParameters& parameters, std::uint16_t index,
           ByteSize sampler_line, ByteSize l3_line, const BuildContext& context);

  void offer(Sockets& sockets);
  /// Caches of the sampler's own that can be warmed.
  std::vector<machine::WarmCache*> sampler_caches() const {
    return sampler_ ? sampler_->caches() : std::vector<machine::WarmCache*>{};
  }

  std::vector<ThreadSlots> thread_slots() const;

 private:
  machine::SubsliceParameters parameters_;
  std::vector<std::unique_ptr<EuBlock>> eus_;
  std::unique_ptr<Block> interconnect_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<LooseSampler> loose_sampler_;  // in place of sampler_, by recurrence
  std::unique_ptr<Block> data_port_;
  std::unique_ptr<Block> pixel_coverage_;
  std::unique_ptr<Block> gateway_;
};

class Slice final : public sc_core::sc_module {
 public:
  Slice(sc_core::sc_module_name name, const BuildContext& context);

  void offer(Sockets& sockets);
  /// Adds all caches of the slice that can be warmed.
  void add_to(machine::WarmLevels& levels) const;

  /// Caches that samplers share, from them to memory; none where a recurrence stands for them.
  const std::vector<CacheBlock>& caches() const { return caches_; }

  const DispatchBlock& dispatcher() const { return *dispatcher_; }

 private:
  std::vector<std::unique_ptr<Subslice>> subslices_;
  machine::L3Requesters of_l3_;
  std::vector<CacheBlock> caches_;
  std::vector<std::unique_ptr<LooseLinePort>> l3_ports_;  // in place of caches_, by recurrence: one for each data port
  std::unique_ptr<ThreadGate> raster_;                    // null for workloads without a scene
  std::unique_ptr<DispatchBlock> dispatcher_;
};

}  // namespace texpipe::timing
