#include "workload/microbenchmark/microbenchmark_rules.h"

#include <string>

#include "workload/microbenchmark/data_port_benchmark.h"

namespace texpipe::study {

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

}  // namespace texpipe::study
