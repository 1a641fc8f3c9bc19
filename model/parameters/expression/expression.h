// An expression over named values: what a reference value is compared with, what a sweep looks for and leaves out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

/// A number (true is 1, quantities are in base units), or a text.
using ExpressionValue = std::variant<double, std::string>;

/// Unit of a name's value, for check_units.
struct NamedUnit {
  std::string_view unit{};  // of the base: picoseconds, bytes, mm2; empty: none, or none that is known
  std::string text{};       // a value as people write it, as 120ns; empty: numbers without a unit are right
};

/// Numbers, quantities, 'texts', names, + - * /, comparisons, not, and, or, and parentheses:
///
///   cycles / slice.subslice[*].sampler.messages
///   l1.size >= 8KiB and not (timing == 'untimed')
///
/// A name is a path with its indices, `[*]` for all of a list.
class Expression {
 public:
  /// Errors: kInvalidConfiguration with the column inside the text and what was expected there.
  static Expression parse(std::string_view text);

  /// @param value_of  gives the value of a name; may throw
  /// Errors: kInvalidConfiguration for arithmetic with a text, or a text compared with a number.
  ExpressionValue evaluate(const std::function<ExpressionValue(const std::string&)>& value_of) const;

  /// Value of an expression that is a number. Errors: kInvalidConfiguration when it is a text.
  double value(const std::function<ExpressionValue(const std::string&)>& value_of) const;

  /// Whether a condition holds. Errors: those of value; kInvalidConfiguration for a division by zero, whose comparison
  /// would say nothing.
  bool holds(const std::function<ExpressionValue(const std::string&)>& value_of) const;

  /// Refuses units that do not fit each other in comparisons, sums and differences: `memory.latency < 80`, which would
  /// be picoseconds, and `l1.size < 80ns`. The number 0 needs no unit. Returns the unit of the value, where one is
  /// known.
  /// @param unit_of  gives the unit of a name
  /// Errors: kInvalidConfiguration with the nearest spelling.
  NamedUnit check_units(const std::function<NamedUnit(const std::string&)>& unit_of) const;

  /// In the order of the text.
  std::vector<std::string> names() const;

  const std::string& text() const { return text_; }

 private:
  friend class ExpressionParser;

  enum class Operation : std::uint8_t {
    kName,
    kConstant,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kEqual,
    kUnequal,
    kNot,
    kNegate,
    kAnd,
    kOr
  };
  struct Step {
    Operation operation;
    ExpressionValue constant{};
    std::string name{};
    std::string_view unit{};  // of a constant; empty: none
  };

  enum class ByZero : bool { kAllowed, kRefused };

  ExpressionValue evaluate(const std::function<ExpressionValue(const std::string&)>& value_of, ByZero by_zero) const;
  ExpressionValue apply(Operation operation, const ExpressionValue& left, const ExpressionValue& right) const;

  std::string text_;
  std::vector<Step> steps_;  // operands first
};

}  // namespace texpipe::study
