// A place inside a pixel as PIXLD, TXQ and IPA exchange it.
#pragma once

#include <cstdint>

#include "functional/rasterization/sample_pattern.h"

namespace texpipe::functional {

/// Offset from the pixel centre, each axis signed 4.12 fixed point in pixels, y down (resolution R20).
struct PixelOffset {
  std::int16_t dx = 0;
  std::int16_t dy = 0;

  bool operator==(const PixelOffset&) const = default;
};

inline constexpr int kPixelOffsetBits = 12;

/// dx in bits 15:0, dy in bits 31:16.
constexpr std::uint32_t packed(PixelOffset offset) {
  return static_cast<std::uint16_t>(offset.dx) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(offset.dy))
                                                     << 16;
}
constexpr PixelOffset unpacked(std::uint32_t word) {
  return {static_cast<std::int16_t>(word & 0xFFFF), static_cast<std::int16_t>(word >> 16)};
}

/// Offset of a position on the 16x16 grid: grid -8 gives 0xF800, +7 gives 0x0700 (specification/nvidia-queries 4).
constexpr PixelOffset offset_of(SamplePosition position) {
  constexpr int kGridStep = (1 << kPixelOffsetBits) / kSampleGrid;
  return {static_cast<std::int16_t>((position.x - kSampleGrid / 2) * kGridStep),
          static_cast<std::int16_t>((position.y - kSampleGrid / 2) * kGridStep)};
}

/// Place at which a partly covered pixel is evaluated (resolution R22; specification/nvidia-queries 6).
/// @param coverage     bit s: raster sample s is covered
/// @param sample_mask  samples that can be covered at all
/// @return the pixel centre when all samples are covered; else the first covered sample; for a helper pixel without
/// coverage the centre
///         if the sample mask is full, else the first sample of the mask
PixelOffset centroid(const SamplePattern& pattern, std::uint32_t coverage, std::uint32_t sample_mask = 0xFFFF);

}  // namespace texpipe::functional
