// Surroundings of the caches of lines in a machine: their requesters, neighbours and lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "machine/cache/line_cache_surroundings.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Requesters of the first block that samplers and data ports of a slice share (common_cache, or memory), by number:
/// samplers and data port of each subslice in this order; or first the cache that the samplers share before it, and
/// then the data ports. Where slices meet, the requesters of each slice follow those of the slices before it; an L3 has
/// one for each of its slices.
class CommonRequesters {
 public:
  explicit CommonRequesters(const MachineParameters& machine, std::uint32_t slice = 0);

  std::uint32_t count() const { return count_; }
  /// Number of a sampler's requests, or of the cache between samplers and this one. @param sampler  in the slice
  std::uint32_t sampler(std::uint32_t sampler) const { return first_ + (samplers_share_ ? 0 : samplers_[sampler]); }
  /// @param subslice  in the slice
  std::uint32_t data_port(std::uint32_t subslice) const { return first_ + data_ports_[subslice]; }
  /// Number of a sampler's requests at the first cache that samplers share.
  std::uint32_t behind_sampler(std::uint32_t number) const { return samplers_share_ ? number : sampler(number); }

 private:
  bool samplers_share_;      // there is a cache before it that the samplers share
  std::uint32_t first_ = 0;  // number of the first one: not 0 where several slices ask directly
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> samplers_;    // by number of the sampler; none where they share a cache
  std::vector<std::uint32_t> data_ports_;  // by number of the subslice
};

/// Number of the first requester of a slice where slices meet: at the first cache behind them, or at memory in a
/// machine without one. For as many as there are slices, the number of requesters.
std::uint32_t first_requester(const MachineParameters& machine, std::uint32_t slice);

/// Blocks that ask memory: the last cache behind the slices alone, or all that ask where slices meet, and the fixed
/// functions' caches of a machine that draws.
std::uint32_t memory_requesters(const MachineParameters& machine);

/// Number of the first of the fixed functions' caches among those that ask where slices meet, which is the first cache
/// behind them or memory: they are the last ones, in the order of functional::FrameCache.
std::uint32_t first_frame_requester(const MachineParameters& machine);

/// Surroundings of one of them.
LineCacheSurroundings surroundings_of_frame_cache(const MachineParameters& machine);
/// Path of one of them. @param cache  as functional::FrameCache
std::string frame_cache_path(const MachineParameters& machine, unsigned cache);

/// Bytes of the lines for which the samplers of a slice ask the first cache that they share; kAnyLine: they ask memory.
inline ByteSize line_behind_samplers(const MachineParameters& machine, std::uint32_t slice = 0) {
  const std::vector<LineCacheOf> caches = shared_caches(machine, slice);
  return caches.empty() ? kAnyLine : caches.front().parameters.line;
}

/// Bytes of the lines for which a sampler's first level asks the next one.
/// @param behind  line_behind_samplers()
inline ByteSize line_behind_first_level(const SamplerParameters& sampler, ByteSize behind) {
  const std::vector<LineCacheOf> own = own_caches(sampler);
  return own.empty() ? behind : own.front().parameters.line;
}

/// Surroundings of a cache that a sampler has to itself. @param next_line  bytes of a line of the next level
inline LineCacheSurroundings surroundings_of_own(BlockKind cache, ByteSize next_line) {
  return {.next_line = next_line, .places = places_of(cache)};
}

/// Surroundings of a cache that samplers of a slice share, in a machine that has it.
/// @param tlb  translates the addresses that common_cache() asks for; null: nothing translates
LineCacheSurroundings surroundings_of(const MachineParameters& machine, BlockKind cache, Tlb* tlb,
                                      std::uint32_t slice = 0);

}  // namespace texpipe::machine
