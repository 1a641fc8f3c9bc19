#include "machine/graph/line_caches.h"

#include "machine/graph/places.h"

namespace texpipe::machine {
namespace {

/// Visitor for for_each_own_cache, for_each_shared_cache and their like that collects the caches that are there.
auto collect_into(std::vector<LineCacheOf>& caches) {
  return [&caches](BlockKind kind, bool enabled, const LineCacheParameters& parameters) {
    if (enabled) caches.push_back({cache_facts(kind), parameters});
  };
}

}  // namespace

std::vector<LineCacheOf> own_caches(const SamplerParameters& sampler) {
  std::vector<LineCacheOf> caches;
  for_each_own_cache(sampler, collect_into(caches));
  return caches;
}

std::vector<LineCacheOf> shared_caches(const MachineParameters& machine, std::uint32_t slice) {
  std::vector<LineCacheOf> caches;
  for_each_shared_cache(machine, collect_into(caches), slice);
  return caches;
}

std::vector<LineCacheOf> caches_behind_slices(const MachineParameters& machine) {
  std::vector<LineCacheOf> caches;
  for_each_cache_behind_slices(machine, collect_into(caches));
  return caches;
}

std::string path_of(const MachineParameters& machine, const CacheFacts& cache, std::uint32_t slice) {
  constexpr std::string_view kSlice = "slice";
  std::string path{cache.path};
  if (path.starts_with(kSlice)) path.replace(0, kSlice.size(), slice_path(machine, slice));
  return path;
}

std::optional<LineCacheOf> common_cache(const MachineParameters& machine, std::uint32_t slice) {
  for (const LineCacheOf& cache : shared_caches(machine, slice))
    if (cache.facts.use == CacheUse::kAll) return cache;
  return std::nullopt;
}

ByteSize line_of_data_ports(const MachineParameters& machine, std::uint32_t slice) {
  constexpr ByteSize kBurst{64};
  const std::optional<LineCacheOf> common = common_cache(machine, slice);
  return common ? common->parameters.line : kBurst;
}

const LineCacheParameters& cache_parameters(const MachineParameters& machine, BlockKind cache, std::uint32_t subslice,
                                            std::uint32_t sampler, std::uint32_t slice) {
  const LineCacheParameters* found = &machine.slice[slice].l3;
  const auto find = [&](BlockKind kind, bool, const LineCacheParameters& parameters) {
    if (kind == cache) found = &parameters;
  };
  for_each_own_cache(machine.slice[slice].subslice[subslice].sampler[sampler], find);
  for_each_shared_cache(machine, find, slice);
  return *found;
}

CacheSet set_of(const std::vector<LineCacheOf>& caches) {
  CacheSet set;
  for (const LineCacheOf& cache : caches) set.set(cache_number(cache.facts.kind));
  return set;
}

LineLevels line_levels(const MachineParameters& machine) {
  LineLevels levels{.l1 = false, .tlb = false, .crossbar = false, .caches = {}};
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) {
    const SliceParameters& parameters = machine.slice[slice];
    levels.tlb |= parameters.tlb.enabled;
    levels.crossbar |= parameters.l3.enabled && parameters.l3.slices > 1;
    levels.caches |= set_of(shared_caches(machine, slice));
  }
  return levels;
}

}  // namespace texpipe::machine
