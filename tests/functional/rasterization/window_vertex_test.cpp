#include "functional/rasterization/window_vertex.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

TEST_CASE("positions snap to the nearest 1/256 pixel, ties to even", "[rasterization]") {
  constexpr float kStep = 1.0f / 256;
  CHECK(snap(3.0f, -2.0f) == WindowVertex{768, -512});
  CHECK(snap(0.25f * kStep, 0.75f * kStep) == WindowVertex{0, 1});
  CHECK(snap(0.5f * kStep, 1.5f * kStep) == WindowVertex{0, 2});
  CHECK(snap(-0.5f * kStep, -1.5f * kStep) == WindowVertex{0, -2});
  CHECK(snap(-0.75f * kStep, -0.25f * kStep) == WindowVertex{-1, 0});
  CHECK(snap(std::nextafter(0.5f * kStep, 1.0f), std::nextafter(1.5f * kStep, 0.0f)) == WindowVertex{1, 1});
}

TEST_CASE("NaN snaps to 0, and the guard band's border is its last position", "[rasterization]") {
  const auto band = static_cast<float>(kGuardBand);
  CHECK(snap(std::numeric_limits<float>::quiet_NaN(), 1.0f) == WindowVertex{0, 256});
  CHECK(snap(band, -band) == WindowVertex{1 << 28, -(1 << 28)});
  CHECK_THROWS_WITH(snap(std::nextafter(band, 2 * band), 0.0f), Catch::Contains("guard band"));
  CHECK_THROWS_AS(snap(0.0f, -std::numeric_limits<float>::infinity()), Error);
}
