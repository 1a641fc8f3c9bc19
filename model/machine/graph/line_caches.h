// The caches of lines that a machine has, with their parameters.
#pragma once

#include <optional>
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

/// Caches that the samplers of a slice share, from them to memory.
std::vector<LineCacheOf> shared_caches(const MachineParameters& machine, std::uint32_t slice = 0);

/// Caches behind the slices, from these to memory. The slices meet in the first of them.
std::vector<LineCacheOf> caches_behind_slices(const MachineParameters& machine);

/// Path of a cache that samplers of a slice share.
std::string path_of(const MachineParameters& machine, const CacheFacts& cache, std::uint32_t slice);

/// The first cache that samplers and data ports of a slice share: L3, or the first one behind the slices where a slice
/// has no L3; none where they share memory alone.
std::optional<LineCacheOf> common_cache(const MachineParameters& machine, std::uint32_t slice = 0);

/// Bytes of what a data port asks for and joins: lines of the first cache that it asks, or memory's bursts.
ByteSize line_of_data_ports(const MachineParameters& machine, std::uint32_t slice);

/// Parameters of a cache of lines, whether the machine has it or not. @param subslice  in its slice, and @param sampler
/// in this: place of the sampler, for a cache that a sampler has to itself
const LineCacheParameters& cache_parameters(const MachineParameters& machine, BlockKind cache, std::uint32_t subslice,
                                            std::uint32_t sampler = 0, std::uint32_t slice = 0);

CacheSet set_of(const std::vector<LineCacheOf>& caches);

/// Levels in which lines of a data port may be. Lines of a sampler may also be in its own caches and in those that only
/// samplers share.
LineLevels line_levels(const MachineParameters& machine);

}  // namespace texpipe::machine
