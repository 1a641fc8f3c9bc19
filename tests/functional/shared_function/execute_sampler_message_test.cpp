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

TEST_CASE("sums of the operands are the sums that a filter has to deliver", "[sampling][plan]") {
  SamplerBench bench{
      {.width = 2, .height = 2}, rgba({0x01020304, 0x10203040, 0x0A0B0C0D, 0x7F6F5F4F}), linear_sampler()};
  const Message message = bench.message(Op::kSampleLz, {std::vector{0.3f, 0.6f, 0.5f, 0.71f}, 0.55f});
  const SamplerOutcome outcome = execute_sampler_message(bench.memory, message, PlanDetail::kOperands);
  std::vector<std::vector<FootprintSums>> sums;
  for (const SubspanPlan& plan : outcome.subspans) {
    sums.emplace_back();
    for (const FootprintOperands& operands : plan.operands) sums.back().push_back(sum_operands(operands));
  }
  CHECK(response_from_sums(bench.memory, message, sums).registers == outcome.response.registers);
  // Pixel 2 stands in the middle of its row: half of either column, 0.55 * 2 - 0.5 = 0.6 rounded to 154/256 below.
  const std::int64_t expected = 128 * (102 * (0x04 + 0x40) + 154 * (0x0D + 0x4F));
  CHECK(sums[0][0][2][0] == expected);
}

TEST_CASE("a filter that delivers too few sums is refused with the place", "[sampling][plan]") {
  SamplerBench bench{{.width = 1, .height = 1}, rgba({1}), linear_sampler()};
  const Message message = bench.message(Op::kSampleLz, {0.5f, 0.5f});
  std::vector<std::vector<FootprintSums>> sums{{FootprintSums{}}};
  CHECK_THROWS_WITH(response_from_sums(bench.memory, message, sums), Catch::Contains("footprint 0 of subspan 1"));
  sums = {{}, {FootprintSums{}}};
  CHECK_THROWS_WITH(response_from_sums(bench.memory, message, sums), Catch::Contains("footprint 0 of subspan 0"));
}
