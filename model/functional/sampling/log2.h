// Binary logarithm without libm: the same bits on every host.
#pragma once

#include <bit>
#include <cstdint>

namespace texpipe::functional {

inline constexpr int kLog2FractionBits = 16;

/// floor(log2(x) * 2^16) by repeated squaring of the mantissa, one result bit per square; the mantissa has 63 bits and
/// loses less than 2^-45 on the way. @param x positive, finite, normal
inline std::int32_t log2_fixed(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  std::int32_t result = static_cast<std::int32_t>((bits >> 52) & 0x7FF) - 1023;
  std::uint64_t mantissa = (1ull << 63) | (bits << 11);  // [1, 2) as fx(1.63)
  for (int bit = 0; bit < kLog2FractionBits; ++bit) {
    const auto square = static_cast<unsigned __int128>(mantissa) * mantissa;  // [1, 4) as fx(2.126)
    const bool carry = (square >> 127) != 0;
    result = result * 2 + (carry ? 1 : 0);
    mantissa = static_cast<std::uint64_t>(carry ? square >> 64 : square >> 63);
  }
  return result;
}

}  // namespace texpipe::functional
