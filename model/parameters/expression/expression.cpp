#include "parameters/expression/expression.h"

#include <cctype>
#include <optional>
#include <span>

#include "base/shortened.h"
#include "parameters/expression/estimate_unit.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

constexpr std::size_t kLongest = 10'000;  // bytes: every point works it out
constexpr std::size_t kShown = 200;       // of a text that a message repeats

[[noreturn]] void refuse_values(const std::string& text, const std::string& problem) {
  throw Error{ExitCode::kInvalidConfiguration, Diagnostic{.problem = "'" + shortened(text, kShown) + "' " + problem}};
}

}  // namespace

/// any: both, then `or` and both, ...; both: one, then `and` and one, ...; one: `not` one, or a comparison of sums;
/// sum: product, then + or - and a product, ...; product: factor, then * or / and a factor, ...; factor: - and a
/// factor, or a value
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_{text} { result_.text_ = text; }

  Expression parse() {
    any();
    skip_spaces();
    if (at_ != text_.size()) refuse("expected an operator or the end");
    return std::move(result_);
  }

 private:
  using Operation = Expression::Operation;
  struct Spelling {
    std::string_view text;
    Operation operation;
  };
  static constexpr Spelling kComparisons[] = {{"<=", Operation::kLessOrEqual},    {"<", Operation::kLess},
                                              {">=", Operation::kGreaterOrEqual}, {">", Operation::kGreater},
                                              {"==", Operation::kEqual},          {"!=", Operation::kUnequal}};
  static constexpr Spelling kSums[] = {{"+", Operation::kAdd}, {"-", Operation::kSubtract}};
  static constexpr Spelling kProducts[] = {{"*", Operation::kMultiply}, {"/", Operation::kDivide}};
  static constexpr Spelling kNot[] = {{"not", Operation::kNot}};
  static constexpr Spelling kAnd[] = {{"and", Operation::kAnd}};
  static constexpr Spelling kOr[] = {{"or", Operation::kOr}};

  [[noreturn]] void refuse(const std::string& hint) const {
    const std::string rest{text_.substr(at_)};
    throw Error{
        ExitCode::kInvalidConfiguration,
        Diagnostic{.problem = "'" + shortened(result_.text_, kShown) + "' is no expression, at character " +
                              std::to_string(at_ + 1) + (rest.empty() ? "" : ", '" + shortened(rest, kShown) + "'"),
                   .hint = hint}};
  }

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool is_in_name(std::size_t at) const {
    return at < text_.size() && (is_letter(text_[at]) || is_digit(text_[at]) || text_[at] == '.');
  }

  std::optional<Operation> take(std::span<const Spelling> spellings) {
    skip_spaces();
    for (const Spelling& spelling : spellings) {
      if (!text_.substr(at_).starts_with(spelling.text)) continue;
      if (is_letter(spelling.text.front()) && is_in_name(at_ + spelling.text.size())) continue;
      at_ += spelling.text.size();
      return spelling.operation;
    }
    return {};
  }

  template <class Operand>
  void chain(std::span<const Spelling> spellings, Operand operand) {
    operand();
    while (const auto operation = take(spellings)) {
      operand();
      result_.steps_.push_back({.operation = *operation});
    }
  }

  void any() {
    chain(kOr, [this] { both(); });
  }
  void both() {
    chain(kAnd, [this] { one(); });
  }
  void sum() {
    chain(kSums, [this] { product(); });
  }
  void product() {
    chain(kProducts, [this] { factor(); });
  }

  void one() {
    const Depth depth{*this};
    if (take(kNot)) {
      one();
      result_.steps_.push_back({.operation = Operation::kNot});
      return;
    }
    sum();
    if (const auto comparison = take(kComparisons)) {
      sum();
      result_.steps_.push_back({.operation = *comparison});
    }
  }

  void factor() {
    skip_spaces();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c == '-') {
      const Depth depth{*this};
      ++at_;
      factor();
      result_.steps_.push_back({.operation = Operation::kNegate});
    } else if (c == '(') {
      ++at_;
      any();
      skip_spaces();
      if (at_ == text_.size() || text_[at_] != ')') refuse("expected )");
      ++at_;
    } else if (c == '\'') {
      const std::size_t close = text_.find('\'', at_ + 1);
      if (close == std::string_view::npos) refuse("expected a closing '");
      constant(std::string{text_.substr(at_ + 1, close - at_ - 1)});
      at_ = close + 1;
    } else if (is_digit(c)) {
      number();
    } else {
      name();
    }
  }

  void constant(ExpressionValue value, std::string_view unit = "") {
    result_.steps_.push_back({.operation = Operation::kConstant, .constant = std::move(value), .unit = unit});
  }

  /// `64`, `0.5`, `16KiB`, `80 ns`, `34.1GB/s`: a / belongs to it where the whole is a quantity. Areas without a unit
  /// are in mm2, energies in nJ.
  void number() {
    std::size_t end = at_;
    while (is_in_name(end)) ++end;
    if (end + 1 < text_.size() && text_[end] == ' ' && is_letter(text_[end + 1])) {
      std::size_t spaced = end + 1;
      while (is_in_name(spaced)) ++spaced;
      if (number_or_estimate(text_.substr(at_, spaced - at_))) end = spaced;
    }
    std::size_t longer = end + 1;
    while (is_in_name(longer)) ++longer;
    if (end < text_.size() && text_[end] == '/' && is_letter(text_[end - 1]) &&
        number_of(text_.substr(at_, longer - at_)))
      end = longer;
    const std::string_view word = text_.substr(at_, end - at_);
    const std::optional<double> value = number_or_estimate(word);
    if (!value) refuse("expected a number, or a quantity as 8KiB, 50ns, 5.7mm2 or 1.5uJ");
    constant(*value, base_unit_of(word));
    at_ = end;
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_in_name(at_) || text_[at_] == '[')) {
      if (text_[at_] == '[')
        index();
      else
        ++at_;
    }
    const std::string word{text_.substr(begin, at_ - begin)};
    const bool operator_word = word == "and" || word == "or" || word == "not";
    if (operator_word) at_ = begin;
    if (word.empty() || operator_word) refuse("expected a number, a name, a 'text' or (");
    if (word == "true" || word == "false") return constant(word == "true" ? 1.0 : 0.0);
    result_.steps_.push_back({.operation = Operation::kName, .name = word});
  }

  /// `[3]` or `[*]`.
  void index() {
    const std::size_t close = text_.find(']', at_);
    const std::string_view inside = close == std::string_view::npos ? "" : text_.substr(at_ + 1, close - at_ - 1);
    const bool number = !inside.empty() && inside.find_first_not_of("0123456789") == std::string_view::npos;
    if (!number && inside != "*") refuse("an index is a whole number or *, in brackets");
    at_ = close + 1;
  }

  /// Bounds the recursion.
  struct Depth {
    explicit Depth(ExpressionParser& parser) : parser{parser} {
      constexpr unsigned kDeepest = 32;
      if (++parser.depth_ > kDeepest) parser.refuse("expected fewer parentheses");
    }
    ~Depth() { --parser.depth_; }
    ExpressionParser& parser;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  Expression result_;
};

