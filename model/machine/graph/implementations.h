// Implementations of a machine's blocks: the model's own, or others that the machine names.
#pragma once

#include <cstddef>
#include <string>

#include "base/implementation.h"
#include "machine/blocks/block_facts.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Calls visit(path, kind, implementation) for every block, in the order of the tree; the caches of a sampler follow
/// its stages. The path is the block's in the graph; a sampler, which is several blocks there, comes before them.
template <class Machine, class Visit>
void for_each_implementation(Machine& machine, Visit visit) {
  auto& slice = machine.slice;
  const auto block = [&visit](const std::string& path, BlockKind kind, auto& parameters) {
    visit(path, kind, parameters.implementation);
  };
  block("slice.dispatch", BlockKind::kDispatch, slice.dispatch);
  block("slice.raster", BlockKind::kRaster, slice.raster);
  for (std::size_t i = 0; i < slice.subslice.size(); ++i) {
    auto& subslice = slice.subslice[i];
    const std::string path = "slice.subslice[" + std::to_string(i) + "].", sampler = path + "sampler.";
    for (std::size_t e = 0; e < subslice.eu.size(); ++e)
      block(path + "eu[" + std::to_string(e) + "]", BlockKind::kEu, subslice.eu[e]);
    block(path + "interconnect", BlockKind::kInterconnect, subslice.interconnect);
    block(path + "sampler", BlockKind::kSampler, subslice.sampler);
    for_each_stage(subslice.sampler, [&](BlockKind kind, auto& parameters) {
      block(sampler + std::string{stage_facts(kind).name}, kind, parameters);
    });
    for_each_own_cache(subslice.sampler, [&](BlockKind kind, bool, auto& parameters) {
      block(sampler + std::string{cache_facts(kind).name()}, kind, parameters);
    });
    block(path + "data_port", BlockKind::kDataPort, subslice.data_port);
    block(path + "pixel_coverage", BlockKind::kPixelCoverage, subslice.pixel_coverage);
    block(path + "gateway", BlockKind::kGateway, subslice.gateway);
  }
  for_each_shared_cache(machine, [&](BlockKind kind, bool, auto& parameters) {
    block(std::string{cache_facts(kind).path}, kind, parameters);
  });
  block("memory", BlockKind::kMemory, machine.memory);
}

}  // namespace texpipe::machine
