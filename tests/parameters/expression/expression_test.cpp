// Expressions mean what arithmetic and logic mean.
#include "parameters/expression/expression.h"

#include <catch2/catch.hpp>
#include <map>

using namespace texpipe;
using namespace texpipe::study;

namespace {

double value_of(const std::string& text) {
  static const std::map<std::string, ExpressionValue> kNames{
      {"cycles", 12.0}, {"a[*].b", 5.0}, {"a[0].b", 2.0}, {"x_1.y", 3.0}, {"order", "row"}};
  return Expression::parse(text).value([](const std::string& name) { return kNames.at(name); });
}

Diagnostic refusal(const std::string& text) {
  try {
    Expression::parse(text);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.diagnostics().front();
  }
  FAIL("accepted: " << text);
  return {};
}

}  // namespace

TEST_CASE("an expression is evaluated from left to right with products first", "[expression]") {
  CHECK(value_of("cycles") == 12);
  CHECK(value_of("cycles / a[*].b") == 12.0 / 5);
  CHECK(value_of("cycles - a[0].b - x_1.y") == 7);
  CHECK(value_of("2 + 3 * cycles / 4") == 11);
  CHECK(value_of("(2 + 3) * cycles/(4 - 0.5)") == 5 * 12 / 3.5);
  CHECK(value_of(" ((a[*].b)) ") == 5);
}

TEST_CASE("a minus before a value turns its sign", "[expression]") {
  CHECK(value_of("-cycles + 15") == 3);
  CHECK(value_of("2 - -3 * -x_1.y") == -7);
  CHECK(value_of("-(2 + 3) < 0 and not -1 > 0") == 1);
  CHECK(value_of("--cycles") == 12);
  CHECK(value_of("-8KiB / 64B") == -128);
  CHECK_THROWS_AS(value_of("-order"), Error);
  CHECK(refusal("3 -").hint == "expected a number, a name, a 'text' or (");
  CHECK(refusal(std::string(100, '-') + "1").hint == "expected fewer parentheses");
}

TEST_CASE("comparisons bind weaker than sums and stronger than not and or", "[expression]") {
  CHECK(value_of("cycles > 11 and not cycles > 12") == 1);
  CHECK(value_of("cycles < 5 or cycles == 12 and x_1.y != 4") == 1);
  CHECK(value_of("not (cycles <= 12 and x_1.y >= 3)") == 0);
  CHECK(value_of("cycles - 2 >= 2 * a[*].b") == 1);
  CHECK(value_of("order == 'row'") == 1);
  CHECK(value_of("order != 'row'") == 0);
  CHECK(value_of("true == 1 and false == 0") == 1);
}

TEST_CASE("quantities in expressions are numbers of base units", "[expression]") {
  CHECK(value_of("16KiB / 64B") == 256);
  CHECK(value_of("120ns") == 120'000);
  CHECK(value_of("34.1GB/s / 2") == 17.05e9);
  CHECK(value_of("16KiB/cycles") == 16384.0 / 12);
  CHECK(value_of("1.5GHz") == 1.5e9);
  CHECK(value_of("12.5mm2 + 1") == 13.5);
  CHECK(value_of("12.5um2") == 12.5e-6);
  CHECK(value_of("1.5uJ") == 1500);
  CHECK(value_of("2J + 1mJ + 1nJ + 500pJ") == 2e9 + 1e6 + 1 + 0.5);
  CHECK(value_of("80 ns + 1 KiB/64 B") == 80'016);
  CHECK(value_of("34.1 GB/s < 35 GB/s and 5 mm2 == 5") == 1);
  CHECK_THROWS_AS(value_of("80  ns"), Error);
  CHECK_THROWS_AS(value_of("12.5mm3"), Error);
  CHECK_THROWS_AS(value_of("8KiBmm2"), Error);
  CHECK_THROWS_AS(value_of("1kJ"), Error);
}

TEST_CASE("a text in arithmetic is refused", "[expression]") {
  CHECK_THROWS_AS(value_of("order + 1"), Error);
  CHECK_THROWS_AS(value_of("order == 1"), Error);
  CHECK_THROWS_AS(value_of("order < 'z'"), Error);
  CHECK_THROWS_AS(value_of("not order"), Error);
  CHECK_THROWS_AS(value_of("order"), Error);
}

TEST_CASE("an expression that is none is refused with its place", "[expression]") {
  CHECK(refusal("cycles /").hint == "expected a number, a name, a 'text' or (");
  CHECK(refusal("cycles cycles").problem.find("at character 8, 'cycles'") != std::string::npos);
  CHECK(refusal("(cycles").hint == "expected )");
  CHECK(refusal("a[b].c").hint == "an index is a whole number or *, in brackets");
  CHECK(refusal("a[").hint == "an index is a whole number or *, in brackets");
  CHECK(refusal("").hint == "expected a number, a name, a 'text' or (");
  CHECK(refusal("1x2").hint == "expected a number, or a quantity as 8KiB, 50ns, 5.7mm2 or 1.5uJ");
  CHECK(refusal("cycles & 2").hint == "expected an operator or the end");
  CHECK(refusal("cycles < 3 < 4").hint == "expected an operator or the end");
  CHECK(refusal("cycles == 'x").hint == "expected a closing '");
  CHECK(refusal("3 and or").hint == "expected a number, a name, a 'text' or (");
  CHECK(refusal(std::string(100, '(')).hint == "expected fewer parentheses");
}

TEST_CASE("a condition that divides by zero is refused, a value is not", "[expression]") {
  const auto none = [](const std::string&) -> ExpressionValue { return 0.0; };
  CHECK_THROWS_WITH(Expression::parse("1 / a > 2").holds(none), "'1 / a > 2' divides by zero");
  CHECK(Expression::parse("1 / 2 < a + 1").holds(none));
  CHECK_NOTHROW(Expression::parse("1 / a").value(none));
}
