#include <catch2/catch.hpp>

#include "rtl_cosim/scoreboard/stream_cosim.h"
#include "rtl_cosim/scoreboard/texture_filter_block.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

TEST_CASE("the RTL filter agrees with the model in every sum and covers its bins", "[rtl]") {
  const auto [offered, ready] = GENERATE(table<unsigned, unsigned>({{100, 100}, {80, 70}, {20, 90}}));
  const TextureFilterBlock block{TextureFilterVariant::kRepository, {}};
  const StreamCosimResult result = run_stream_cosim(
      block, {.seed = 3, .requests = 30'000, .offered_percent = offered, .ready_percent = ready, .reset_every = 300});
  INFO((result.first ? result.first->what + "\n" + result.first->details : ""));
  CHECK(result.mismatches == 0);
  CHECK(result.dropped > 50);
  for (const std::string& missed : result.bins.missed()) {
    // Nothing waits at full rate.
    if (ready != 100) FAIL_CHECK("missed " << missed);
  }
}

TEST_CASE("at full rate the RTL filter takes a footprint of a subspan per cycle", "[rtl]") {
  const TextureFilterBlock block{TextureFilterVariant::kRepository, {}};
  const StreamCosimResult result =
      run_stream_cosim(block, {.requests = 500, .offered_percent = 100, .ready_percent = 100, .reset_every = 0});
  CHECK(result.cycles == 500 + kTextureFilterSlots);
}

TEST_CASE("a planted bug of the RTL filter shrinks to one footprint and is explained", "[rtl]") {
  const TextureFilterBlock block{TextureFilterVariant::kSwappedWeights, {FilterStimulus::kBilinear}};
  const StreamCosimParameters parameters{.requests = 500};
  const StreamCosimResult result = run_stream_cosim(block, parameters);
  REQUIRE(result.first);
  CHECK(result.mismatches > 300);
  const StreamCosimParameters shortest = shrink(block, parameters);
  REQUIRE(shortest.only.size() == 1);
  CHECK_THAT(run_stream_cosim(block, shortest).first->details,
             Contains("BILINEAR") && Contains("the footprint's sums") && Contains("out_sums     model "));
}

TEST_CASE("a planted bug of the RTL filter that needs weights of two corners does not show in points", "[rtl]") {
  const TextureFilterBlock block{TextureFilterVariant::kSwappedWeights, {FilterStimulus::kPoint}};
  CHECK(run_stream_cosim(block, {.requests = 500}).mismatches == 0);
}
