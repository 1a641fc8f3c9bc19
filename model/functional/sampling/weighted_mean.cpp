#include "functional/sampling/weighted_mean.h"

#include <algorithm>
#include <bit>

#include "functional/coordinates/one_lane.h"

namespace texpipe::functional {
namespace one_lane {
#include "functional/sampling/rules/special_mean.inc.h"
}

namespace {

using Wide = unsigned __int128;

constexpr std::uint32_t kSign = 0x80000000u;
constexpr std::uint32_t kInfinity = 0x7F800000u;

int width_of(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(value));
}

/// Exponent field, at least 1: denormals share the exponent of the smallest normal numbers.
int exponent_field(std::uint32_t bits) {
  return std::max<int>(1, bits >> 23 & 0xFF);
}
std::uint32_t significand(std::uint32_t bits) {
  return (bits & 0x7FFFFFu) | ((bits & kInfinity) != 0 ? 0x800000u : 0);
}

/// magnitude * 2^exponent, with `sticky` standing for a lost rest below the last bit.
std::uint32_t round_magnitude(Wide magnitude, int exponent, bool sticky) {
  if (magnitude == 0) return 0;
  constexpr int kLowestExponent = -149;  // of a denormal's last bit
  const int dropped = std::max(width_of(magnitude) - 24, kLowestExponent - exponent);
  std::uint64_t kept = 0;
  if (dropped <= 0) {
    kept = static_cast<std::uint64_t>(magnitude << -dropped);
  } else if (dropped < 128) {
    kept = static_cast<std::uint64_t>(magnitude >> dropped);
    const Wide rest = magnitude & ((Wide{1} << dropped) - 1);
    const Wide half = Wide{1} << (dropped - 1);
    if (rest > half || (rest == half && (sticky || (kept & 1)))) ++kept;
  }
  const int last_bit = exponent + dropped;                                 // exponent of kept's last bit
  if (kept >> 24) return round_magnitude(kept >> 1, last_bit + 1, false);  // a carry: exact
  if (kept < 0x800000u) return static_cast<std::uint32_t>(kept);           // a denormal: last_bit is -149
  const int field = last_bit + 150;
  if (field >= 255) return kInfinity;
  return static_cast<std::uint32_t>(field) << 23 | (static_cast<std::uint32_t>(kept) & 0x7FFFFFu);
}

}  // namespace

std::uint32_t round_to_float(__int128 sum, int exponent) {
  const bool negative = sum < 0;
  const Wide magnitude = negative ? Wide{0} - static_cast<Wide>(sum) : static_cast<Wide>(sum);
  return round_magnitude(magnitude, exponent, false) | (negative ? kSign : 0);
}

float wide_ratio_to_float(__int128 numerator, std::uint64_t denominator) {
  if (numerator == 0) return 0.0f;
  const bool negative = numerator < 0;
  Wide magnitude = negative ? Wide{0} - static_cast<Wide>(numerator) : static_cast<Wide>(numerator);
  const int shift = std::max(0, 127 - width_of(magnitude));
  magnitude <<= shift;
  const std::uint32_t bits = round_magnitude(magnitude / denominator, -shift, magnitude % denominator != 0);
  return std::bit_cast<float>(bits | (negative ? kSign : 0));
}

std::uint32_t weighted_mean(const FloatTerm* terms, unsigned count, unsigned channel, unsigned weight_bits) {
  int largest = 0;
  one_lane::Specials specials;
  clear(specials);
  for (unsigned i = 0; i < count; ++i) {
    if (terms[i].weight == 0) continue;
    const std::uint32_t bits = terms[i].code[channel];
    note(static_cast<std::int32_t>(bits), one_lane::always(), specials);
    largest = std::max(largest, exponent_field(bits));
  }
  if (!specials.different || specials.nan || specials.infinity != 0)
    return static_cast<std::uint32_t>(mean_of(specials, 0));

  __int128 sum = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t bits = terms[i].code[channel];
    if (terms[i].weight == 0) continue;
    const int shift = kFloatGuardBits - (largest - exponent_field(bits));
    const std::uint64_t mantissa = significand(bits);
    const std::uint64_t aligned = shift >= 0 ? mantissa << shift : shift > -24 ? mantissa >> -shift : 0;
    const auto product = static_cast<__int128>(static_cast<Wide>(aligned) * terms[i].weight);
    sum += (bits & kSign) != 0 ? -product : product;
  }
  return round_to_float(sum, largest - 150 - kFloatGuardBits - static_cast<int>(weight_bits));
}

}  // namespace texpipe::functional
