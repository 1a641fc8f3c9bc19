#include <catch2/catch.hpp>

#include "rtl_cosim/scoreboard/coverage_unit_block.h"
#include "rtl_cosim/scoreboard/stream_cosim.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;
using spa::PixelMode;

TEST_CASE("the RTL coverage unit agrees with the model and covers its bins", "[rtl]") {
  const CoverageUnitBlock block{CoverageUnitVariant::kRepository, {}};
  const std::uint64_t seed = GENERATE(7u, 8u);
  const StreamCosimResult result = run_stream_cosim(block, {.seed = seed, .requests = 20'000, .reset_every = 400});
  INFO((result.first ? result.first->what + "\n" + result.first->details : ""));
  CHECK(result.mismatches == 0);
  for (const std::string& missed : result.bins.missed()) FAIL_CHECK("missed " << missed);
}

TEST_CASE("the RTL coverage unit takes a subspan per cycle", "[rtl]") {
  const CoverageUnitBlock block{CoverageUnitVariant::kRepository, {}};
  const StreamCosimResult result =
      run_stream_cosim(block, {.requests = 500, .offered_percent = 100, .ready_percent = 100, .reset_every = 0});
  CHECK(result.cycles == 500 + kCoverageUnitSlots);
}

TEST_CASE("a planted bug of the centroid is met only where a centroid is asked for", "[rtl]") {
  const auto mismatches = [](PixelMode mode) {
    const CoverageUnitBlock block{CoverageUnitVariant::kCentroidOfHelpers, {mode}};
    return run_stream_cosim(block, {.requests = 3000}).mismatches;
  };
  CHECK(mismatches(PixelMode::kCentroidOffset) > 100);
  CHECK(mismatches(PixelMode::kOffset) == 0);
  const CoverageUnitBlock block{CoverageUnitVariant::kCentroidOfHelpers, {}};
  const StreamCosimParameters shortest = shrink(block, {.requests = 3000});
  REQUIRE(shortest.only.size() == 1);
  CHECK_THAT(run_stream_cosim(block, shortest).first->details, Contains("helper and partial mask"));
}
