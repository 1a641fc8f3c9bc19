// Intermediate values of messages between parameters and results: the one plan that gave the results.
#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

gen9::SamplerState border_sampler(gen9::MapFilter filter) {
  gen9::SamplerState sampler;
  sampler.min_filter = sampler.mag_filter = filter;
  sampler.mip_filter = gen9::MipFilter::kLinear;
  sampler.max_anisotropy = 4;
  sampler.max_lod = gen9::U4_8::nearest(14.0);
  sampler.address_u = gen9::TextureCoordinateMode::kClampBorder;
  return sampler;
}

/// A quad that leaves the map at its left and right, of any size and direction.
Message any_message(SamplerBench& bench, Op op, std::mt19937& random) {
  const auto any = [&](float low, float high) {
    return low + (high - low) * static_cast<float>(random() >> 8) / static_cast<float>(1 << 24);
  };
  std::vector<float> u, v;
  const float u0 = any(-0.3f, 1.3f), v0 = any(-2.0f, 2.0f), reach = any(0.0f, 0.6f);
  for (unsigned lane = 0; lane < 8; ++lane) {
    u.push_back(u0 + any(0.0f, reach));
    v.push_back(v0 + any(0.0f, reach));
  }
  return bench.message(op, {u, v}, {.execution_mask = static_cast<std::uint32_t>(random() & 0xFF)});
}

/// The plans of a message, made once more.
std::vector<std::vector<FootprintPlan>> planned_again(const GpuMemory& memory, const Message& message,
                                                      std::vector<SubspanSetup>& setups) {
  SamplerRequest request;
  decode_sampler_request(message, request);
  const auto binding = make_binding(memory, message, read_binding_words(memory, message, request));
  std::vector<std::vector<FootprintPlan>> plans;
  for (unsigned subspan = 0; subspan < request.subspans(); ++subspan) {
    set_up_subspan(*binding, request, subspan, setups.emplace_back());
    std::vector<FootprintPlan>& mine = plans.emplace_back();
    for_each_footprint(*binding, setups.back(), [&](const FootprintPlan& plan) { mine.push_back(plan); });
  }
  return plans;
}

}  // namespace

TEST_CASE("intermediates are those of the plan that gave the results", "[sampling]") {
  const auto filter = GENERATE(gen9::MapFilter::kLinear, gen9::MapFilter::kAnisotropic, gen9::MapFilter::kNearest);
  const auto op = GENERATE(Op::kSample, Op::kGather4);
  std::vector<std::byte> texels(4 * (64 * 64 + 32 * 32 + 16 * 16 + 8 * 8), std::byte{0x55});
  SamplerBench bench{{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = 64, .height = 64, .levels = 4},
                     texels,
                     border_sampler(filter)};
  std::mt19937 random{3};
  unsigned borders = 0;
  for (unsigned repeat = 0; repeat < 40; ++repeat) {
    const Message message = any_message(bench, op, random);
    const SamplerOutcome outcome = execute_sampler_message(bench.memory, message, PlanDetail::kIntermediates);
    const SamplerOutcome plain = execute_sampler_message(bench.memory, message, PlanDetail::kNone);
    CHECK(outcome.response.registers == plain.response.registers);
    std::vector<SubspanSetup> setups;
    const auto plans = planned_again(bench.memory, message, setups);
    for (unsigned subspan = 0; subspan < outcome.subspans.size(); ++subspan) {
      const SubspanPlan& told = outcome.subspans[subspan];
      REQUIRE(told.intermediates.size() == plans[subspan].size());
      REQUIRE(told.operands.size() == plans[subspan].size());
      for (std::size_t i = 0; i < plans[subspan].size(); ++i) {
        const FootprintPlan& plan = plans[subspan][i];
        const FootprintIntermediates& mine = told.intermediates[i];
        CHECK(mine.border == plan.border);
        CHECK(mine.missing == plan.missing);
        borders += static_cast<unsigned>(std::popcount(mine.border));
        for (unsigned texel = 0; texel < kTexelsPerFootprint; ++texel) {
          const bool used = (plan.corners >> texel & 1) != 0, border = (plan.border >> texel & 1) != 0;
          CHECK(mine.weight[texel] == (used ? plan.weight[texel] : 0));
          CHECK(mine.code[texel][0] == (used && !border ? 0x55u : 0u));  // the border is black
        }
        for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
          CHECK(mine.pixel_weight[p] == ((plan.pixels >> p & 1) != 0 ? plan.pixel_weight[p] : 0));
      }
      for (unsigned p = 0; p < told.levels.size(); ++p) {
        const PixelSetup& pixel = setups[subspan].pixel[p];
        CHECK(told.levels[p].taps == (pixel.active ? pixel.taps : 0));
        CHECK(told.levels[p].clamped == (pixel.active ? pixel.levels.clamped : 0));
        CHECK(told.levels[p].first == (pixel.active ? pixel.levels.first : 0));
      }
    }
  }
  CHECK(borders > 0);
}

TEST_CASE("LOD tells the levels that it chose and operands alone tell none", "[sampling]") {
  SamplerBench bench{{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = 4, .height = 4},
                     std::vector<std::byte>(64),
                     border_sampler(gen9::MapFilter::kLinear)};
  const SamplerOutcome lod = bench.send(Op::kLod, {0.5f, 0.5f}, {}, PlanDetail::kIntermediates);
  REQUIRE(lod.subspans.at(0).levels.size() == kPixelsPerSubspan);
  CHECK(lod.subspans[0].levels[0].taps == 1);
  CHECK(bench.send(Op::kLod, {0.5f, 0.5f}, {}, PlanDetail::kOperands).subspans.at(0).levels.empty());
  CHECK(bench.send(Op::kSample, {0.5f, 0.5f}, {}, PlanDetail::kOperands).subspans.at(0).intermediates.empty());
}
