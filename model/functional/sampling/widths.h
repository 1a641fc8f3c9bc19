// Width of every intermediate of the sampler, for hardware that is built from these stages.
#pragma once

#include <cstdint>
#include <string_view>

#include "functional/coordinates/level_of_detail.h"
#include "functional/sampling/anisotropy.h"
#include "functional/sampling/border.h"
#include "functional/sampling/footprint_plan.h"
#include "functional/sampling/rules/coordinate.h"
#include "functional/sampling/weighted_mean.h"

namespace texpipe::functional {

/// A fixed-point number: sign, integer bits, fraction bits.
struct ValueWidth {
  std::string_view stage;  // file of functional/sampling, its rules, or functional/coordinates
  std::string_view value;
  bool is_signed;
  std::uint8_t integer_bits;
  std::uint8_t fraction_bits;
  std::string_view meaning;

  constexpr unsigned bits() const { return (is_signed ? 1u : 0u) + integer_bits + fraction_bits; }
};

inline constexpr unsigned kLargestCodeBits = 24;  // D24; 8 and 16 for most formats
inline constexpr unsigned kLargestSizeBits = 14;  // 16384 texels

/// Fraction bits of a pixel's sum at its widest: corners, two levels, and either taps or a volume's slices.
inline constexpr unsigned kLargestWeightBits = kCornerWeightBits + kLodBits + kTapWeightBits;

inline constexpr ValueWidth kWidths[] = {
    {"coordinate", "product", true, 2 + kLargestSizeBits, 23,
     "reduced coordinate (24 significant bits) times size, before it is rounded to 24 significant bits"},
    {"coordinate", "position", true, 23, kSubtexelBits,
     "texels of a level; saturates at 2^22; reduced ones need 17 integer bits"},
    {"coordinate", "array slice", false, 11, 0, "after nearest-even rounding and clamp"},
    {"linear_tap", "texel index", true, 23, 0, "before the address mode"},
    {"linear_tap", "second weight", false, 0, kSubtexelBits, "of the right or lower texel; the other has 1 less it"},
    {"address_mode", "texel", false, kLargestSizeBits, 0, "on the map"},
    {"cube", "half-texel coordinate", true, kLargestSizeBits + 1, 0, "texel centre on a face, in half texels"},
    {"log2", "mantissa", false, 1, 63, "squared once per result bit"},
    {"log2", "logarithm", true, 8, kLog2FractionBits, "of a squared length; half of it is the level of detail"},
    {"level_of_detail", "fine level of detail", true, 8, kLog2FractionBits,
     "before sampler bias and rounding; the lowest bit stands for all lower ones"},
    {"level_of_detail", "level of detail", true, 8, kLodBits,
     "after nearest-even rounding; bias and clamps have the same fraction"},
    {"level_of_detail", "second level's weight", false, 0, kLodBits, "the first level has 1 less it"},
    {"anisotropy", "ratio", false, 5, 8, "longer axis over shorter, at most 16"},
    {"anisotropy", "tap weight", false, 1, kTapWeightBits, "a pixel's sum to 1"},
    {"anisotropy", "tap offset", true, 21, kSubtexelBits, "from the pixel's centre, saturating"},
    {"footprint_plan", "corner weight", false, 1, kCornerWeightBits,
     "product of the axes' weights; a pixel's sum to 1"},
    {"footprint_plan", "pixel weight", false, 1, kLodBits + kTapWeightBits, "level times tap, or level times slice"},
    {"filter", "code", true, kLargestCodeBits, 0, "a texel's channel; unsigned formats use the positive half"},
    {"filter", "footprint sum", true, kLargestCodeBits, kCornerWeightBits, "codes times corner weights, exact"},
    {"filter", "pixel sum", true, kLargestCodeBits, kLargestWeightBits, "footprint sums times pixel weights, exact"},
    {"filter", "border code", true, kLargestCodeBits, kBorderFractionBits, "border colour, clamped"},
    {"filter", "border weight", false, 1, kLargestWeightBits, "weight of all border corners of a pixel"},
    {"filter", "sum with border", true, kLargestCodeBits, kLargestWeightBits + kBorderFractionBits,
     "pixel sum and border, exact"},
    {"weighted_mean", "aligned mantissa", false, 24, kFloatGuardBits, "of float texels, against the largest exponent"},
    {"weighted_mean", "sum", true, 24, kFloatGuardBits + kLargestWeightBits, "aligned mantissas times weights, exact"},
};

/// Row of a value. Null when there is none.
constexpr const ValueWidth* find_width(std::string_view stage, std::string_view value) {
  for (const ValueWidth& row : kWidths) {
    if (row.stage == stage && row.value == value) return &row;
  }
  return nullptr;
}

}  // namespace texpipe::functional
