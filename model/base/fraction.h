// Exact numbers that need not be whole: rates such as 1/2 per cycle.
#pragma once

#include <compare>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "base/unit_text.h"

namespace texpipe {

/// A number that is not negative, as numerator and denominator without a common divisor.
class Fraction {
 public:
  /// A whole number is a fraction: what takes one takes the other.
  constexpr Fraction(std::uint32_t whole = 0) : numerator_{whole} {}
  /// @param denominator  at least 1
  constexpr Fraction(std::uint32_t numerator, std::uint32_t denominator)
      : numerator_{numerator / std::gcd(numerator, denominator)},
        denominator_{denominator / std::gcd(numerator, denominator)} {}

  constexpr std::uint32_t numerator() const { return numerator_; }
  constexpr std::uint32_t denominator() const { return denominator_; }

  constexpr bool operator==(const Fraction&) const = default;
  constexpr std::strong_ordering operator<=>(const Fraction& other) const {
    return std::uint64_t{numerator_} * other.denominator_ <=> std::uint64_t{other.numerator_} * denominator_;
  }

 private:
  std::uint32_t numerator_ = 0;
  std::uint32_t denominator_ = 1;
};

inline constexpr Fraction kSlowestRate{1, 1024};  // lower end of the range of rates per cycle

inline constexpr std::uint32_t kLargestFractionPart = 1'000'000;  // of numerator and denominator in texts

/// Reads `4`, `1/2` or `0.75`, exactly. Numerator and denominator of the reduced fraction are at most 1,000,000.
std::optional<TextProblem> parse_text(std::string_view text, Fraction& value);

/// `4` or `1/2`: reads back as the same value.
std::string value_text(const Fraction& value);

}  // namespace texpipe
