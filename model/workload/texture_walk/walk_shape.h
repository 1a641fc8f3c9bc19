// Threads of a texture walk: how many pixels one has, where they lie, and with how many messages it samples them.
#pragma once

#include <cstdint>

#include "workload/extent/image_extent.h"

namespace texpipe::study {

/// Pixels of a message at most: SIMD16. Threads with more sample part by part.
inline constexpr unsigned kMostPartLanes = 16;
inline constexpr unsigned kMostWalkParts = 4;
inline constexpr unsigned kWalkPartSide = 4;  // of a part of 16 pixels

/// A thread and its parts. Messages keep the widths of the hardware: a part of 16 pixels is a SIMD16 message, one of 8
/// a SIMD8 message, one of 4 a SIMD8 message whose upper half is masked.
struct WalkShape {
  unsigned lanes = 0;  // pixels of a thread
  ImageExtent block;   // how they lie: quads side by side in rows
  unsigned parts = 1;
  unsigned part_lanes = 0;  // pixels of a part

  /// Place of a part's first pixel in the block: two parts side by side in a row.
  static ImageExtent part_place(unsigned part) { return {part % 2 * kWalkPartSide, part / 2 * kWalkPartSide}; }
  /// Place of a lane's pixel in its part: quads in rows of two, in a quad UL, UR, LL, LR.
  static ImageExtent lane_place(unsigned lane) {
    const unsigned quad = lane / 4;
    return {quad % 2 * 2 + lane % 2, quad / 2 * 2 + lane % 4 / 2};
  }
};

/// Shape of threads with 4, 8, 16, 32 or 64 pixels.
WalkShape walk_shape(std::uint32_t lanes);

}  // namespace texpipe::study
