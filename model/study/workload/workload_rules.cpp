#include "study/workload/workload_rules.h"

#include <algorithm>
#include <string>

#include "functional/sampling/rules/mono_filter.h"
#include "study/workload/data_port_benchmark.h"

namespace texpipe::study {

ImageExtent message_block(std::uint32_t simd) {
  return simd == 16 ? ImageExtent{4, 4} : ImageExtent{4, 2};
}

std::vector<BrokenRule> broken_rules(const TextureWalkParameters& parameters) {
  std::vector<BrokenRule> broken;
  const WalkSamplerParameters& sampler = parameters.sampler;
  if (!gen9::format_facts(parameters.output_format).typed_write) {
    broken.push_back({{"workload.output_format"},
                      std::string{name_of(parameters.output_format)} + " is no format of typed writes",
                      "such as R8G8B8A8_UNORM"});
  }
  const ImageExtent block = message_block(parameters.simd);
  if (parameters.tile.width % block.width != 0 || parameters.tile.height % block.height != 0) {
    broken.push_back({{"workload.tile", "workload.simd"},
                      value_text(parameters.tile) + " is no whole number of messages",
                      "expected multiples of " + value_text(block)});
  }
  if (sampler.max_anisotropy % 2 != 0) {
    broken.push_back({{"workload.sampler.max_anisotropy"},
                      std::to_string(sampler.max_anisotropy) + " is odd",
                      "expected 2, 4, 6, ... 16"});
  }
  if (std::max(sampler.mono_filter.width, sampler.mono_filter.height) > functional::kMaxMonoFilter) {
    broken.push_back(
        {{"workload.sampler.mono_filter"}, value_text(sampler.mono_filter) + " is too large", "expected 1x1 to 7x7"});
  }
  if (sampler.min_lod > sampler.max_lod) {
    broken.push_back({{"workload.sampler.min_lod", "workload.sampler.max_lod"},
                      "the smallest level of detail lies above the largest, " + std::to_string(sampler.max_lod),
                      "min_lod is at most max_lod"});
  }
  return broken;
}

std::vector<BrokenRule> broken_rules(const CacheTableParameters& parameters,
                                     const machine::TextureCacheParameters& cache) {
  std::vector<BrokenRule> broken;
  if (parameters.degrees.empty()) {
    broken.push_back({{"workload.cache_table.degrees"}, "is empty", "such as [0, 45, 90]"});
  }
  const std::string l1 = "slice.subslice[0].sampler.l1";
  const ByteSize set = cache.line * cache.ways;
  const bool own = !parameters.sizes.empty();
  for (const ByteSize size : own ? parameters.sizes : std::vector{cache.size}) {
    if (size >= set && size.value() % set.value() == 0) continue;
    broken.push_back({{own ? "workload.cache_table.sizes" : l1 + ".size", l1 + ".ways", l1 + ".line"},
                      value_text(size) + " cannot be divided into sets of " + std::to_string(cache.ways) +
                          (cache.ways == 1 ? " way of " : " ways of ") + value_text(cache.line) + " lines",
                      "the size is a multiple of " + value_text(set)});
  }
  return broken;
}

namespace {

void check_format(gen9::SurfaceFormat format, bool filters, const char* path, std::vector<BrokenRule>& broken) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  if (!facts.sampling || (filters && !facts.filtering)) {
    broken.push_back(
        {{path},
         std::string{name_of(format)} + " is no format that the sampler " + (filters ? "filters" : "reads"),
         "such as R8G8B8A8_UNORM"});
  }
}

void check_rate(const SamplerRateParameters& p, std::vector<BrokenRule>& broken) {
  const bool filters = p.access == SamplerAccess::kBilinear;
  check_format(p.format, filters, "workload.sampler_rate.format", broken);
  constexpr std::uint32_t kSmallest = 32;
  if (p.extent.width < kSmallest || p.extent.height < kSmallest) {
    broken.push_back({{"workload.sampler_rate.extent"},
                      value_text(p.extent) + " is too small: lanes go 31 texels far",
                      "expected 32x32 or more"});
  }
  if (p.surface != BenchmarkSurface::kBuffer) return;
  if (p.access != SamplerAccess::kLoad) {
    broken.push_back({{"workload.sampler_rate.access", "workload.sampler_rate.surface"},
                      "a buffer cannot be sampled",
                      "access: load, or surface: texture"});
  }
  const gen9::FormatFacts& facts = gen9::format_facts(p.format);
  if (facts.block_width != 1 || facts.block_height != 1) {
    broken.push_back({{"workload.sampler_rate.format", "workload.sampler_rate.surface"},
                      std::string{name_of(p.format)} + " has blocks, which a buffer cannot hold",
                      "such as R8G8B8A8_UNORM"});
  }
}

void check_data_port_chain(const DataPortChainParameters& p, std::vector<BrokenRule>& broken) {
  if (p.stride > p.footprint) {
    broken.push_back({{"workload.data_port_chain.stride", "workload.data_port_chain.footprint"},
                      "a stride of " + value_text(p.stride) + " does not fit a footprint of " + value_text(p.footprint),
                      "the stride is at most the footprint"});
  }
  if (p.memory == BenchmarkMemory::kLocal && p.footprint > kLargestLocalMemory) {
    broken.push_back({{"workload.data_port_chain.footprint", "workload.data_port_chain.memory"},
                      "local memory of " + value_text(p.footprint),
                      "a group has at most 64KiB"});
  }
}

}  // namespace

