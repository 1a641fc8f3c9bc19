// The caches of lines that a machine has, with their parameters.
#pragma once

#include <string>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "machine/cache/line_waits.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// A cache of lines that a machine has.
struct LineCacheOf {
  const CacheFacts& facts;
  const LineCacheParameters& parameters;  // part of the machine's or the sampler's parameters, which must outlive it
};

/// Caches that a sampler has to itself, from its first level on.
std::vector<LineCacheOf> own_caches(const SamplerParameters& sampler);

/// Caches that samplers share, from them to memory. L3 is one of them.
std::vector<LineCacheOf> shared_caches(const MachineParameters& machine);

/// Parameters of a cache of lines, whether the machine has it or not. @param subslice  of the sampler, for a cache that
/// a sampler has to itself
const LineCacheParameters& cache_parameters(const MachineParameters& machine, BlockKind cache, std::uint32_t subslice);

CacheSet set_of(const std::vector<LineCacheOf>& caches);

/// Levels in which lines of a data port may be. Lines of a sampler may also be in its own caches and in those that only
/// samplers share.
LineLevels line_levels(const MachineParameters& machine);

}  // namespace texpipe::machine
