// Texts of numbers without a unit, of booleans and of words.
#include <charconv>
#include <cmath>
#include <limits>

#include "base/decimal.h"
#include "base/unit_text.h"

namespace texpipe {

namespace {

using Problem = std::optional<TextProblem>;

Problem parse_whole(std::string_view text, bool negative_allowed, std::uint64_t& magnitude, bool& negative) {
  const std::string shown = quoted(text);
  negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.starts_with("0x")) {
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), magnitude, 16);
    const bool complete = error == std::errc{} && end == text.data() + text.size() && text.size() > 2;
    if (complete) return {};
    return TextProblem{shown + " is not a whole number of 64 bits", ""};
  }
  std::string problem;
  const auto number = take_decimal(text, problem);
  if (!number) {
    const bool zero = problem == "leading zero";
    return TextProblem{shown + " is not a whole number (" + problem + ")",
                       zero ? "numbers are decimal; write it without the leading zero" : ""};
  }
  if (negative && !negative_allowed && number->digits != 0) return TextProblem{shown + " is negative", ""};
  std::uint64_t scale = 1;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.size() != 1 || !is_digit(text[0])) return TextProblem{shown + " is not a whole number", ""};
    for (int i = 0; i < text[0] - '0'; ++i) scale *= 10;
    text.remove_prefix(1);
  }
  if (!text.empty()) return TextProblem{shown + " is not a whole number", "it has no unit"};
  const auto value = whole(*number, scale, problem);
  if (!value) return TextProblem{shown + " is " + problem, "expected a whole number"};
  magnitude = *value;
  return {};
}

template <class Integer>
Problem parse_unsigned(std::string_view text, Integer& value) {
  std::uint64_t magnitude = 0;
  bool negative = false;
  if (Problem problem = parse_whole(text, false, magnitude, negative)) return problem;
  if (magnitude > std::numeric_limits<Integer>::max()) return TextProblem{quoted(text) + " is too large", ""};
  value = static_cast<Integer>(magnitude);
  return {};
}

}  // namespace

std::optional<TextProblem> parse_text(std::string_view text, bool& value) {
  if (text != "true" && text != "false")
    return TextProblem{quoted(text) + " is not a boolean", "expected true or false"};
  value = text == "true";
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, std::uint32_t& value) {
  return parse_unsigned(text, value);
}

std::optional<TextProblem> parse_text(std::string_view text, std::uint64_t& value) {
  return parse_unsigned(text, value);
}

std::optional<TextProblem> parse_text(std::string_view text, std::int32_t& value) {
  std::uint64_t magnitude = 0;
  bool negative = false;
  if (Problem problem = parse_whole(text, true, magnitude, negative)) return problem;
  const std::uint64_t limit = 0x7fff'ffffull + (negative ? 1 : 0);
  if (magnitude > limit) return TextProblem{quoted(text) + (negative ? " is too small" : " is too large"), ""};
  const auto wide = static_cast<std::int64_t>(magnitude);
  value = static_cast<std::int32_t>(negative ? -wide : wide);
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, double& value) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool complete = error == std::errc{} && end == text.data() + text.size();
  if (!complete || digits.empty() || !is_digit(digits[0]) || !std::isfinite(number)) {
    return TextProblem{quoted(text) + " is not a finite decimal number", ""};
  }
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) {
    return TextProblem{quoted(text) + " is not a number (leading zero)", "write it without the leading zero"};
  }
  value = number;
  return {};
}

std::optional<TextProblem> parse_text(std::string_view text, std::string& value) {
  value = text;
  return {};
}

std::string value_text(bool value) {
  return value ? "true" : "false";
}

std::string value_text(std::uint32_t value) {
  return std::to_string(value);
}

std::string value_text(std::uint64_t value) {
  return std::to_string(value);
}

std::string value_text(std::int32_t value) {
  return std::to_string(value);
}

std::string value_text(double value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::string value_text(const std::string& value) {
  return value;
}

}  // namespace texpipe
