#include <catch2/catch.hpp>

#include "functional/sampling/filter.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

const SurfaceImage kTwoByTwo{.width = 2, .height = 2};
const auto kTexels = rgba({0x00000000, 0x000000FF, 0x0000FF00, 0xFFFF0000});

}  // namespace

TEST_CASE("a bilinear sample between four texels is their exact mean", "[sampling]") {
  SamplerBench bench{kTwoByTwo, kTexels, linear_sampler()};
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f});
  for (unsigned channel = 0; channel < 4; ++channel) CHECK(real(outcome, channel) == 0.25f);
}

TEST_CASE("a disabled channel keeps its register bytes", "[sampling]") {
  SamplerBench bench{kTwoByTwo, kTexels, linear_sampler()};
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f}, {.execution_mask = 0x81});
  for (unsigned channel = 0; channel < 4; ++channel) CHECK(outcome.response.byte_enables[channel] == 0xF000000F);
}
