#include "machine/graph/cache_surroundings.h"

#include <algorithm>

#include "machine/graph/places.h"

namespace texpipe::machine {
namespace {

/// Samplers of a slice.
std::vector<SamplerPlace> samplers_in(const MachineParameters& machine, std::uint32_t slice) {
  std::vector<SamplerPlace> samplers = samplers_of(machine);
  std::erase_if(samplers, [slice](const SamplerPlace& sampler) { return sampler.slice != slice; });
  return samplers;
}

}  // namespace

CommonRequesters::CommonRequesters(const MachineParameters& machine, std::uint32_t slice)
    : samplers_share_{!shared_caches(machine, slice).empty() &&
                      shared_caches(machine, slice).front().facts.use == CacheUse::kAllSamplers} {
  const std::optional<LineCacheOf> common = common_cache(machine, slice);
  if (!common || !common->facts.in_slice()) first_ = first_requester(machine, slice);
  if (samplers_share_) ++count_;
  const std::vector<SamplerPlace> samplers = samplers_in(machine, slice);
  const std::vector<SubslicePlace> subslices = subslices_of(machine);
  for (std::uint32_t subslice = 0; subslice < subslices.size(); ++subslice) {
    if (subslices[subslice].slice != slice) continue;
    for (const SamplerPlace& sampler : samplers)
      if (!samplers_share_ && sampler.subslice == subslice) samplers_.push_back(count_++);
    data_ports_.push_back(count_++);
  }
}

std::uint32_t first_requester(const MachineParameters& machine, std::uint32_t slice) {
  std::uint32_t first = 0;
  for (std::uint32_t before = 0; before < slice; ++before) {
    const LineCacheParameters& l3 = machine.slice[before].l3;
    first += l3.enabled ? l3.slices : CommonRequesters{machine, before}.count();
  }
  return first;
}

std::uint32_t memory_requesters(const MachineParameters& machine) {
  if (!caches_behind_slices(machine).empty()) return 1;
  return first_requester(machine, static_cast<std::uint32_t>(machine.slice.size())) +
         (machine.draws ? functional::kFrameCaches : 0);
}

std::uint32_t first_frame_requester(const MachineParameters& machine) {
  return first_requester(machine, static_cast<std::uint32_t>(machine.slice.size()));
}

LineCacheSurroundings surroundings_of_frame_cache(const MachineParameters& machine) {
  const std::vector<LineCacheOf> behind = caches_behind_slices(machine);
  return {.next_line = behind.empty() ? kAnyLine : behind.front().parameters.line, .places = places_of(BlockKind::kL2)};
}

std::string frame_cache_path(const MachineParameters& machine, unsigned cache) {
  return slice_path(machine, 0) + ".frame." + kFrameCacheFacts[cache].name;
}

LineCacheSurroundings surroundings_of(const MachineParameters& machine, BlockKind cache, Tlb* tlb,
                                      std::uint32_t slice) {
  const std::vector<LineCacheOf> caches = shared_caches(machine, slice);
  const auto here =
      std::find_if(caches.begin(), caches.end(), [cache](const LineCacheOf& c) { return c.facts.kind == cache; });
  LineCacheSurroundings around{.places = places_of(cache)};
  if (here + 1 != caches.end()) around.next_line = (here + 1)->parameters.line;
  if (here == caches.begin()) around.requesters = static_cast<std::uint32_t>(samplers_in(machine, slice).size());
  if (const auto common = common_cache(machine, slice); common && cache == common->facts.kind) {
    around.requesters = CommonRequesters{machine, slice}.count();
    if (cache == BlockKind::kL3 && machine.slice[slice].l3.subslice_ports == SubslicePorts::kShared)
      around.requesters_per_port = static_cast<std::uint32_t>(machine.slice[slice].subslice.front().sampler.size()) + 1;
    around.tlb = tlb;
  }
  if (cache == BlockKind::kL3 && machine.slice[slice].l3.slices > 1)
    around.write_bytes_per_cycle = machine.slice[slice].l3.crossbar.bytes_per_cycle;
  if (const auto behind = caches_behind_slices(machine); !behind.empty() && cache == behind.front().facts.kind)
    around.requesters = first_frame_requester(machine) + (machine.draws ? functional::kFrameCaches : 0);
  if (cache == BlockKind::kLlc) around.write_bytes_per_cycle = machine.llc.write_bytes_per_cycle;
  return around;
}

}  // namespace texpipe::machine
