#include "base/fraction.h"

namespace texpipe {

namespace {

constexpr std::size_t kMostDigits = 18;  // of a text without its point: they fit 64 bits

/// A number of decimal digits without a superfluous zero in front; nothing for any other text.
std::optional<std::uint64_t> digits_of(std::string_view text) {
  if (text.empty() || text.size() > kMostDigits || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

struct Parts {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;
};

/// `1/2`.
std::optional<Parts> read_quotient(std::string_view text, std::size_t slash) {
  const auto numerator = digits_of(text.substr(0, slash)), denominator = digits_of(text.substr(slash + 1));
  if (!numerator || !denominator || *denominator == 0) return std::nullopt;
  return Parts{*numerator, *denominator};
}

/// `4` or `0.75`.
std::optional<Parts> read_decimal(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto whole = digits_of(text.substr(0, point));
  if (!whole) return std::nullopt;
  if (point == std::string_view::npos) return Parts{*whole, 1};
  const std::string_view places = text.substr(point + 1);
  if (places.empty() || point + places.size() > kMostDigits) return std::nullopt;
  Parts parts{*whole, 1};
  for (const char c : places) {
    if (c < '0' || c > '9') return std::nullopt;
    parts.numerator = parts.numerator * 10 + static_cast<unsigned>(c - '0');
    parts.denominator *= 10;
  }
  return parts;
}

}  // namespace

std::optional<TextProblem> parse_text(std::string_view text, Fraction& value) {
  const std::string shown = "'" + std::string{text} + "'";
  const std::size_t slash = text.find('/');
  const auto parts = slash == std::string_view::npos ? read_decimal(text) : read_quotient(text, slash);
  if (!parts) return TextProblem{shown + " is not a number or fraction", "such as 4, 1/2 or 0.75"};
  const std::uint64_t divisor = std::gcd(parts->numerator, parts->denominator);
  const std::uint64_t numerator = parts->numerator / divisor, denominator = parts->denominator / divisor;
  if (numerator > kLargestFractionPart || denominator > kLargestFractionPart) {
    return TextProblem{shown + " is too long a fraction",
                       "numerator and denominator are at most " + std::to_string(kLargestFractionPart)};
  }
  value = Fraction{static_cast<std::uint32_t>(numerator), static_cast<std::uint32_t>(denominator)};
  return {};
}

std::string value_text(const Fraction& value) {
  std::string text = std::to_string(value.numerator());
  if (value.denominator() != 1) text += "/" + std::to_string(value.denominator());
  return text;
}

}  // namespace texpipe
