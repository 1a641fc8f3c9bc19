// Level of detail: from a footprint or a parameter to the levels that are read (specification/sampling-rules 4;
// specification/sampling 4).
#pragma once

#include <cstdint>

#include "functional/coordinates/fixed_math.h"
#include "functional/coordinates/log2.h"
#include "isa/gen9/sampler_state_enums.h"

namespace texpipe::functional {

/// A level of detail before bias and clamps in 2^-kLog2FractionBits, saturated far outside what biases can bring back
/// (L6). The lowest bit is set where a number has more bits than these and stands for all of them, so that the one
/// rounding to 1/256 later is that of the number itself (round to odd).
using FineLod = std::int32_t;
/// A level of detail in 1/256: fx(8.8) (L9).
using Lod = std::int32_t;

inline constexpr int kLodBits = 8;
inline constexpr Lod kOneLevel = 1 << kLodBits;
inline constexpr FineLod kFarthestLod = 128 << kLog2FractionBits;

/// log2 of a length given by its square; 0 and NaN give the lowest level of detail (L3).
inline FineLod lod_of_squared_length(double squared) {
  if (!(squared > 1e-38)) return -kFarthestLod;
  const FineLod whole = log2_fixed(squared) >> 1;
  return is_power_of_two(squared) ? whole : whole | 1;
}

/// A level of detail parameter (C3; NaN is 0).
inline FineLod lod_of_parameter(float lod) {
  if (is_nan(lod)) return 0;
  if (lod >= 128.0f) return kFarthestLod;
  if (lod <= -128.0f) return -kFarthestLod;
  const double fine = static_cast<double>(lod) * (1 << kLog2FractionBits);
  const auto whole = static_cast<FineLod>(floor_to_integer(fine));
  return fine == whole ? whole : whole | 1;
}

/// A bias parameter, limited to [-16, 16) (R17).
inline constexpr int kBiasLimit = 16;
inline FineLod bias_of_parameter(float bias) {
  const FineLod fine = lod_of_parameter(bias);
  constexpr FineLod kLimit = kBiasLimit << kLog2FractionBits;
  return fine < -kLimit ? -kLimit : fine >= kLimit ? kLimit - 1 : fine;
}

/// The logarithm of a length and a message's bias, added (L6). Where both have more bits than a fine level of detail
/// and their sum seems to be halfway between two levels of detail, which of these is nearer takes more bits of them.
/// @param lod      of the length
/// @param squared  the length's square
FineLod biased_lod(FineLod lod, double squared, float bias);

/// Nearest level of detail in 1/256, ties to even (L9).
Lod to_lod(FineLod fine);

/// Controls of the levels, from sampler and surface state. Levels count from Surface Min LOD.
struct LodControls {
  Lod bias = 0;
  Lod minimum = 0;
  Lod maximum = 14 * kOneLevel;
  Lod resource_minimum = 0;  // Resource Min LOD less Surface Min LOD, not below 0
  Lod base = 0;              // Base Mip Level of surface or sampler
  std::uint8_t last_level = 0;
  bool preclamp = false;
  bool magnified_uses_mip_filter = false;  // LOD Clamp Magnification Mode
  gen9::MipFilter mip_filter = gen9::MipFilter::kNone;
  gen9::TrilinearQuality quality = gen9::TrilinearQuality::kFull;
};

/// Share of the second level below which, and above 1 less which, one level is dropped (specification/state 3).
constexpr Lod dropped_share(gen9::TrilinearQuality quality) {
  switch (quality) {
    case gen9::TrilinearQuality::kMedium:
      return kOneLevel / 4;
    case gen9::TrilinearQuality::kLow:
      return kOneLevel * 3 / 8;
    default:
      return 0;
  }
}

/// The levels that a pixel reads.
struct LevelChoice {
  bool magnify = false;
  bool out_of_bounds = false;  // the resource is clamped beyond its last level: reads 0 (L7)
  std::uint8_t first = 0;
  std::uint8_t second = 0;
  std::uint16_t second_weight = 0;  // 0 to 255 of 256; 0: the second level is not read
  Lod clamped = 0;
  Lod unclamped = 0;
};

/// Bias, pre-clamp, mag or min, clamp, level choice (specification/sampling 4.4).
/// @param lod  with the bias parameter of the message, before the bias of the sampler
LevelChoice choose_levels(FineLod lod, const LodControls& controls);

}  // namespace texpipe::functional
