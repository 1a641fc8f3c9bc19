// An expression over the statistics of a run: what a reference value is compared with.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

/// Numbers, names of statistics, + - * / and parentheses:
///
///   cycles / slice.subslice[*].sampler.messages
///
/// A name is a path with its indices, `[*]` for all of a list.
class StatisticsExpression {
 public:
  /// Errors: kInvalidConfiguration with the column inside the text and what was expected there.
  static StatisticsExpression parse(std::string_view text);

  /// @param value_of  gives the value of a name; may throw
  double value(const std::function<double(const std::string&)>& value_of) const;

  const std::string& text() const { return text_; }

 private:
  friend class ExpressionParser;

  struct Step {
    char operation = 0;  // + - * /, or n: a name, c: a number
    double number = 0;
    std::string name{};
  };

  std::string text_;
  std::vector<Step> steps_;  // operands first
};

}  // namespace texpipe::study
