// What stands around the caches that a whole machine shares.
#pragma once

#include "machine/cache/line_cache_surroundings.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

/// Sampler and data port of each subslice ask it, in this order.
inline LineCacheSurroundings surroundings_of_l3(const MachineParameters& machine, Tlb* tlb) {
  return {.requesters = static_cast<std::uint32_t>(2 * machine.slice.subslice.size()),
          .next_line = machine.llc.enabled ? machine.llc.cache.line : kAnyLine,
          .requesters_per_port = machine.slice.l3.subslice_ports == SubslicePorts::kShared ? 2u : 1u,
          .tlb = tlb};
}

inline LineCacheSurroundings surroundings_of_llc(const MachineParameters& machine) {
  return {.write_bytes_per_cycle = machine.llc.write_bytes_per_cycle};
}

}  // namespace texpipe::machine
