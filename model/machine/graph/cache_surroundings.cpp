#include "machine/graph/cache_surroundings.h"

#include <algorithm>

namespace texpipe::machine {

LineCacheSurroundings surroundings_of(const MachineParameters& machine, BlockKind cache, Tlb* tlb) {
  const std::vector<LineCacheOf> caches = shared_caches(machine);
  const auto here =
      std::find_if(caches.begin(), caches.end(), [cache](const LineCacheOf& c) { return c.facts.kind == cache; });
  LineCacheSurroundings around{.places = places_of(cache)};
  if (here + 1 != caches.end()) around.next_line = (here + 1)->parameters.line;
  if (here == caches.begin()) around.requesters = static_cast<std::uint32_t>(machine.slice.subslice.size());
  if (cache == BlockKind::kL3) {
    around.requesters = L3Requesters{machine}.count();
    around.requesters_per_port = machine.slice.l3.subslice_ports == SubslicePorts::kShared ? 2u : 1u;
    around.tlb = tlb;
  }
  if (cache == BlockKind::kLlc) around.write_bytes_per_cycle = machine.llc.write_bytes_per_cycle;
  return around;
}

}  // namespace texpipe::machine
