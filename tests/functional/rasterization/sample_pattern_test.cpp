#include "functional/rasterization/sample_pattern.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// Positions of specification/sampling-rules 6: from the centre, where ours count from the corner.
void check_from_centre(unsigned count, std::initializer_list<std::array<int, 2>> expected) {
  const SamplePattern pattern = standard_pattern(count);
  REQUIRE(pattern.count == expected.size());
  CHECK(pattern.standard);
  unsigned sample = 0;
  for (const auto& [x, y] : expected) {
    INFO(count << " samples, sample " << sample);
    CHECK(pattern.positions[sample].x - 8 == x);
    CHECK(pattern.positions[sample].y - 8 == y);
    ++sample;
  }
}

}  // namespace

TEST_CASE("the standard positions are Direct3D's", "[rasterization][section-6][X12]") {
  check_from_centre(1, {{0, 0}});
  check_from_centre(2, {{4, 4}, {-4, -4}});
  check_from_centre(4, {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}});
  check_from_centre(8, {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}});
  check_from_centre(16, {{1, 1},
                         {-1, -3},
                         {-3, 2},
                         {4, -1},
                         {-5, -2},
                         {2, 5},
                         {5, 3},
                         {3, -5},
                         {-2, 6},
                         {0, -7},
                         {-4, -6},
                         {-6, 4},
                         {-8, 0},
                         {7, -4},
                         {6, 7},
                         {-7, -8}});
}

TEST_CASE("other sample counts than powers of two up to 16 do not exist", "[rasterization]") {
  for (const unsigned count : {0u, 3u, 5u, 12u, 32u}) {
    CHECK_THROWS_WITH(standard_pattern(count), Catch::Contains("sample count " + std::to_string(count)));
  }
}

TEST_CASE("programmed positions stay inside the pixel", "[rasterization]") {
  const SamplePosition inside[] = {{0, 15}, {15, 0}};
  const SamplePattern pattern = programmed_pattern(inside);
  CHECK(pattern.count == 2);
  CHECK_FALSE(pattern.standard);
  CHECK(pattern.positions[0] == SamplePosition{0, 15});
  const SamplePosition right[] = {{8, 8}, {16, 0}};
  CHECK_THROWS_WITH(programmed_pattern(right), Catch::Contains("(16, 0)"));
  const SamplePosition below[] = {{0, 16}};
  CHECK_THROWS_WITH(programmed_pattern(below), Catch::Contains("(0, 16)"));
  const SamplePosition three[] = {{0, 0}, {1, 1}, {2, 2}};
  CHECK_THROWS_AS(programmed_pattern(three), Error);
}
