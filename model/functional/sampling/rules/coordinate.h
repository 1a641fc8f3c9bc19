// Texture coordinate to position in 1/256 texel of a level (rules C1 to C5; specification/sampling 2).
#pragma once

#include <cstdint>

#include "functional/coordinates/fixed_math.h"
#include "functional/coordinates/one_lane.h"

namespace texpipe::functional {

/// A position along one axis of a level in 1/256 texel: fx(23.8) in 32 bits, of which reduced coordinates need
/// fx(17.8).
using SubtexelPosition = std::int32_t;

inline constexpr int kSubtexelBits = 8;
inline constexpr SubtexelPosition kOneTexel = 1 << kSubtexelBits;

/// Position at which conversion saturates: far beyond every texel, offset and tap, so that saturation never changes a
/// texel (C3, C4).
inline constexpr SubtexelPosition kFarthestPosition = 1 << (22 + kSubtexelBits);
/// Distance of an anisotropic tap from its centre at which conversion saturates.
inline constexpr SubtexelPosition kFarthestTap = 1 << (20 + kSubtexelBits);

/// Rounding enables of SAMPLER_STATE: conversion to 1/256 texel adds half, or truncates towards minus infinity.
enum class CoordinateRounding : std::uint8_t { kTruncate, kNearest };

namespace one_lane {
#include "functional/sampling/rules/coordinate.inc.h"
}
using one_lane::reduce_periodic;

/// Position of a coordinate on an axis of `size` texels: their float32 product (C1, R30), rounded to 1/256 texel (C3).
/// NaN gives 0, far values the farthest position.
/// @param u  a float32, or the double-precision place on a cube face
inline SubtexelPosition scale_clamped(double u, std::uint32_t size, CoordinateRounding rounding) {
  return one_lane::position_at(one_lane::or_zero(u), static_cast<std::int32_t>(size),
                               rounding == CoordinateRounding::kNearest);
}
/// Position of a normalised coordinate of a mode that repeats (C2).
inline SubtexelPosition scale_periodic(float u, std::uint32_t size, CoordinateRounding rounding) {
  return scale_clamped(reduce_periodic(u), size, rounding);
}
/// fx(22.8) of a position in texels.
inline SubtexelPosition to_subtexel(double texels, CoordinateRounding rounding) {
  return scale_clamped(texels, 1, rounding);
}

/// Array slice: nearest integer, ties to even, clamped to the array; NaN gives slice 0 (C8).
inline std::uint32_t array_slice(float index, std::uint32_t slices) {
  if (!(index > 0.0f)) return 0;
  if (index >= static_cast<float>(slices)) return slices - 1;
  const auto nearest = static_cast<std::uint32_t>(round_to_even(index));
  return nearest < slices ? nearest : slices - 1;
}

}  // namespace texpipe::functional
