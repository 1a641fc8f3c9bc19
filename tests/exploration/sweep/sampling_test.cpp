#include "exploration/sweep/sampling.h"

#include <catch2/catch.hpp>
#include <set>

using namespace texpipe::study;

TEST_CASE("the first points of Sobol's sequence are those of the literature", "[sweep]") {
  const double expected[8][4] = {{0, 0, 0, 0},
                                 {0.5, 0.5, 0.5, 0.5},
                                 {0.75, 0.25, 0.25, 0.25},
                                 {0.25, 0.75, 0.75, 0.75},
                                 {0.375, 0.375, 0.625, 0.875},
                                 {0.875, 0.875, 0.125, 0.375},
                                 {0.625, 0.125, 0.875, 0.625},
                                 {0.125, 0.625, 0.375, 0.125}};
  for (std::uint32_t n = 0; n < 8; ++n)
    for (std::size_t axis = 0; axis < 4; ++axis) CHECK(sobol_coordinate(0, n, axis) == expected[n][axis]);
}

TEST_CASE("a power of two of Sobol's points has one in each equal part of every axis", "[sweep]") {
  for (const std::uint64_t seed : {0u, 1u, 77u}) {
    for (std::size_t axis = 0; axis < kMostSobolAxes; ++axis) {
      std::set<int> parts;
      for (std::uint32_t n = 0; n < 256; ++n) parts.insert(static_cast<int>(sobol_coordinate(seed, n, axis) * 256));
      CHECK(parts.size() == 256);
    }
  }
}

TEST_CASE("random coordinates depend on seed and point and axis", "[sweep]") {
  std::set<double> all;
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t point = 0; point < 10; ++point)
      for (std::size_t axis = 0; axis < 10; ++axis) {
        const double x = random_coordinate(seed, point, axis);
        CHECK((x >= 0 && x < 1));
        sum += x;
        all.insert(x);
      }
  CHECK(all.size() == 1000);
  CHECK(sum == Approx(500).epsilon(0.05));
}
