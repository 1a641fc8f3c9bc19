#include "workload/microbenchmark/microbenchmark.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "workload/microbenchmark/data_port_benchmark.h"
#include "workload/microbenchmark/microbenchmark_program.h"
#include "workload/microbenchmark/microbenchmark_rules.h"
#include "workload/microbenchmark/microbenchmark_threads.h"

namespace texpipe::study {

namespace {

using functional::StateHeap;
using functional::SurfaceImage;
using functional::ThreadRegisters;

constexpr std::uint32_t kIndexBytes = 4;  // of an entry of the chain's buffer
functional::Workload sampler_chain(const SamplerChainParameters& p) {
  functional::Workload workload;
  StateHeap heap{*workload.memory};
  const SurfaceImage buffer{.type = gen9::SurfaceType::kBuffer,
                            .format = gen9::SurfaceFormat::kR32Uint,
                            .width = static_cast<std::uint32_t>(p.footprint.value() / kIndexBytes)};
  const auto state = functional::build_surface(*workload.memory, "chain", buffer, {}, linear_surface());
  write_chain(*workload.memory, ByteAddress{state.base_address},
              {.footprint = p.footprint, .stride = p.stride, .loads = p.loads, .unit = kIndexBytes});
  const std::uint32_t surface = heap.add_surface(state);
  *workload.context = heap.context();
  workload.threads = std::make_unique<BenchmarkThreads>(sampler_chain_program(surface, workload.context.get()), 1, 1,
                                                        [p](unsigned, unsigned, ThreadRegisters& registers) {
                                                          registers.grf[kBenchmarkPayload][0] = p.loads;
                                                          return (1u << p.lanes) - 1;
                                                        });
  return workload;
}

std::uint32_t start_lanes(const SamplerRateParameters& p, unsigned thread, ThreadRegisters& registers) {
  const unsigned threads_of_row = kBenchmarkSide / p.simd;
  for (unsigned lane = 0; lane < p.simd; ++lane) {
    const std::uint32_t x = thread % threads_of_row * p.simd + lane;
    const std::uint32_t y = thread / threads_of_row % kBenchmarkSide;
    if (p.surface == BenchmarkSurface::kBuffer) {
      set_lane(registers, kBenchmarkX, lane, start_of(p.lanes, kBenchmarkSide * y + x, 0xF));
    } else {
      set_lane(registers, kBenchmarkX, lane, start_of(p.lanes, x, 4));
      set_lane(registers, kBenchmarkY, lane, start_of(p.lanes, y, 4));
    }
  }
  registers.grf[kBenchmarkPayload][0] = p.passes;
  return (1u << p.simd) - 1;
}

gen9::SamplerState filter_of(gen9::MapFilter filter) {
  gen9::SamplerState state;
  state.min_filter = state.mag_filter = filter;
  state.mip_filter = gen9::MipFilter::kNone;
  state.lod_preclamp = gen9::LodPreclamp::kOgl;
  state.address_u = state.address_v = gen9::TextureCoordinateMode::kWrap;
  const bool rounds = filter != gen9::MapFilter::kNearest;  // as texture walks do (resolution R19)
  state.round_u_min = state.round_v_min = state.round_r_min = rounds;
  state.round_u_mag = state.round_v_mag = state.round_r_mag = rounds;
  return state;
}

functional::Workload sampler_rate(const SamplerRateParameters& p) {
  functional::Workload workload;
  StateHeap heap{*workload.memory};
  const bool buffer = p.surface == BenchmarkSurface::kBuffer;
  SurfaceImage image{.format = p.format, .width = p.extent.width, .height = p.extent.height};
  if (buffer) {
    image.type = gen9::SurfaceType::kBuffer;
    image.width *= image.height;
    image.height = 1;
  }
  const std::uint32_t surface = heap.add_surface(functional::build_surface(
      *workload.memory, "surface", image, {}, buffer ? linear_surface() : surface_for(p.format)));
  const std::uint32_t sampler = heap.add_sampler(
      filter_of(p.access == SamplerAccess::kBilinear ? gen9::MapFilter::kLinear : gen9::MapFilter::kNearest));
  *workload.context = heap.context();
  workload.threads = std::make_unique<BenchmarkThreads>(
      sampler_rate_program(p, surface, sampler, workload.context.get()), p.groups, p.threads_per_group,
      [p](unsigned, unsigned thread, ThreadRegisters& registers) { return start_lanes(p, thread, registers); });
  return workload;
}

functional::Workload random_samples(const RandomSamplesParameters& p) {
  functional::Workload workload;
  StateHeap heap{*workload.memory};
  const SurfaceImage image{.format = p.format, .width = p.texture.width, .height = p.texture.height};
  const std::uint32_t surface =
      heap.add_surface(functional::build_surface(*workload.memory, "texture", image, {}, surface_for(p.format)));
  const std::uint32_t sampler = heap.add_sampler(filter_of(p.filter));
  *workload.context = heap.context();
  workload.threads =
      std::make_unique<BenchmarkThreads>(random_samples_program(p, surface, sampler, workload.context.get()), p.threads,
                                         1, [](unsigned group, unsigned, ThreadRegisters& registers) {
                                           for (unsigned lane = 0; lane < kRandomSampleLanes; ++lane)
                                             set_lane(registers, kBenchmarkX, lane, group * kRandomSampleLanes + lane);
                                           return (1u << kRandomSampleLanes) - 1;
                                         });
  return workload;
}

functional::Workload instructions(const InstructionBenchmarkParameters& p) {
  functional::Workload workload;
  *workload.context = StateHeap{*workload.memory}.context();
  workload.threads =
      std::make_unique<BenchmarkThreads>(instructions_program(p, workload.context.get()), p.threads, 1,
                                         [p](unsigned, unsigned, ThreadRegisters&) { return (1u << p.simd) - 1; });
  return workload;
}

}  // namespace

functional::Workload make_microbenchmark(const MicrobenchmarkParameters& parameters) {
  std::vector<Diagnostic> problems;
  for (const BrokenRule& rule : broken_rules(parameters))
    problems.push_back({.path = rule.paths.front(), .problem = rule.problem, .hint = rule.hint});
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  switch (parameters.benchmark) {
    case Microbenchmark::kSamplerChain:
      return sampler_chain(parameters.sampler_chain);
    case Microbenchmark::kSamplerRate:
      return sampler_rate(parameters.sampler_rate);
    case Microbenchmark::kRandomSamples:
      return random_samples(parameters.random_samples);
    case Microbenchmark::kInstructions:
      return instructions(parameters.instructions);
    case Microbenchmark::kDataPortChain:
      return data_port_chain(parameters.data_port_chain);
    case Microbenchmark::kDataPortRate:
      return data_port_rate(parameters.data_port_rate);
  }
  throw Error{ExitCode::kInternalError, "no such microbenchmark"};
}

}  // namespace texpipe::study
