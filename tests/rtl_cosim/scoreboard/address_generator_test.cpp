#include <catch2/catch.hpp>

#include "functional/sampling/widths.h"
#include "rtl_cosim/scoreboard/address_generator_block.h"
#include "rtl_cosim/scoreboard/stream_cosim.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

TEST_CASE("the RTL address generator agrees with the model and covers its bins", "[rtl]") {
  const AddressGeneratorBlock block{AddressGeneratorVariant::kRepository, {}};
  const std::uint64_t seed = GENERATE(7u, 8u);
  const StreamCosimResult result = run_stream_cosim(block, {.seed = seed, .requests = 40'000, .reset_every = 400});
  INFO((result.first ? result.first->what + "\n" + result.first->details : ""));
  CHECK(result.mismatches == 0);
  for (const std::string& missed : result.bins.missed()) FAIL_CHECK("missed " << missed);
}

TEST_CASE("the RTL address generator takes a pixel per cycle", "[rtl]") {
  const AddressGeneratorBlock block{AddressGeneratorVariant::kRepository, {}};
  const StreamCosimResult result =
      run_stream_cosim(block, {.requests = 500, .offered_percent = 100, .ready_percent = 100, .reset_every = 0});
  CHECK(result.cycles == 500 + kAddressGeneratorSlots);
}

TEST_CASE("a planted bug of mirrored texels is met only under the modes that mirror", "[rtl]") {
  using gen9::TextureCoordinateMode;
  const auto mismatches = [](TextureCoordinateMode mode) {
    const AddressGeneratorBlock block{AddressGeneratorVariant::kMirrorOffByOne, {mode}};
    return run_stream_cosim(block, {.requests = 3000}).mismatches;
  };
  CHECK(mismatches(TextureCoordinateMode::kMirror) > 100);
  CHECK(mismatches(TextureCoordinateMode::kWrap) == 0);
  const AddressGeneratorBlock block{AddressGeneratorVariant::kMirrorOffByOne, {}};
  const StreamCosimParameters shortest = shrink(block, {.requests = 3000});
  REQUIRE(shortest.only.size() == 1);
  CHECK_THAT(run_stream_cosim(block, shortest).first->details, Contains("MIRROR") && Contains("position"));
}

TEST_CASE("the RTL address generator's widths are those of the model's table", "[rtl]") {
  const auto bits = [](std::string_view stage, std::string_view value) {
    return functional::find_width(stage, value)->bits();
  };
  CHECK(kSizePortBits == bits("address_mode", "texel") + 1);  // 16384 itself
  CHECK(kCornerWeightPortBits == bits("footprint_plan", "corner weight"));
}
