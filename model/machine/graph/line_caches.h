// The caches of lines that a machine has, with their parameters.
#pragma once

#include <string>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "machine/cache/line_waits.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// A cache of lines that is there.
struct LineCacheOf {
  const CacheFacts& facts;
  const LineCacheParameters& parameters;  // of the machine's or the sampler's, which must outlive it
};

/// Those that a sampler has to itself, from its first level on.
std::vector<LineCacheOf> own_caches(const SamplerParameters& sampler);

/// Those that samplers share, from them to memory. L3 is one of them.
std::vector<LineCacheOf> shared_caches(const MachineParameters& machine);

/// The parameters of a cache of lines, there or not. @param subslice  whose sampler has it, if it is a sampler's own
const LineCacheParameters& cache_parameters(const MachineParameters& machine, BlockKind cache, std::uint32_t subslice);

CacheSet set_of(const std::vector<LineCacheOf>& caches);

/// Where the lines of a data port may be; those of a sampler may also be in its own caches and in what only samplers
/// share.
LineLevels line_levels(const MachineParameters& machine);

}  // namespace texpipe::machine
