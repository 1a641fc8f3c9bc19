// Units in expressions: plain numbers beside what has a unit, and units that do not fit.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/shortened.h"
#include "base/unit_text.h"
#include "parameters/expression/estimate_unit.h"
#include "parameters/expression/expression.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

/// A value while units are checked.
struct UnitedValue {
  NamedUnit unit{};
  std::optional<double> plain{};  // of constants without a unit, and what is made of them alone
};

/// A number in base units as people write it.
std::string base_text(double number, std::string_view unit) {
  ParameterNode node;
  node.unit = unit;
  return nearest_text(number, node);
}

/// The number with a unit: that of the example, or the base's where that comes nearer to the example's value.
std::string with_unit(double number, const NamedUnit& example) {
  if (number < 0) return '-' + with_unit(-number, example);
  const std::size_t digits = std::min(example.text.find_first_not_of("0123456789."), example.text.size());
  const std::string letters = example.text.substr(digits);
  std::string in_base = base_text(number, example.unit), in_letters = value_text(number) + letters;
  const std::optional<double> value = number_of(example.text), other = number_of(in_letters);
  if (!other) return in_base;
  if (!value || *value <= 0) return in_letters;
  const auto distance = [&](double from) { return std::abs(std::log(from / *value)); };
  return distance(number) < distance(*other) ? in_base : in_letters;
}

/// Refusals of values that are compared or joined.
class UnitCheck {
 public:
  explicit UnitCheck(const std::string& text) : text_{text} {}

  void check(const UnitedValue& left, const UnitedValue& right) const {
    check_plain(left.unit, right.plain);
    check_plain(right.unit, left.plain);
    const std::string_view one = left.unit.unit, other = right.unit.unit;
    if (one.empty() || other.empty() || one == other) return;
    refuse("compares or joins " + std::string{one} + " with " + std::string{other}, "");
  }

 private:
  void check_plain(const NamedUnit& unit, const std::optional<double>& plain) const {
    if (unit.text.empty() || !plain || *plain == 0) return;
    refuse("has " + value_text(*plain) + " without a unit beside " + std::string{unit.unit},
           "did you mean " + with_unit(*plain, unit) + "?");
  }
  [[noreturn]] void refuse(const std::string& problem, std::string hint) const {
    constexpr std::size_t kShownText = 200;
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.problem = "'" + shortened(text_, kShownText) + "' " + problem, .hint = std::move(hint)}};
  }

  const std::string& text_;
};

/// A constant; its example is the constant itself, but for estimates, which may stand without a unit.
UnitedValue united(const ExpressionValue& constant, std::string_view unit) {
  const double* number = std::get_if<double>(&constant);
  if (number == nullptr) return {};
  if (unit.empty()) return {.plain = *number};
  const bool estimate = unit == kAreaUnit || unit == kEnergyUnit;
  return {.unit = {.unit = unit, .text = estimate ? "" : base_text(*number, unit)}};
}

}  // namespace

NamedUnit Expression::check_units(const std::function<NamedUnit(const std::string&)>& unit_of) const {
  const UnitCheck units{text_};
  std::vector<UnitedValue> stack;
  for (const Step& step : steps_) {
    const bool named = step.operation == Operation::kName;
    if (named || step.operation == Operation::kConstant) {
      stack.push_back(named ? UnitedValue{.unit = unit_of(step.name)} : united(step.constant, step.unit));
      continue;
    }
    if (step.operation == Operation::kNot) {
      stack.back() = {};
      continue;
    }
    if (step.operation == Operation::kNegate) {
      if (stack.back().plain) stack.back().plain = -*stack.back().plain;
      continue;
    }
    const UnitedValue right = stack.back();
    stack.pop_back();
    const UnitedValue left = std::exchange(stack.back(), {});
    const bool sum = step.operation == Operation::kAdd || step.operation == Operation::kSubtract;
    const bool logic = step.operation == Operation::kAnd || step.operation == Operation::kOr;
    const bool times = step.operation == Operation::kMultiply, divided = step.operation == Operation::kDivide;
    if (left.plain && right.plain) {
      const double value = std::get<double>(apply(step.operation, *left.plain, *right.plain));
      if (std::isfinite(value)) stack.back().plain = value;  // a division by zero is told where it is evaluated
    } else if (times || divided) {
      if (right.plain) stack.back().unit = left.unit;
      if (left.plain && times) stack.back().unit = right.unit;
    } else if (!logic) {
      units.check(left, right);
      if (sum && (right.plain || left.unit.unit == right.unit.unit)) stack.back().unit = left.unit;
      if (sum && left.plain) stack.back().unit = right.unit;
    }
  }
  return stack.back().unit;
}

}  // namespace texpipe::study
