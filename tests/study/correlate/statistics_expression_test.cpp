// Expressions over statistics mean what arithmetic means.
#include "study/correlate/statistics_expression.h"

#include <catch2/catch.hpp>
#include <map>

using namespace texpipe;
using namespace texpipe::study;

namespace {

double value_of(const std::string& text) {
  static const std::map<std::string, double> kNames{{"cycles", 12}, {"a[*].b", 5}, {"a[0].b", 2}, {"x_1.y", 3}};
  return StatisticsExpression::parse(text).value([](const std::string& name) { return kNames.at(name); });
}

Diagnostic refusal(const std::string& text) {
  try {
    StatisticsExpression::parse(text);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.diagnostics().front();
  }
  FAIL("accepted: " << text);
  return {};
}

}  // namespace

TEST_CASE("an expression over statistics is evaluated from left to right with products first", "[correlate]") {
  CHECK(value_of("cycles") == 12);
  CHECK(value_of("cycles / a[*].b") == 12.0 / 5);
  CHECK(value_of("cycles - a[0].b - x_1.y") == 7);
  CHECK(value_of("2 + 3 * cycles / 4") == 11);
  CHECK(value_of("(2 + 3) * cycles/(4 - 0.5)") == 5 * 12 / 3.5);
  CHECK(value_of(" ((a[*].b)) ") == 5);
}

TEST_CASE("an expression that is none is refused with its place", "[correlate]") {
  CHECK(refusal("cycles /").hint == "expected a number, the name of a statistic or (");
  CHECK(refusal("cycles cycles").problem.find("at character 8, 'cycles'") != std::string::npos);
  CHECK(refusal("(cycles").hint == "expected )");
  CHECK(refusal("a[b].c").hint == "an index is a whole number or *, in brackets");
  CHECK(refusal("a[").hint == "an index is a whole number or *, in brackets");
  CHECK(refusal("").hint == "expected a number, the name of a statistic or (");
  CHECK(refusal("1x2").hint == "expected a number");
  CHECK(refusal("cycles & 2").hint == "expected + - * / or the end");
  CHECK(refusal(std::string(100, '(')).hint == "expected fewer parentheses");
}
