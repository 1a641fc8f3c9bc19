// Cycles by works: slopes that are known come back, and none that makes no sense.
#include "study/sampled_run/frame_regression.h"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

using namespace texpipe::study;

namespace {

using Values = std::vector<double>;

std::vector<double> slopes(const Values& cycles, const std::vector<Values>& works, const Values& means,
                           double mean = 1000) {
  return slopes_of(cycles, works, means, mean);
}

}  // namespace

TEST_CASE("cycles that follow one work have its slope", "[sample][frame]") {
  CHECK(slopes({-6, 0, 6}, {{-2, 0, 2}}, {10}) == Values{3});
}

TEST_CASE("cycles that follow two works have both slopes", "[sample][frame]") {
  const Values a{-1, 1, -1, 1}, b{-3, -1, 1, 3};
  Values cycles;
  for (std::size_t i = 0; i < a.size(); ++i) cycles.push_back(2 * a[i] + 0.5 * b[i]);
  const auto found = slopes(cycles, {a, b}, {10, 10});
  CHECK(found[0] == Approx(2));
  CHECK(found[1] == Approx(0.5));
}

TEST_CASE("a work with which cycles fall counts nothing", "[sample][frame]") {
  CHECK(slopes({6, 0, -6}, {{-2, 0, 2}}, {10}) == Values{0});
  const auto found = slopes({-6, 0, 6, 0}, {{-2, 0, 2, 0}, {1, -1, -1, 1}}, {10, 10});
  CHECK(found[0] == Approx(3));
  CHECK(found[1] == 0);
}

TEST_CASE("of works that go together one counts, and a work that is everywhere the same does not", "[sample][frame]") {
  const auto together = slopes({-6, 0, 6}, {{-2, 0, 2}, {-4, 0, 4}}, {10, 20});
  CHECK(together == Values{3, 0});
  CHECK(slopes({-6, 0, 6}, {{0, 0, 0}, {-4, 0, 4}}, {10, 20}) == Values{0, 1.5});
  CHECK(slopes({-6, 0, 6}, {{0, 0, 0}, {0, 0, 0}}, {10, 20}) == Values{0, 0});
}

TEST_CASE("works take no longer than the parts", "[sample][frame]") {
  CHECK(slopes({-60, 0, 60}, {{-2, 0, 2}}, {10}, 100) == Values{10});
}
