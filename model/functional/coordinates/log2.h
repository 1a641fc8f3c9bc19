// Binary logarithm without libm: the same bits on every host.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "functional/coordinates/one_lane.h"

namespace texpipe::functional {

inline constexpr int kLog2FractionBits = 22;

/// floor(log2(x) * 2^fraction_bits) by repeated squaring of the mantissa, one result bit per square; the mantissa has
/// 63 bits and loses less than 2^-45 on the way. @param x positive, finite, normal
constexpr std::int64_t log2_by_squares(double x, int fraction_bits) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  std::int64_t result = static_cast<std::int64_t>((bits >> 52) & 0x7FF) - 1023;
  std::uint64_t mantissa = (1ull << 63) | (bits << 11);  // [1, 2) as fx(1.63)
  for (int bit = 0; bit < fraction_bits; ++bit) {
    const auto square = static_cast<unsigned __int128>(mantissa) * mantissa;  // [1, 4) as fx(2.126)
    const bool carry = (square >> 127) != 0;
    result = result * 2 + (carry ? 1 : 0);
    mantissa = static_cast<std::uint64_t>(carry ? square >> 64 : square >> 63);
  }
  return result;
}

/// Middles of 64 equal parts of [1, 2): reciprocal, and logarithm within 2^-38.
struct Log2Part {
  double reciprocal = 0.0;
  double logarithm = 0.0;
};
inline constexpr auto kLog2Parts = [] {
  std::array<Log2Part, 64> parts;
  for (unsigned i = 0; i < parts.size(); ++i) {
    const double middle = 1.0 + (i + 0.5) / parts.size();
    constexpr int kBits = 40;
    parts[i] = {1.0 / middle, static_cast<double>(log2_by_squares(middle, kBits)) / (std::int64_t{1} << kBits)};
  }
  return parts;
}();

namespace one_lane {
#include "functional/coordinates/log2.inc.h"
}

/// The error of log2_units leaves the floor open where its fraction is nearer than this to 0 or 1.
inline constexpr double kLog2Open = 1.0 / (1 << 10);

/// True for powers of two, the only numbers whose logarithm has finitely many bits. @param x positive, finite, normal
constexpr bool is_power_of_two(double x) {
  return (std::bit_cast<std::uint64_t>(x) & ((std::uint64_t{1} << 52) - 1)) == 0;
}

/// floor(log2(x) * 2^kLog2FractionBits), equal to the result by squares. Where the series leaves the floor open,
/// squares decide.
/// @param x  from 2^-511 to 2^511
inline std::int32_t log2_fixed(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<std::int32_t>((bits >> 52) & 0x7FF) - 1023;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (fraction == 0) return exponent * (1 << kLog2FractionBits);
  const Log2Part& part = kLog2Parts[fraction >> 46];
  const double mantissa = std::bit_cast<double>(fraction | std::uint64_t{1023} << 52);
  const double units = one_lane::log2_units(mantissa, part.reciprocal, part.logarithm);
  const auto whole = static_cast<std::int32_t>(units);
  const double rest = units - whole;
  if (rest < kLog2Open || rest > 1.0 - kLog2Open)
    return static_cast<std::int32_t>(log2_by_squares(x, kLog2FractionBits));
  return exponent * (1 << kLog2FractionBits) + whole;
}

}  // namespace texpipe::functional
