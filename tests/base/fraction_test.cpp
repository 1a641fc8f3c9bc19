#include "base/fraction.h"

#include <catch2/catch.hpp>

using namespace texpipe;

namespace {

std::string round_trip(std::string_view text) {
  Fraction value;
  const auto problem = parse_text(text, value);
  return problem ? problem->problem : value_text(value);
}

}  // namespace

TEST_CASE("fractions are read exactly and written without a common divisor", "[fraction]") {
  CHECK(round_trip("4") == "4");
  CHECK(round_trip("0") == "0");
  CHECK(round_trip("1/2") == "1/2");
  CHECK(round_trip("6/4") == "3/2");
  CHECK(round_trip("8/4") == "2");
  CHECK(round_trip("0.5") == "1/2");
  CHECK(round_trip("2.25") == "9/4");
  CHECK(round_trip("0.1") == "1/10");
  CHECK(round_trip("1.000000") == "1");
  CHECK(round_trip("0.0009765625") == "1/1024");
  CHECK(round_trip("0.00000095367431640625") != "1/1048576");
  CHECK(round_trip("1000000/999999") == "1000000/999999");
}

TEST_CASE("what is no fraction is refused", "[fraction]") {
  for (const char* text : {"",   "/",     "1/",  "/2",   "1/0", "-1",    "-1/2",  "1/-2",  "01", "1/02", ".5",
                           "1.", "1.5/2", "1e3", "0x10", "one", "1 / 2", "1/2/3", "1.2.3", " 1", "1 "}) {
    Fraction value{7};
    INFO(text);
    const auto problem = parse_text(text, value);
    REQUIRE(problem);
    CHECK(problem->problem.find("is not a number or fraction") != std::string::npos);
    CHECK(value == Fraction{7});
  }
  for (const char* text : {"1000001", "1/1000001", "1.000001", "999999999999/999999999998"}) {
    Fraction value;
    INFO(text);
    CHECK(parse_text(text, value));
  }
}

TEST_CASE("fractions compare by value", "[fraction]") {
  CHECK(Fraction{1, 3} < Fraction{1, 2});
  CHECK(Fraction{2, 4} == Fraction{1, 2});
  CHECK(Fraction{3} > Fraction{5, 2});
  CHECK(Fraction{1000000, 999999} > Fraction{1});
}
