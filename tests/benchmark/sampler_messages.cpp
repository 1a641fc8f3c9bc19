// Samples per second of the untimed functional core: messages from descriptor and payload to response registers, and
// batches.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "base/diagnostic.h"
#include "benchmark/sampler_workload.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "functional/shared_function/sampler_batch.h"
#include "isa/gen9/sampler_message_type.h"

namespace texpipe::functional::benchmarks {
namespace {

using gen9::SurfaceFormat;
using test::Op;

/// SIMD16 messages (SIMD8 where the operation has no more) over the coordinates; parameters before the last coordinate
/// that are others are 0, those behind it are left out.
std::vector<Message> messages_of(test::SamplerBench& bench, const Case& c, Op op) {
  const gen9::SamplerMessageFacts& operation = gen9::sampler_message_facts(static_cast<gen9::SamplerMessageType>(op));
  const unsigned channels = operation.exists_in(gen9::SimdMode::kSimd16) ? 16 : 8;
  using P = gen9::SamplerParameter;
  constexpr std::array kAxes{P::kU, P::kV, P::kR};
  const auto uvr = coordinates(c);
  const auto last = std::find(operation.parameters.begin(), operation.parameters.end(),
                              c.type == gen9::SurfaceType::k2D ? P::kV : P::kR);
  const auto given = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(operation.parameters.size()),
                                              last - operation.parameters.begin() + 1);
  std::vector<Message> messages;
  for (unsigned first = 0; first < 4 * kQuads; first += channels) {
    Message message = bench.message(op, {}, {.simd16 = channels == 16});
    for (std::ptrdiff_t i = 0; i < given; ++i) {
      const gen9::SamplerParameter parameter = operation.parameters[static_cast<std::size_t>(i)];
      for (unsigned half = 0; half < channels / 8; ++half) {
        Grf grf{};
        for (unsigned lane = 0; lane < 8; ++lane) {
          const unsigned pixel = first + 8 * half + lane;
          const bool integer = operation.action == gen9::SamplerAction::kLoad;
          for (unsigned axis = 0; axis < kAxes.size(); ++axis) {
            if (parameter != kAxes[axis]) continue;
            const float at = uvr[axis][pixel];
            grf[lane] = integer ? static_cast<std::uint32_t>(static_cast<int>(at * kSize) & (kSize - 1))
                                : std::bit_cast<std::uint32_t>(at);
          }
        }
        message.payload.push_back(grf);
      }
    }
    message.descriptor += static_cast<std::uint32_t>(message.payload.size()) << 25;
    messages.push_back(std::move(message));
  }
  return messages;
}

/// Texels are decoded on first touch, and whole levels when they have been read for long (DecodedTexels::used): what is
/// measured comes after both.
constexpr unsigned kPassesBefore = 300;

/// Change of surface and sampler by a family.
using Change = void (*)(test::SamplerBench& bench);

void run_messages(benchmark::State& state, const Case& c, Op op, Change change) {
  const auto bench = bench_of(c);
  if (change != nullptr) change(*bench);
  const std::vector<Message> messages = messages_of(*bench, c, op);
  SamplerOutcome outcome;
  for (unsigned pass = 0; pass < kPassesBefore; ++pass) {
    for (const Message& message : messages) execute_sampler_message(bench->memory, message, PlanDetail::kNone, outcome);
  }
  for (auto _ : state) {
    for (const Message& message : messages) {
      execute_sampler_message(bench->memory, message, PlanDetail::kNone, outcome);
      benchmark::DoNotOptimize(outcome.response.registers.data());
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 4 * kQuads);
}

void run_batch(benchmark::State& state, const Case& c) {
  const auto bench = bench_of(c);
  const auto uvr = coordinates(c);
  std::vector<std::uint32_t> parameters;
  for (unsigned axis = 0; axis < 2; ++axis) {
    for (const float value : uvr[axis]) parameters.push_back(std::bit_cast<std::uint32_t>(value));
  }
  std::vector<std::uint32_t> results(4 * 4 * kQuads);
  const Message message = bench->message(Op::kSample, {0.0f}, {.simd16 = true});
  const SamplerBatch batch{parameters.data(), 2, 4 * kQuads, results.data()};
  for (unsigned pass = 0; pass < kPassesBefore; ++pass) execute_sampler_batch(bench->memory, message, batch);
  for (auto _ : state) {
    execute_sampler_batch(bench->memory, message, batch);
    benchmark::DoNotOptimize(results.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 4 * kQuads);
}

constexpr auto kLinear = gen9::MapFilter::kLinear;
constexpr auto kMip = gen9::MipFilter::kLinear;

struct Named {
  const char* name;
  Case sampled;
};

constexpr Named kCases[] = {
    {"nearest_rgba8", {.filter = gen9::MapFilter::kNearest}},
    {"bilinear_rgba8", {}},
    {"bilinear_rgba8_random", {.walk = Walk::kRandom}},
    {"bilinear_rgba8_srgb", {.format = SurfaceFormat::kR8G8B8A8UnormSrgb}},
    {"bilinear_rgba16", {.format = SurfaceFormat::kR16G16B16A16Unorm}},
    {"bilinear_rgba16f", {.format = SurfaceFormat::kR16G16B16A16Float}},
    {"bilinear_rgba32f", {.format = SurfaceFormat::kR32G32B32A32Float}},
    {"bilinear_bc1", {.format = SurfaceFormat::kBc1Unorm}},
    {"bilinear_bc7", {.format = SurfaceFormat::kBc7Unorm}},
    {"trilinear_rgba8", {.mip = kMip, .step = 1.4f}},
    {"trilinear_rgba16f", {.format = SurfaceFormat::kR16G16B16A16Float, .mip = kMip, .step = 1.4f}},
    {"trilinear_rgba32f", {.format = SurfaceFormat::kR32G32B32A32Float, .mip = kMip, .step = 1.4f}},
    {"trilinear_bc1", {.format = SurfaceFormat::kBc1Unorm, .mip = kMip, .step = 1.4f}},
    {"trilinear_bc7", {.format = SurfaceFormat::kBc7Unorm, .mip = kMip, .step = 1.4f}},
    {"anisotropic16_rgba8",
     {.filter = gen9::MapFilter::kAnisotropic, .mip = gen9::MipFilter::kNearest, .step = 0.8f, .stretch = 20.0f}},
};

/// Families of cases that few messages ask for.
struct Family {
  const char* name;
  Case sampled;
  Op op = Op::kSample;
  Change change = nullptr;
};

void use_mono(test::SamplerBench& bench) {
  bench.sampler.min_filter = bench.sampler.mag_filter = gen9::MapFilter::kMono;
  bench.sampler.address_u = bench.sampler.address_v = gen9::TextureCoordinateMode::kClampBorder;
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_mono_filter(3, 3);
}

void use_key(test::SamplerBench& bench, gen9::ChromaKeyMode mode) {
  bench.sampler.chroma_key_enable = true;
  bench.sampler.chroma_key_mode = mode;
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_chroma_key(0, 0x00000000, 0x7F7F7F7F);
}

void use_border_minimum(test::SamplerBench& bench) {
  bench.sampler.address_u = bench.sampler.address_v = gen9::TextureCoordinateMode::kClampBorder;
}

constexpr auto kAnisotropic = gen9::MapFilter::kAnisotropic;

constexpr Family kFamilies[] = {
    {"chroma_key_black",
     {},
     Op::kSample,
     [](test::SamplerBench& b) { use_key(b, gen9::ChromaKeyMode::kReplaceBlack); }},
    {"chroma_key_kill",
     {},
     Op::kSampleKillpix,
     [](test::SamplerBench& b) { use_key(b, gen9::ChromaKeyMode::kKillOnAnyMatch); }},
    {"mono_3x3", {.format = SurfaceFormat::kR1Unorm}, Op::kSample, use_mono},
    {"repeated_texels", {.in_texels = true}},
    {"anisotropic16_r24",
     {.format = SurfaceFormat::kR24UnormX8Typeless, .filter = kAnisotropic, .step = 0.8f, .stretch = 20.0f}},
    {"volume_r24", {.format = SurfaceFormat::kR24UnormX8Typeless, .type = gen9::SurfaceType::k3D, .depth = 4}},
    {"nan_one_texel", {.format = SurfaceFormat::kR32G32B32A32Float, .nan_every = 1 << 20}},
    {"nan_every_8th", {.format = SurfaceFormat::kR32G32B32A32Float, .nan_every = 8}},
    {"gather_cube_corner", {.type = gen9::SurfaceType::kCube}, Op::kGather4},
    {"minimum_border", {.step = 3.0f}, Op::kSampleMin, use_border_minimum},
};

void add(const std::string& name, const Case& c, Op op, Change change = nullptr) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [c, op, change](benchmark::State& state) { run_messages(state, c, op, change); });
}

/// Every sampled format with the best filter that it has, every operation, and what few messages ask for.
void add_all() {
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    const Case c{.format = facts.format, .filter = facts.filtering ? kLinear : gen9::MapFilter::kNearest};
    if (!facts.sampling) continue;
    try {
      bench_of(c);
    } catch (const Error&) {
      continue;  // no tiled surface of this format
    }
    add("format/" + std::string{facts.name}, c, Op::kSample);
  }
  for (const gen9::SamplerMessageFacts& operation : gen9::all_sampler_message_types()) {
    if (operation.action == gen9::SamplerAction::kMedia || operation.action == gen9::SamplerAction::kCacheFlush)
      continue;
    add("operation/" + std::string{operation.name}, {}, static_cast<Op>(operation.type));
  }
  for (const Family& family : kFamilies)
    add("family/" + std::string{family.name}, family.sampled, family.op, family.change);
}

bool wants_all() {
  const char* wanted = std::getenv("TEXPIPE_BENCHMARK_ALL");
  return wanted != nullptr && *wanted != 0;
}

const bool kRegistered = [] {
  for (const Named& named : kCases) add(std::string{"messages/"} + named.name, named.sampled, Op::kSample);
  for (const Named& named : kCases) {
    const Case c = named.sampled;
    benchmark::RegisterBenchmark((std::string{"batches/"} + named.name).c_str(),
                                 [c](benchmark::State& state) { run_batch(state, c); });
  }
  if (wants_all()) add_all();
  return true;
}();

}  // namespace
}  // namespace texpipe::functional::benchmarks
