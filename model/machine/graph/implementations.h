// Who makes each block of a machine.
#pragma once

#include <cstddef>
#include <string>

#include "base/implementation.h"
#include "machine/graph/block_kind.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Calls visit(path, kind, implementation) for every block, in the order of the tree. The path is the block's, as in
/// the graph; a sampler, which is several blocks there, comes before them.
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
    block(sampler + "front_end", BlockKind::kFrontEnd, subslice.sampler.front_end);
    block(sampler + "address_generator", BlockKind::kAddressGenerator, subslice.sampler.address_generator);
    block(sampler + "l1", BlockKind::kTags, subslice.sampler.l1);
    block(sampler + "l1_data", BlockKind::kData, subslice.sampler.l1_data);
    block(sampler + "l2", BlockKind::kL2, subslice.sampler.l2.cache);
    block(sampler + "decoder", BlockKind::kDecoder, subslice.sampler.decoder);
    block(sampler + "filter", BlockKind::kFilter, subslice.sampler.filter);
    block(sampler + "writeback", BlockKind::kWriteback, subslice.sampler.writeback);
    block(path + "data_port", BlockKind::kDataPort, subslice.data_port);
    block(path + "pixel_coverage", BlockKind::kPixelCoverage, subslice.pixel_coverage);
    block(path + "gateway", BlockKind::kGateway, subslice.gateway);
  }
  block("slice.shared_l2", BlockKind::kSharedL2, slice.shared_l2.cache);
  block("slice.l3", BlockKind::kL3, slice.l3);
  block("llc", BlockKind::kLlc, machine.llc.cache);
  block("memory", BlockKind::kMemory, machine.memory);
}

}  // namespace texpipe::machine
