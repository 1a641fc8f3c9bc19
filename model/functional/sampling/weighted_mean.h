// Weighted mean of float32 texels with one rounding (rules F2, F3; specification/sampling-rules 8).
#pragma once

#include <array>
#include <cstdint>

namespace texpipe::functional {

/// A texel of a float format and its weight.
struct FloatTerm {
  std::array<std::uint32_t, 4> code;  // R, G, B, A as float32 bits
  std::uint64_t weight;
};

/// Float texels are aligned to the largest exponent of the texels that have weight; what lies more than this many bits
/// below the largest texel's last mantissa bit is cut towards zero. The cut does not depend on the weights, the sum of
/// the aligned integers is exact, and it is rounded once to float32: so the mean lies between the texels, is monotonic
/// in every weight and leaves a constant as it is, for all inputs (F3).
inline constexpr int kFloatGuardBits = 38;

/// Mean of one channel over `count` terms. Terms of weight 0 do not count. NaN, or infinities of both signs, give NaN;
/// one infinity gives itself; denormals count.
/// @param weight_bits  the weights sum to 2^weight_bits, at most 2^42
/// @return float32 bits
std::uint32_t weighted_mean(const FloatTerm* terms, unsigned count, unsigned channel, unsigned weight_bits);

/// sum * 2^exponent rounded once to float32, to nearest even, with gradual underflow.
std::uint32_t round_to_float(__int128 sum, int exponent);

/// numerator / denominator rounded once to float32, to nearest even; for sums that do not fit 62 bits.
/// @param denominator  1 to 2^60
float wide_ratio_to_float(__int128 numerator, std::uint64_t denominator);

}  // namespace texpipe::functional
