#include "machine/statistics/issue_slot.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("rates that are fractions start items at their exact times for ever", "[issue_slot]") {
  const Fraction rate =
      GENERATE(Fraction{1, 2}, Fraction{3}, Fraction{3, 2}, Fraction{7, 3}, Fraction{64}, Fraction{11, 1000});
  IssueSlot slot;
  constexpr std::uint64_t kItems = 1'000'000;
  for (std::uint64_t item = 0; item < kItems; ++item) {
    const Cycles start = slot.earliest(Cycles{});
    const std::uint64_t exact = item * rate.denominator() / rate.numerator();  // floor of item / rate
    if (start != Cycles{exact}) FAIL("item " << item << " starts at " << start.value() << ", not " << exact);
    slot.claim(start, work_at_rate(1, rate));
  }
  CHECK(slot.busy_until() == Cycles{(kItems * rate.denominator() + rate.numerator() - 1) / rate.numerator()});
}

TEST_CASE("an interval that is no whole number of subcycles is rounded up", "[issue_slot]") {
  const Fraction rate{17};  // does not divide a cycle
  CHECK(work_at_rate(17, rate) == subcycles(Cycles{1}));
  CHECK(work_at_rate(1, rate).value() == kSubcyclesPerCycle / 17 + 1);
  CHECK(work_at_rate(0, rate) == Subcycles{});
}