Expression Expression::parse(std::string_view text) {
  if (text.size() > kLongest) refuse_values(std::string{text}, "is longer than " + std::to_string(kLongest) + " bytes");
  return ExpressionParser{text}.parse();
}

ExpressionValue Expression::apply(Operation operation, const ExpressionValue& left,
                                  const ExpressionValue& right) const {
  const bool equality = operation == Operation::kEqual || operation == Operation::kUnequal;
  if (left.index() != right.index()) refuse_values(text_, "compares or joins a text with a number");
  if (equality) return (left == right) == (operation == Operation::kEqual) ? 1.0 : 0.0;
  if (std::holds_alternative<std::string>(left)) refuse_values(text_, "does with a text what only numbers allow");
  const double a = std::get<double>(left), b = std::get<double>(right);
  switch (operation) {
    case Operation::kAdd:
      return a + b;
    case Operation::kSubtract:
      return a - b;
    case Operation::kMultiply:
      return a * b;
    case Operation::kDivide:
      return a / b;
    case Operation::kLess:
      return a < b ? 1.0 : 0.0;
    case Operation::kLessOrEqual:
      return a <= b ? 1.0 : 0.0;
    case Operation::kGreater:
      return a > b ? 1.0 : 0.0;
    case Operation::kGreaterOrEqual:
      return a >= b ? 1.0 : 0.0;
    case Operation::kAnd:
      return a != 0 && b != 0 ? 1.0 : 0.0;
    default:
      return a != 0 || b != 0 ? 1.0 : 0.0;
  }
}

ExpressionValue Expression::evaluate(const std::function<ExpressionValue(const std::string&)>& value_of) const {
  return evaluate(value_of, ByZero::kAllowed);
}

bool Expression::holds(const std::function<ExpressionValue(const std::string&)>& value_of) const {
  const ExpressionValue result = evaluate(value_of, ByZero::kRefused);
  if (const double* number = std::get_if<double>(&result)) return *number != 0;
  refuse_values(text_, "is a text, not a number");
}

ExpressionValue Expression::evaluate(const std::function<ExpressionValue(const std::string&)>& value_of,
                                     ByZero by_zero) const {
  std::vector<ExpressionValue> stack;
  for (const Step& step : steps_) {
    if (step.operation == Operation::kConstant || step.operation == Operation::kName) {
      stack.push_back(step.operation == Operation::kConstant ? step.constant : value_of(step.name));
      continue;
    }
    ExpressionValue right = std::move(stack.back());
    if (step.operation == Operation::kNot || step.operation == Operation::kNegate) {
      if (std::holds_alternative<std::string>(right)) refuse_values(text_, "negates a text");
      const double number = std::get<double>(right);
      stack.back() = step.operation == Operation::kNegate ? -number : number == 0 ? 1.0 : 0.0;
      continue;
    }
    stack.pop_back();
    if (by_zero == ByZero::kRefused && step.operation == Operation::kDivide && right == ExpressionValue{0.0})
      refuse_values(text_, "divides by zero");
    stack.back() = apply(step.operation, stack.back(), right);
  }
  return std::move(stack.back());
}

double Expression::value(const std::function<ExpressionValue(const std::string&)>& value_of) const {
  const ExpressionValue result = evaluate(value_of);
  if (const double* number = std::get_if<double>(&result)) return *number;
  refuse_values(text_, "is a text, not a number");
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  for (const Step& step : steps_)
    if (step.operation == Operation::kName) names.push_back(step.name);
  return names;
}

}  // namespace texpipe::study
