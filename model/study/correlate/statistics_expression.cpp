#include "study/correlate/statistics_expression.h"

#include <cctype>

#include "base/unit_text.h"

namespace texpipe::study {

namespace {

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

}  // namespace

/// sum: product, then + or - and a product, ...; product: factor, then * or / and a factor, ...
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_{text} { result_.text_ = text; }

  StatisticsExpression parse() {
    sum(0);
    skip_spaces();
    if (at_ != text_.size()) refuse("expected + - * / or the end");
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(const std::string& hint) const {
    const std::string rest{text_.substr(at_)};
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.problem = "'" + result_.text_ + "' is no expression over statistics, at character " +
                                      std::to_string(at_ + 1) + (rest.empty() ? "" : ", '" + rest + "'"),
                           .hint = hint}};
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take(std::string_view characters, char& taken) {
    skip_spaces();
    if (at_ == text_.size() || characters.find(text_[at_]) == std::string_view::npos) return false;
    taken = text_[at_++];
    return true;
  }

  void sum(unsigned depth) {
    product(depth);
    for (char operation = 0; take("+-", operation);) {
      product(depth);
      result_.steps_.push_back({.operation = operation});
    }
  }

  void product(unsigned depth) {
    factor(depth);
    for (char operation = 0; take("*/", operation);) {
      factor(depth);
      result_.steps_.push_back({.operation = operation});
    }
  }

  void factor(unsigned depth) {
    constexpr unsigned kDeepest = 32;
    char bracket = 0;
    if (take("(", bracket)) {
      if (depth == kDeepest) refuse("expected fewer parentheses");
      sum(depth + 1);
      if (!take(")", bracket)) refuse("expected )");
      return;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      if (text_[at_] == '[') {
        index();
      } else if (is_name_character(text_[at_])) {
        ++at_;
      } else {
        break;
      }
    }
    const std::string word{text_.substr(begin, at_ - begin)};
    if (word.empty()) refuse("expected a number, the name of a statistic or (");
    if (std::isdigit(static_cast<unsigned char>(word.front())) != 0) {
      double number = 0;
      if (parse_text(word, number)) {
        at_ = begin;
        refuse("expected a number");
      }
      result_.steps_.push_back({.operation = 'c', .number = number});
    } else {
      result_.steps_.push_back({.operation = 'n', .name = word});
    }
  }

  /// `[3]` or `[*]`.
  void index() {
    const std::size_t close = text_.find(']', at_);
    const std::string_view inside = close == std::string_view::npos ? "" : text_.substr(at_ + 1, close - at_ - 1);
    const bool number = !inside.empty() && inside.find_first_not_of("0123456789") == std::string_view::npos;
    if (!number && inside != "*") refuse("an index is a whole number or *, in brackets");
    at_ = close + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  StatisticsExpression result_;
};

StatisticsExpression StatisticsExpression::parse(std::string_view text) {
  return ExpressionParser{text}.parse();
}

double StatisticsExpression::value(const std::function<double(const std::string&)>& value_of) const {
  std::vector<double> stack;
  for (const Step& step : steps_) {
    if (step.operation == 'c' || step.operation == 'n') {
      stack.push_back(step.operation == 'c' ? step.number : value_of(step.name));
      continue;
    }
    const double right = stack.back();
    stack.pop_back();
    double& left = stack.back();
    switch (step.operation) {
      case '+':
        left += right;
        break;
      case '-':
        left -= right;
        break;
      case '*':
        left *= right;
        break;
      default:
        left /= right;
        break;
    }
  }
  return stack.back();
}

}  // namespace texpipe::study
