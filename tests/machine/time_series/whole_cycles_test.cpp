#include "machine/time_series/whole_cycles.h"

#include <catch2/catch.hpp>

#include "machine/statistics/issue_slot.h"

using namespace texpipe::machine;

namespace {

constexpr std::uint64_t kHalf = kSubcyclesPerCycle / 2;

}  // namespace

TEST_CASE("half a cycle of every interval is a cycle of every second one", "[time_series]") {
  const CategoryTable cycles = whole_cycles({{kHalf, 2 * kHalf, 3 * kHalf, 4 * kHalf},  //
                                             {3 * kHalf, 6 * kHalf, 9 * kHalf, 12 * kHalf}});
  CHECK(cycles == CategoryTable{{0, 1, 0, 1}, {2, 1, 2, 1}});
}

TEST_CASE("a category whose rounding would shrink has nothing in the interval", "[time_series]") {
  // Carried from category to category the second one's half is a cycle at the first end, and nothing at the second.
  const CategoryTable cycles = whole_cycles({{kHalf, 2 * kHalf}, {kHalf, kHalf}, {0, kHalf}});
  CHECK(cycles == CategoryTable{{1, 0}, {0, 0}, {0, 1}});
}
