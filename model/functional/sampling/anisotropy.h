// Anisotropic footprints: how many taps, where and with which weights (sampling-spec L2, L4, L5; gen9-sampling.md
// section 4.3).
#pragma once

#include <array>
#include <cstdint>

#include "functional/sampling/gradient.h"

namespace texpipe::functional {

/// Tap weights of a pixel sum to 2^10.
inline constexpr int kTapWeightBits = 10;
inline constexpr unsigned kMaxTaps = 16;

/// LOD Algorithm of SAMPLER_STATE: the axes are the longer and the shorter derivative (LEGACY), or those of the ellipse
/// that the two derivatives span (EWA approximation).
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

/// How a pixel spreads its taps. `ratio` is the anisotropy that remains after both limits (L4): the maximum of the
/// sampler, and one tap per texel where the minor axis is shorter than a texel.
struct TapSpread {
  std::uint32_t ratio = 256;        // 1/256; 256 is isotropic
  double level_length_squared = 0;  // square of what the level of detail is the logarithm of
};
TapSpread tap_spread(const PixelFootprint& footprint, unsigned maximum_ratio);

/// Taps of a ratio: the next even number, 1 when isotropic.
constexpr unsigned tap_count(std::uint32_t ratio) {
  return ratio <= 256 ? 1 : 2 * ((ratio + 511) / 512);
}

/// Weights in 1/1024, symmetric: inner taps are equal, the two outermost take what is left, so that they fade in with
/// the ratio.
std::array<std::uint16_t, kMaxTaps> tap_weights(std::uint32_t ratio);

/// Place of a tap on the major axis, in 1/512 of the spacing major / ratio, from the pixel's centre. Taps are one
/// spacing apart; the two taps of ratios up to 2 move apart with the ratio, so that the result is continuous where
/// anisotropy begins.
constexpr std::int32_t tap_place(std::uint32_t ratio, unsigned tap) {
  const auto taps = static_cast<std::int32_t>(tap_count(ratio));
  if (taps == 1) return 0;
  const std::int32_t odd = 2 * static_cast<std::int32_t>(tap) - (taps - 1);  // half spacings
  return taps == 2 ? odd * static_cast<std::int32_t>(ratio - 256) : odd * 256;
}

/// Distance of a tap from the pixel's centre on one axis of a level, in 1/256 texel.
/// @param spacing  texels of the level between taps on this axis: major / ratio times the level's size
std::int32_t tap_offset(double spacing, std::int32_t place);

}  // namespace texpipe::functional
