#include "workload/frame/number_ranges.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using study::NumberRanges;

namespace {

NumberRanges parsed(std::string_view text) {
  NumberRanges ranges;
  const auto problem = parse_text(text, ranges);
  REQUIRE(!problem);
  return ranges;
}

}  // namespace

TEST_CASE("numbers and ranges read back as they print", "[frame]") {
  for (const char* text : {"all", "3", "3..9", "0, 4..6, 2", "18446744073709551615"})
    CHECK(value_text(parsed(text)) == text);
  CHECK(parsed("[1,2 .. 3]") == NumberRanges{{{1, 1}, {2, 3}}});
  CHECK(parsed("5..5") == parsed("5"));
}

TEST_CASE("ranges contain both of their ends, and all contains every number", "[frame]") {
  const NumberRanges ranges = parsed("0, 4..6, 2");
  for (const std::uint64_t number : {0, 2, 4, 5, 6}) CHECK(ranges.contains(number));
  for (const std::uint64_t number : {1, 3, 7}) CHECK(!ranges.contains(number));
  CHECK(ranges.last() == 6);
  CHECK(parsed("all").contains(1'000'000));
}

TEST_CASE("what is no range is refused with what would be one", "[frame]") {
  NumberRanges ranges = parsed("7");
  for (const char* text : {"", "x", "3..", "..3", "-1", "1...2", "1,", "alle"}) {
    const auto problem = parse_text(text, ranges);
    REQUIRE(problem);
    CHECK_THAT(problem->problem, Catch::Contains("is no number and no range"));
    CHECK_THAT(problem->hint, Catch::Contains("3..9"));
  }
  const auto problem = parse_text("9..3", ranges);
  REQUIRE(problem);
  CHECK(problem->problem == "the range 9..3 ends before it begins");
  CHECK(problem->hint == "expected 3..9");
  CHECK(ranges == parsed("7"));
}
