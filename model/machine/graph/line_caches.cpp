#include "machine/graph/line_caches.h"

namespace texpipe::machine {
namespace {

/// Visitor for for_each_own_cache and for_each_shared_cache that collects the caches that are there.
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

std::vector<LineCacheOf> shared_caches(const MachineParameters& machine) {
  std::vector<LineCacheOf> caches;
  for_each_shared_cache(machine, collect_into(caches));
  return caches;
}

const LineCacheParameters& cache_parameters(const MachineParameters& machine, BlockKind cache, std::uint32_t subslice) {
  const LineCacheParameters* found = &machine.slice.l3;
  const auto find = [&](BlockKind kind, bool, const LineCacheParameters& parameters) {
    if (kind == cache) found = &parameters;
  };
  for_each_own_cache(machine.slice.subslice[subslice].sampler, find);
  for_each_shared_cache(machine, find);
  return *found;
}

CacheSet set_of(const std::vector<LineCacheOf>& caches) {
  CacheSet set;
  for (const LineCacheOf& cache : caches) set.set(cache_number(cache.facts.kind));
  return set;
}

LineLevels line_levels(const MachineParameters& machine) {
  return {.l1 = false, .tlb = machine.slice.tlb.enabled, .caches = set_of(shared_caches(machine))};
}

}  // namespace texpipe::machine
