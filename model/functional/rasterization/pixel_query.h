// Answers of PIXLD for one pixel (SPA 5.0 PIXLD; resolutions R20 to R23).
#pragma once

#include <cstdint>
#include <optional>

#include "functional/rasterization/pixel_offset.h"
#include "functional/rasterization/sample_pattern.h"

namespace texpipe::functional {

/// PIXLD's modes, in the order of their encoding.
enum class PixelQuery : std::uint8_t { kMsCount, kCovMask, kCovered, kOffset, kCentroidOffset, kMyIndex };

/// A pixel of a subspan in flight. `pattern` is the raster's, which target-independent rasterisation lets differ from
/// the target's.
struct PixelCoverage {
  SamplePattern pattern = standard_pattern(1);
  std::uint16_t sample_mask = 0xFFFF;
  std::uint16_t coverage = 0;
  std::optional<std::uint8_t> sample_index;  // of this shader invocation; absent when not in SSAA mode
};

struct PixelQuerySwitches {
  bool grid_integer = false;      // pixld.grid_integer: OFFSET in grid units -8..+7 (R20)
  bool covered_all_ones = false;  // pixld.covered_all_ones: COVERED writes ~0 for TRUE (R21)
};

struct PixelQueryResult {
  std::uint32_t value = 0;
  std::optional<bool> predicate;  // written only by COVERED and MY_INDEX
  bool warning = false;           // OFFSET out of range, beyond 8 samples or with programmable positions: reads 0 (R20)
};

/// @param sample  the address operand of COVERED and OFFSET, 0 when the instruction has none; ignored by the other
/// modes
PixelQueryResult query_pixel(const PixelCoverage& pixel, PixelQuery query, std::int32_t sample,
                             PixelQuerySwitches switches = {});

}  // namespace texpipe::functional
