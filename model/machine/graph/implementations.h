// Implementations of a machine's blocks: the model's own, or others that the machine names.
#pragma once

#include <cstddef>
#include <string>

#include "base/implementation.h"
#include "machine/blocks/block_facts.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Calls block(path, kind, parameters) for every block of a slice. @param slice_path  ends in a dot
template <class Slice, class Block>
void for_each_block_of_slice(Slice& slice, const std::string& slice_path, const Block& block) {
  block(slice_path + "dispatch", BlockKind::kDispatch, slice.dispatch);
  block(slice_path + "raster", BlockKind::kRaster, slice.raster);
  for (std::size_t i = 0; i < slice.subslice.size(); ++i) {
    auto& subslice = slice.subslice[i];
    const std::string path = slice_path + "subslice[" + std::to_string(i) + "].";
    for (std::size_t e = 0; e < subslice.eu.size(); ++e)
      block(path + "eu[" + std::to_string(e) + "]", BlockKind::kEu, subslice.eu[e]);
    block(path + "interconnect", BlockKind::kInterconnect, subslice.interconnect);
    for (std::size_t s = 0; s < subslice.sampler.size(); ++s) {
      auto& sampler = subslice.sampler[s];
      const std::string at = path + unit_path("sampler", s, subslice.sampler.size());
      block(at, BlockKind::kSampler, sampler);
      for_each_stage(sampler, [&](BlockKind kind, auto& parameters) {
        block(at + "." + std::string{stage_facts(kind).name}, kind, parameters);
      });
      for_each_own_cache(sampler, [&](BlockKind kind, bool, auto& parameters) {
        block(at + "." + std::string{cache_facts(kind).name()}, kind, parameters);
      });
    }
    block(path + "data_port", BlockKind::kDataPort, subslice.data_port);
    block(path + "pixel_coverage", BlockKind::kPixelCoverage, subslice.pixel_coverage);
    block(path + "gateway", BlockKind::kGateway, subslice.gateway);
  }
  for_each_slice_cache(slice, [&](BlockKind kind, bool, auto& parameters) {
    block(slice_path + std::string{cache_facts(kind).name()}, kind, parameters);
  });
}

/// Calls visit(path, kind, implementation) for every block, in the order of the tree; the caches of a sampler follow
/// its stages. The path is the block's in the graph; a sampler, which is several blocks there, comes before them.
template <class Machine, class Visit>
void for_each_implementation(Machine& machine, Visit visit) {
  const auto block = [&visit](const std::string& path, BlockKind kind, auto& parameters) {
    visit(path, kind, parameters.implementation);
  };
  for (std::size_t i = 0; i < machine.slice.size(); ++i) {
    const std::string path = unit_path("slice", i, machine.slice.size()) + ".";
    for_each_block_of_slice(machine.slice[i], path, block);
  }
  for_each_cache_behind_slices(machine, [&block](BlockKind kind, bool, auto& parameters) {
    block(std::string{cache_facts(kind).path}, kind, parameters);
  });
  block("memory", BlockKind::kMemory, machine.memory);
}

}  // namespace texpipe::machine
