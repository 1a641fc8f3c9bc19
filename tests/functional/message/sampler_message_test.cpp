#include <catch2/catch.hpp>

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

TEST_CASE("sums from outside give the same response", "[sampling]") {
  SamplerBench bench{kTwoByTwo, kTexels, linear_sampler()};
  const Message message = bench.message(Op::kSampleLz, {0.625f, 0.375f});
  const auto outcome = execute_sampler_message(bench.memory, message, PlanDetail::kOperands);
  REQUIRE(outcome.subspans.size() == 2);
  std::vector<std::vector<FootprintSums>> sums;
  for (const SubspanPlan& subspan : outcome.subspans) {
    sums.emplace_back();
    REQUIRE(subspan.operands.size() == subspan.footprints.size());
    for (const FootprintOperands& operands : subspan.operands) {
      FootprintSums& sum = sums.back().emplace_back();
      for (unsigned corner = 0; corner < kTexelsPerFootprint; ++corner) {
        for (unsigned c = 0; c < 4; ++c)
          sum[corner / 4][c] += std::int64_t{operands.code[corner][c]} * operands.weight[corner];
      }
    }
  }
  CHECK(response_from_sums(bench.memory, message, sums).registers == outcome.response.registers);
  sums[0][0][0][0] += 65536;
  CHECK(response_from_sums(bench.memory, message, sums).registers != outcome.response.registers);
}
