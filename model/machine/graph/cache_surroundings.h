// What stands around the caches that a whole machine shares.
#pragma once

#include "machine/cache/line_cache_surroundings.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Who asks L3, by number: sampler and data port of each subslice in this order, or the cache that the samplers share
/// before it and then the data ports.
struct L3Requesters {
  std::uint32_t subslices;
  bool samplers_share;  // a cache before L3

  explicit L3Requesters(const MachineParameters& machine)
      : subslices{static_cast<std::uint32_t>(machine.slice.subslice.size())},
        samplers_share{shared_caches(machine).front().facts.kind != BlockKind::kL3} {}

  std::uint32_t count() const { return samplers_share ? 1 + subslices : 2 * subslices; }
  /// The sampler's, or of what stands between it and L3.
  std::uint32_t sampler(std::uint32_t subslice) const { return samplers_share ? 0 : 2 * subslice; }
  std::uint32_t data_port(std::uint32_t subslice) const { return samplers_share ? 1 + subslice : 2 * subslice + 1; }
};

/// The number of a sampler's requests at the first cache that samplers share.
inline std::uint32_t requester_of_sampler(const L3Requesters& of_l3, std::uint32_t subslice) {
  return of_l3.samplers_share ? subslice : of_l3.sampler(subslice);
}

/// The line that a sampler's misses are asked for in, behind the caches of its own.
inline ByteSize line_behind_samplers(const MachineParameters& machine) {
  return shared_caches(machine).front().parameters.line;
}

/// The line that a sampler's first level asks for.
/// @param behind  line_behind_samplers
inline ByteSize line_behind_first_level(const SamplerParameters& sampler, ByteSize behind) {
  const std::vector<LineCacheOf> own = own_caches(sampler);
  return own.empty() ? behind : own.front().parameters.line;
}

/// Of a cache that a sampler has to itself. @param next_line  bytes of a line of the next level
inline LineCacheSurroundings surroundings_of_own(BlockKind cache, ByteSize next_line) {
  return {.next_line = next_line, .places = places_of(cache)};
}

/// Of a cache that samplers share, in a machine that has it.
/// @param tlb  the machine's, of what L3 asks for; null: none
LineCacheSurroundings surroundings_of(const MachineParameters& machine, BlockKind cache, Tlb* tlb);

}  // namespace texpipe::machine
