// What stands around the caches that a whole machine shares.
#pragma once

#include "machine/cache/line_cache_surroundings.h"
#include "machine/cache/line_waits.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Who asks L3, by number: sampler and data port of each subslice in this order, or the texture cache that the samplers
/// share and then the data ports.
struct L3Requesters {
  std::uint32_t subslices;
  bool shared_l2;

  explicit L3Requesters(const SliceParameters& slice)
      : subslices{static_cast<std::uint32_t>(slice.subslice.size())}, shared_l2{slice.shared_l2.enabled} {}

  std::uint32_t count() const { return shared_l2 ? 1 + subslices : 2 * subslices; }
  /// The sampler's, or of what stands between it and L3.
  std::uint32_t sampler(std::uint32_t subslice) const { return shared_l2 ? 0 : 2 * subslice; }
  std::uint32_t data_port(std::uint32_t subslice) const { return shared_l2 ? 1 + subslice : 2 * subslice + 1; }
};

/// The line that a sampler's misses are asked for in, behind a second level of its own.
inline ByteSize line_behind_samplers(const SliceParameters& slice) {
  return slice.shared_l2.enabled ? slice.shared_l2.cache.line : slice.l3.line;
}

/// What stands behind a data port; behind a sampler also its own second level and what samplers share.
inline LineLevels line_levels(const MachineParameters& machine) {
  return {.l1 = false,
          .l2 = false,
          .shared_l2 = machine.slice.shared_l2.enabled,
          .tlb = machine.slice.tlb.enabled,
          .llc = machine.llc.enabled};
}

/// A sampler's second level.
inline LineCacheSurroundings surroundings_of_l2(ByteSize next_line) {
  return {.next_line = next_line, .places = {LinePlace::kL2Banks}};
}

/// Samplers ask it, by subslice.
inline LineCacheSurroundings surroundings_of_shared_l2(const SliceParameters& slice) {
  return {.requesters = static_cast<std::uint32_t>(slice.subslice.size()),
          .next_line = slice.l3.line,
          .places = {LinePlace::kSharedL2Banks}};
}

inline LineCacheSurroundings surroundings_of_l3(const MachineParameters& machine, Tlb* tlb) {
  return {.requesters = L3Requesters{machine.slice}.count(),
          .next_line = machine.llc.enabled ? machine.llc.cache.line : kAnyLine,
          .requesters_per_port = machine.slice.l3.subslice_ports == SubslicePorts::kShared ? 2u : 1u,
          .tlb = tlb,
          .places = {LinePlace::kL3Banks}};
}

inline LineCacheSurroundings surroundings_of_llc(const MachineParameters& machine) {
  return {.write_bytes_per_cycle = machine.llc.write_bytes_per_cycle, .places = {LinePlace::kLlcBanks}};
}

}  // namespace texpipe::machine
