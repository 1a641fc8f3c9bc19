// A vertex in window space, snapped to the rasteriser's grid.
#pragma once

#include <compare>
#include <cstdint>

namespace texpipe::functional {

inline constexpr int kSubpixelBits = 8;
inline constexpr std::int32_t kSubpixelsPerPixel = 1 << kSubpixelBits;
inline constexpr double kPixelsPerSubpixel = 1.0 / kSubpixelsPerPixel;

/// Window coordinates lie in [-kGuardBand, kGuardBand] pixels, so that edge functions are exact in 64 bits.
inline constexpr std::int32_t kGuardBand = 1 << 20;

/// x right, y down, in 1/256 pixel.
struct WindowVertex {
  std::int32_t x = 0;
  std::int32_t y = 0;

  bool operator==(const WindowVertex&) const = default;
};

/// Snaps a position in pixels to 1/256 pixel, ties to even. NaN counts as 0; positions beyond the guard band are an
/// Error (kMalformedInput), because clipping comes before the rasteriser.
WindowVertex snap(float x, float y);

}  // namespace texpipe::functional
