// Texture coordinate to position in 1/256 texel of a level (sampling-spec C1 to C5; gen9-sampling.md section 2).
#pragma once

#include <cstdint>

#include "functional/coordinates/fixed_math.h"

namespace texpipe::functional {

/// A position along one axis of a level in 1/256 texel: fx(23.8) in 32 bits, of which reduced coordinates need
/// fx(17.8).
using SubtexelPosition = std::int32_t;

inline constexpr int kSubtexelBits = 8;
inline constexpr SubtexelPosition kOneTexel = 1 << kSubtexelBits;

/// Where conversion saturates: far beyond every texel, offset and tap, so that saturation never changes a texel (C3,
/// C4).
inline constexpr SubtexelPosition kFarthestPosition = 1 << (22 + kSubtexelBits);

/// Rounding enables of SAMPLER_STATE: conversion to 1/256 texel adds half, or truncates towards minus infinity.
enum class CoordinateRounding : std::uint8_t { kTruncate, kNearest };

/// Brings a periodic coordinate near the map, so that far repeats need no wide integer part (C2). WRAP and MIRROR both
/// have period 2, and the subtraction is exact: the chosen texels do not change. NaN and infinities give 0.
inline double reduce_periodic(float u) {
  if (!is_finite(u)) return 0.0;
  if (u >= -2.0f && u < 2.0f) return u;
  if (u >= 16777216.0f || u <= -16777216.0f) {
    // Whole numbers from here on: only their parity counts, and from 2^25 on all are even.
    if (u >= 33554432.0f || u <= -33554432.0f) return 0.0;
    return static_cast<std::int64_t>(u) & 1 ? 1.0 : 0.0;
  }
  const double wide = u;
  return wide - 2.0 * static_cast<double>(floor_to_integer(wide * 0.5));
}

/// fx(22.8) of a position in texels (C3): the exact product is rounded once. NaN gives 0, far values the farthest
/// position.
inline SubtexelPosition to_subtexel(double texels, CoordinateRounding rounding) {
  if (texels != texels) return 0;
  const double scaled = texels * kOneTexel;
  if (scaled >= kFarthestPosition) return kFarthestPosition;
  if (scaled <= -kFarthestPosition) return -kFarthestPosition;
  return static_cast<SubtexelPosition>(
      floor_to_integer(rounding == CoordinateRounding::kNearest ? scaled + 0.5 : scaled));
}

/// Position of a normalised coordinate on an axis of `size` texels; 24 by 15 bits of product, exact in double.
inline SubtexelPosition scale_periodic(float u, std::uint32_t size, CoordinateRounding rounding) {
  return to_subtexel(reduce_periodic(u) * size, rounding);
}
inline SubtexelPosition scale_clamped(double u, std::uint32_t size, CoordinateRounding rounding) {
  return to_subtexel(u * size, rounding);
}

/// Array slice: nearest integer, ties to even, clamped to the array; NaN gives slice 0 (C8).
inline std::uint32_t array_slice(float index, std::uint32_t slices) {
  if (!(index > 0.0f)) return 0;
  if (index >= static_cast<float>(slices)) return slices - 1;
  const auto nearest = static_cast<std::uint32_t>(round_to_even(index));
  return nearest < slices ? nearest : slices - 1;
}

}  // namespace texpipe::functional
