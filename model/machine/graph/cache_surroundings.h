// Surroundings of the caches of lines in a machine: their requesters, neighbours and lines.
#pragma once

#include "machine/cache/line_cache_surroundings.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Requesters of L3, by number: sampler and data port of each subslice in this order; or first the cache that the
/// samplers share before L3, and then the data ports.
struct L3Requesters {
  std::uint32_t subslices;
  bool samplers_share;  // there is a cache before L3 that the samplers share

  explicit L3Requesters(const MachineParameters& machine)
      : subslices{static_cast<std::uint32_t>(machine.slice.subslice.size())},
        samplers_share{shared_caches(machine).front().facts.kind != BlockKind::kL3} {}

  std::uint32_t count() const { return samplers_share ? 1 + subslices : 2 * subslices; }
  /// Number of the sampler's requests, or of the cache between samplers and L3.
  std::uint32_t sampler(std::uint32_t subslice) const { return samplers_share ? 0 : 2 * subslice; }
  std::uint32_t data_port(std::uint32_t subslice) const { return samplers_share ? 1 + subslice : 2 * subslice + 1; }
};

/// Number of a sampler's requests at the first cache that samplers share.
inline std::uint32_t requester_of_sampler(const L3Requesters& of_l3, std::uint32_t subslice) {
  return of_l3.samplers_share ? subslice : of_l3.sampler(subslice);
}

/// Bytes of the lines for which the samplers ask the first cache that they share.
inline ByteSize line_behind_samplers(const MachineParameters& machine) {
  return shared_caches(machine).front().parameters.line;
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

/// Surroundings of a cache that samplers share, in a machine that has it.
/// @param tlb  translates the addresses that L3 asks for; null: nothing translates
LineCacheSurroundings surroundings_of(const MachineParameters& machine, BlockKind cache, Tlb* tlb);

}  // namespace texpipe::machine
