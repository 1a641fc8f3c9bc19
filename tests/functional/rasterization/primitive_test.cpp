// What lines and rectangles refuse, and masks that leave nothing of them.
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/rasterization/rasterizer.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

RasterState state_of(unsigned samples) {
  RasterState state;
  state.viewport = {0, 0, 16, 16};
  state.pattern = standard_pattern(samples);
  return state;
}

}  // namespace

TEST_CASE("three corners that span no axis-aligned rectangle are refused", "[rasterization]") {
  std::vector<CoveredSubspan> out;
  const WindowVertex lower_right{1024, 1024}, lower_left{256, 1024}, upper_left{256, 512};
  CHECK(rasterize_rectangle(state_of(1), lower_right, lower_left, upper_left, out).subspans != 0);
  CHECK_THROWS_WITH(rasterize_rectangle(state_of(1), {1024, 1023}, lower_left, upper_left, out),
                    Catch::Contains("RECTLIST"));
  CHECK_THROWS_WITH(rasterize_rectangle(state_of(1), lower_right, lower_left, {255, 512}, out),
                    Catch::Contains("RECTLIST"));
}

TEST_CASE("the diamond rule has one sample per pixel", "[rasterization]") {
  std::vector<CoveredSubspan> out;
  CHECK_THROWS_WITH(rasterize_line(state_of(4), {0, 0}, {1024, 0}, 256, LineRule::kDiamondExit, out),
                    Catch::Contains("diamond"));
}

TEST_CASE("a sample mask without a primitive's samples leaves no subspan", "[rasterization]") {
  RasterState state = state_of(1);
  state.sample_mask = 0b10;
  std::vector<CoveredSubspan> out;
  CHECK(rasterize_line(state, {128, 128}, {2048, 128}, 256, LineRule::kDiamondExit, out).subspans == 0);
  CHECK(rasterize_line(state, {128, 128}, {2048, 128}, 256, LineRule::kRectangle, out).subspans == 0);
  CHECK(rasterize_triangle(state, {0, 0}, {4096, 0}, {0, 4096}, out).subspans == 0);
  CHECK(rasterize_point(state, {1024, 1024}, 1024, out).subspans == 0);
  CHECK(out.empty());
}
