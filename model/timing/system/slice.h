// Slice and subslices: the inner nodes of the machine tree, with the blocks that they hold.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_parameters.h"
#include "timing/cache/loose_line_port.h"
#include "timing/dispatch/dispatch_block.h"
#include "timing/eu/eu_block.h"
#include "timing/interconnect/sampler_link.h"
#include "timing/protocol/thread_gate.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/sampler/loose_sampler.h"
#include "timing/stage/block.h"
#include "timing/system/block_registry.h"
#include "timing/system/build_steps.h"
#include "timing/system/frame_parts.h"
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
  std::deque<std::optional<machine::Tlb>>& tlbs;  // by slice: behind its common cache; none: nothing translates
  RecurrenceDriver* recurrence;  // moves samplers, caches and memory; null: each of them is a block of its own
  BuildOrder order;
};

/// Makes a cache that samplers of a slice share, by the implementation that its parameters name. To be called in the
/// constructor of the module that it is part of.
CacheBlock make_cache(const BlockMaker& make, const BuildContext& context, const machine::LineCacheOf& of,
                      std::uint32_t slice);

class Subslice final : public sc_core::sc_module {
 public:
  /// @param number  as in machine::subslices_of
  Subslice(sc_core::sc_module_name name, std::uint32_t number, const BuildContext& context);

  void offer(Sockets& sockets);
  /// Adds the caches of the samplers' own that can be warmed.
  void add_to(machine::WarmLevels& levels) const;

  std::vector<ThreadSlots> thread_slots() const;

 private:
  void add_samplers(std::vector<BuildStep>& steps, const BuildContext& context);
  void add_shared_functions(std::vector<BuildStep>& steps, const BlockMaker& make, const BuildContext& context);

  std::uint32_t number_;
  std::uint32_t slice_;
  machine::SubsliceParameters parameters_;
  std::vector<std::unique_ptr<EuBlock>> eus_;
  std::unique_ptr<Block> interconnect_;
  // Those that the subslice holds, none where it uses another one's.
  std::vector<std::unique_ptr<Sampler>> samplers_;
  std::vector<std::unique_ptr<LooseSampler>> loose_samplers_;  // in place of samplers_, by recurrence
  std::unique_ptr<SamplerLink> sampler_link_;                  // null: no other subslice uses the samplers
  std::unique_ptr<Block> data_port_;
  std::unique_ptr<Block> pixel_coverage_;
  std::unique_ptr<Block> gateway_;
};

class Slice final : public sc_core::sc_module {
 public:
  /// @param number  of the slice
  /// @param others  the other slices, whose threads the dispatcher of the first starts, too; only for this
  Slice(sc_core::sc_module_name name, std::uint32_t number, const BuildContext& context,
        const std::vector<const Slice*>& others = {});

  void offer(Sockets& sockets);
  /// Adds all caches of the slice that can be warmed.
  void add_to(machine::WarmLevels& levels) const;

  void add_thread_slots(std::vector<std::vector<ThreadSlots>>& slots) const;

  /// Caches of the slice that samplers share, from them to memory; none where a recurrence stands for them.
  const std::vector<CacheBlock>& caches() const { return caches_; }

  /// Dispatcher of the machine, which the first slice holds.
  const DispatchBlock& dispatcher() const { return *dispatcher_; }
  /// Fixed functions of the machine, which the first slice holds; null: the workload is no frame.
  FrameParts* frame() const { return frame_.get(); }

 private:
  void make_dispatcher(const BuildContext& context, const std::vector<const Slice*>& others);

  std::uint32_t number_;
  std::vector<std::unique_ptr<Subslice>> subslices_;
  machine::CommonRequesters of_common_;
  std::string common_block_;  // its path
  std::vector<CacheBlock> caches_;
  std::vector<std::unique_ptr<LooseLinePort>> ports_;  // by recurrence: a port of the common cache for each data port
  std::unique_ptr<ThreadGate> raster_;                 // of the first slice; null for workloads without a scene
  std::unique_ptr<FrameParts> frame_;
  std::unique_ptr<DispatchBlock> dispatcher_;  // of the first slice
};

}  // namespace texpipe::timing
