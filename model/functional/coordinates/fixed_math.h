// Small exact arithmetic that the sampling stages share: rounding to integers and powers of two without libm.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace texpipe::functional {

/// Largest integer not above `x`. @param x finite, |x| < 2^62
constexpr std::int64_t floor_to_integer(double x) {
  const auto truncated = static_cast<std::int64_t>(x);
  return truncated - (static_cast<double>(truncated) > x ? 1 : 0);
}

/// Nearest integer, ties to even. @param x finite, |x| < 2^51
constexpr std::int64_t round_to_even(double x) {
  const std::int64_t low = floor_to_integer(x);
  const double above = x - static_cast<double>(low);
  if (above != 0.5) return above > 0.5 ? low + 1 : low;
  return low + (low & 1);
}

/// True for NaN, told from the bits so that no compiler option can fold it away.
constexpr bool is_nan(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFu) > 0x7F800000u;
}
constexpr bool is_finite(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7F800000u) != 0x7F800000u;
}
constexpr bool is_finite(double x) {
  return ((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7FF) != 0x7FF;
}

/// 2^exponent as a double. @param exponent -1022 to 1023
constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// Floor modulus in [0, n), n > 0.
constexpr std::int32_t floor_modulus(std::int32_t i, std::int32_t n) {
  const std::int32_t remainder = i % n;
  return remainder < 0 ? remainder + n : remainder;
}

}  // namespace texpipe::functional
