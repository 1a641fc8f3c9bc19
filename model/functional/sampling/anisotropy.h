// Anisotropic footprints: how many taps, where and with which weights (rules L2, L4, L5; specification/sampling 4.3).
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/rules/gradient.h"
#include "functional/sampling/rules/weights.h"

namespace texpipe::functional {

inline constexpr unsigned kMaxTaps = 16;

/// LOD Algorithm of SAMPLER_STATE: the axes are the longer and the shorter derivative (LEGACY), or those of the ellipse
/// that the two derivatives span (EWA approximation). Parallel derivatives span an ellipse without width: L2 would
/// leave them as they are, and the level of detail would jump there (R25).
enum class FootprintAxes : std::uint8_t { kDerivatives, kEllipse };

/// Axes of a pixel's footprint in texels of the view's level 0.
struct PixelFootprint {
  double major_squared = 0.0;
  double minor_squared = 0.0;
  std::array<double, 2> major{};  // the longer axis, in units of the map (u, v)
};

/// @param gradients  in units of the map
/// @param size       texels of the view's level 0 per axis
PixelFootprint pixel_footprint(const Gradients& gradients, const std::array<double, 3>& size, FootprintAxes axes);

/// Spread of a pixel's taps: an even number of them, or one, each at the middle of an equal part of the longer axis
/// (specification/sampling 4.3: the next even number from the ratio on).
struct TapSpread {
  std::uint8_t taps = 1;
  double level_length_squared = 0;  // in texels: square of what the level of detail is the logarithm of
};

/// The ratio of the axes, limited to `maximum_taps`, divides the longer axis: the level of detail follows the shorter
/// axis, continuously (L4, R25). Only the number of taps is rounded, from the ratio in 1/256. Taps may stand closer
/// than a texel: D3D's form of L4 drops some of them there, Vulkan's keeps them, and both leave the level of detail
/// below 0. They are kept, so that a footprint is filtered alike on either side of magnification.
/// @param maximum_taps  even, 2 to 16
TapSpread tap_spread(const PixelFootprint& footprint, unsigned maximum_taps);

/// The next even number of taps for a ratio in 1/256; 1 when isotropic.
constexpr unsigned tap_count(std::uint32_t ratio) {
  return ratio <= 256 ? 1 : 2 * ((ratio + 511) / 512);
}

/// Weight of a tap in 1/1024: equal parts; what does not divide goes to the inner taps, symmetrically.
constexpr std::uint32_t tap_weight(unsigned taps, unsigned tap) {
  constexpr unsigned kSum = 1u << kTapWeightBits;
  const unsigned rest = kSum % taps;
  const unsigned first_inner = (taps - rest) / 2;
  return kSum / taps + (tap >= first_inner && tap < first_inner + rest ? 1 : 0);
}

/// Distance of a tap from the pixel's centre on one axis of a level, in 1/256 texel.
/// @param spacing  texels of the level between taps on this axis: the longer axis / taps times the level's size
std::int32_t tap_offset(double spacing, unsigned taps, unsigned tap);

}  // namespace texpipe::functional
