#include "functional/formats/texel_value.h"

#include <bit>

#include "functional/formats/code_value.h"

namespace texpipe::functional {
namespace {

/// Correctly rounded quotient by integers: 24 bits of quotient, a half bit and a sticky rest.
float divide_integers(std::uint64_t numerator, std::uint64_t denominator) {
  // Scale the numerator so that the quotient has 26 or 27 bits.
  const int shift = 26 + std::bit_width(denominator) - std::bit_width(numerator);
  using Wide = unsigned __int128;
  const Wide scaled_numerator = shift > 0 ? Wide{numerator} << shift : Wide{numerator};
  const Wide scaled_denominator = shift < 0 ? Wide{denominator} << -shift : Wide{denominator};
  auto quotient = static_cast<std::uint32_t>(scaled_numerator / scaled_denominator);
  if (scaled_numerator % scaled_denominator != 0) quotient |= 1;
  int exponent = -shift;
  const int excess = std::bit_width(quotient) - 24;
  const std::uint32_t rest = quotient & ((1u << excess) - 1);
  const std::uint32_t half = 1u << (excess - 1);
  quotient >>= excess;
  exponent += excess;
  if (rest > half || (rest == half && (quotient & 1))) ++quotient;
  if (quotient == 1u << 24) quotient >>= 1, ++exponent;
  return std::bit_cast<float>(static_cast<std::uint32_t>(exponent + 127 + 23) << 23 | (quotient & 0x7FFFFFu));
}

constexpr std::uint64_t kExactInDouble = std::uint64_t{1} << 53;
constexpr std::uint64_t kBelowFloat = 0x1FFFFFFF;  // bits of a double's fraction that a float lacks
constexpr std::uint64_t kTie = 0x10000000;

}  // namespace

float ratio_to_float(std::int64_t numerator, std::uint64_t denominator) {
  if (numerator == 0) return 0.0f;
  const bool negative = numerator < 0;
  const std::uint64_t magnitude =
      negative ? 0 - static_cast<std::uint64_t>(numerator) : static_cast<std::uint64_t>(numerator);
  if (magnitude <= kExactInDouble && denominator <= kExactInDouble) {
    const double quotient = static_cast<double>(magnitude) / static_cast<double>(denominator);
    // The rounded double lies on the same side of every float tie as the exact quotient, unless it is that tie.
    if ((std::bit_cast<std::uint64_t>(quotient) & kBelowFloat) != kTie) {
      return static_cast<float>(negative ? -quotient : quotient);
    }
  }
  const float quotient = divide_integers(magnitude, denominator);
  return negative ? -quotient : quotient;
}

std::uint32_t channel_bits(ChannelCoding coding, std::uint32_t code) {
  return static_cast<std::uint32_t>(
      one_lane::value_of(coding.kind, static_cast<std::int32_t>(code), static_cast<float>(coding.denominator)));
}

std::array<std::uint32_t, 4> texel_to_rgba(const TexelCoding& coding, const Texel& texel) {
  std::array<std::uint32_t, 4> rgba;
  for (unsigned i = 0; i < 4; ++i) rgba[i] = channel_bits(coding[i], texel.code[i]);
  return rgba;
}

std::uint32_t code_of_bits(ChannelCoding coding, std::uint32_t bits) {
  if (coding.kind != ChannelKind::kFixed) return bits;
  const auto value = std::bit_cast<float>(bits);
  if (value != value) return 0;
  const float low = coding.is_signed ? -1.0f : 0.0f;
  const double clamped = value < low ? low : value > 1.0f ? 1.0f : value;
  const double scaled = clamped * coding.denominator;  // 24 by 24 bits: exact
  // To nearest even without jumps, which references of neighbours would take at random: a double of this size has no
  // bits below 1.
  constexpr double kWhole = 0x1.8p52;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>((scaled + kWhole) - kWhole));
}

}  // namespace texpipe::functional