std::vector<BrokenRule> broken_rules(const MicrobenchmarkParameters& parameters) {
  std::vector<BrokenRule> broken;
  switch (parameters.benchmark) {
    case Microbenchmark::kSamplerChain: {
      const SamplerChainParameters& p = parameters.sampler_chain;
      if (p.stride > p.footprint) {
        broken.push_back(
            {{"workload.sampler_chain.stride", "workload.sampler_chain.footprint"},
             "a stride of " + value_text(p.stride) + " does not fit a footprint of " + value_text(p.footprint),
             "the stride is at most the footprint"});
      }
      break;
    }
    case Microbenchmark::kSamplerRate:
      check_rate(parameters.sampler_rate, broken);
      break;
    case Microbenchmark::kRandomSamples: {
      const RandomSamplesParameters& p = parameters.random_samples;
      const bool linear = p.filter == gen9::MapFilter::kLinear;
      check_format(p.format, linear, "workload.random_samples.format", broken);
      if (!linear && p.filter != gen9::MapFilter::kNearest) {
        broken.push_back({{"workload.random_samples.filter"},
                          std::string{name_of(p.filter)} + " is no filter of this benchmark",
                          "expected NEAREST or LINEAR"});
      }
      break;
    }
    case Microbenchmark::kInstructions:
      break;
    case Microbenchmark::kDataPortChain:
      check_data_port_chain(parameters.data_port_chain, broken);
      break;
    case Microbenchmark::kDataPortRate: {
      const DataPortRateParameters& p = parameters.data_port_rate;
      if (p.memory == BenchmarkMemory::kLocal && reach_of(p) > kLargestLocalMemory) {
        broken.push_back({{"workload.data_port_rate.step", "workload.data_port_rate.memory"},
                          "the lanes reach " + value_text(reach_of(p)) + " of local memory",
                          "a group has at most 64KiB: lower step, spacing, dwords or threads_per_group"});
      }
      break;
    }
  }
  return broken;
}

std::vector<BrokenRule> broken_rules(const WorkloadParameters& parameters, const machine::TextureCacheParameters& l1) {
  if (parameters.kind == WorkloadKind::kTextureWalk) return broken_rules(parameters.texture_walk);
  if (parameters.kind == WorkloadKind::kCacheTable) return broken_rules(parameters.cache_table, l1);
  if (parameters.kind == WorkloadKind::kMicrobenchmark) return broken_rules(parameters.microbenchmark);
  return {};
}

}  // namespace texpipe::study
