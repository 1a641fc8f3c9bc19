#include "study/definition/idle_blocks.h"

#include <algorithm>

#include "machine/graph/places.h"

namespace texpipe::study {

namespace {

/// A cache of lines as a machine has it, or all samplers together.
struct CacheUseInMachine {
  bool enabled = false;
  bool random = false;  // its replacement
  bool prefetches = false;
};

CacheUseInMachine use_of(const Configuration& c, machine::BlockKind cache) {
  CacheUseInMachine use;
  const auto look = [&](machine::BlockKind kind, bool enabled, const machine::LineCacheParameters& parameters) {
    if (kind != cache) return;
    use.enabled |= enabled;
    use.random |= draws_numbers(parameters.replacement);
    use.prefetches |= parameters.prefetch != machine::Prefetch::kNone;
  };
  for (const machine::SamplerPlace& sampler : machine::samplers_of(c.machine))
    machine::for_each_own_cache(*sampler.parameters, look);
  for (std::size_t slice = 0; slice < c.machine.slice.size(); ++slice)
    machine::for_each_shared_cache(c.machine, look, slice);
  return use;
}

}  // namespace

bool is_below(std::string_view path, std::string_view group) {
  return path.starts_with(group) && (path.size() == group.size() || path[group.size()] == '.');
}

bool draws_numbers(machine::Replacement policy) {
  return machine::replacement_policies().at(policy).seed == machine::PolicySeed::kUsed;
}

const machine::CacheFacts* cache_of(std::string_view path) {
  for (const machine::CacheFacts& cache : machine::kLineCaches)
    if (is_below(path, cache.path)) return &cache;
  return nullptr;
}

std::string cache_not_enabled(const Configuration& c, std::string_view path) {
  const machine::CacheFacts* cache = cache_of(path);
  if (cache == nullptr || path == std::string{cache->path} + ".enabled" || use_of(c, cache->kind).enabled) return "";
  if (cache->use == machine::CacheUse::kOneSampler)
    return "no sampler has its " + std::string{cache->name()} + " enabled";
  return std::string{cache->path} + " is not enabled";
}

std::string cache_not_used(const Configuration& c, std::string_view path) {
  const machine::CacheFacts* cache = cache_of(path);
  if (cache == nullptr) return "";
  const CacheUseInMachine use = use_of(c, cache->kind);
  if (path == std::string{cache->path} + ".prefetch_degree" && !use.prefetches) return "the cache prefetches nothing";
  return path == std::string{cache->path} + ".seed" && !use.random ? kNotRandom : "";
}

std::string block_is_rtl(const Configuration& c, std::string_view path) {
  constexpr std::string_view kSubslice = "slice.subslice.", kSampler = "sampler.";
  const std::string of_all = without_indices(path);
  if (!of_all.starts_with(kSubslice)) return "";
  std::string_view parameter = std::string_view{of_all}.substr(kSubslice.size());
  const bool in_sampler = parameter.starts_with(kSampler);
  if (in_sampler) parameter.remove_prefix(kSampler.size());
  const std::string_view block = parameter.substr(0, parameter.find('.'));
  const std::string_view in_block = parameter.substr(std::min(block.size() + 1, parameter.size()));
  if (in_block == "implementation" || is_below(in_block, "parameters") || in_block == "queue") return "";
  const auto is_rtl = [&](const machine::SamplerParameters& sampler) {
    bool rtl = false;
    machine::for_each_stage(sampler, [&](machine::BlockKind kind, const auto& parameters) {
      const machine::StageFacts& stage = machine::stage_facts(kind);
      rtl |= stage.name == block && stage.rtl == machine::BlockRtl::kOwnParameters &&
             parameters.implementation.name == "rtl";
    });
    return rtl;
  };
  bool any = false, all = true;
  const auto look = [&](const std::string& unit, bool rtl) {
    if (path != of_all && !is_below(path, unit)) return;
    any = true;
    all &= rtl;
  };
  if (in_sampler) {
    for (const machine::SamplerPlace& place : machine::samplers_of(c.machine))
      look(place.path, is_rtl(*place.parameters));
  } else if (block == "pixel_coverage") {
    for (const machine::SubslicePlace& place : machine::subslices_of(c.machine))
      look(place.path, place.parameters->pixel_coverage.implementation.name == "rtl");
  }
  return any && all ? "the " + std::string{block} + " is RTL, which has its own" : "";
}

}  // namespace texpipe::study
