// Primitives to covered 2x2 subspans.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "functional/rasterization/sample_pattern.h"
#include "functional/rasterization/window_vertex.h"

namespace texpipe::functional {

/// Pixels [left, right) x [top, bottom). All of them are >= 0 and even-aligned subspans may reach one pixel beyond,
/// uncovered.
struct PixelRectangle {
  std::int32_t left = 0;
  std::int32_t top = 0;
  std::int32_t right = 0;
  std::int32_t bottom = 0;
};

/// Coverage of a 2x2 block of pixels whose upper left pixel is (x, y), both even. `samples[p]` bit s: sample s of pixel
/// p (UL, UR, LL, LR).
struct CoveredSubspan {
  std::int32_t x = 0;
  std::int32_t y = 0;  // behind x: pixel_kernels::SubspanCorners
  std::array<std::uint16_t, 4> samples{};
  std::uint32_t tile = 0;  // coarse tiles of the primitive's bounding box that come before the subspan's

  bool operator==(const CoveredSubspan&) const = default;
};

enum class Conservative : std::uint8_t { kOff, kOver };

struct RasterState {
  PixelRectangle viewport{};  // what is drawn to; nothing outside is covered
  SamplePattern pattern =
      standard_pattern(1);             // raster samples; may differ from the render target's (target-independent)
  std::uint16_t sample_mask = 0xFFFF;  // 3DSTATE_SAMPLE_MASK; samples cleared here are never covered
  Conservative conservative = Conservative::kOff;  // kOver: a pixel that the primitive touches has all samples covered
};

enum class LineRule : std::uint8_t {
  kRectangle,    // a rectangle of the line's width around it: multisampled and wide lines
  kDiamondExit,  // one pixel wide, a pixel is covered when the line leaves its diamond: 1x only
  kReplicated,   // likewise, but each pixel is a column, of steep lines a row, of as many pixels as the line is wide
};

/// Work of one primitive: the coarse raster's 8x8 tiles and what became of them.
struct RasterCounts {
  std::uint64_t tiles = 0;         // tiles of the bounding box
  std::uint64_t culled_tiles = 0;  // rejected by an edge
  std::uint64_t full_tiles = 0;    // inside all edges
  std::uint64_t subspans = 0;      // with any coverage
};

inline constexpr std::int32_t kCoarseTile = 8;  // pixels per side

/// Appends the covered subspans of a triangle to `out`: coarse tiles in rows, subspans in rows inside a tile. Either
/// winding is filled (culling by face comes before); zero area covers nothing, also when conservative.
RasterCounts rasterize_triangle(const RasterState& state, WindowVertex v0, WindowVertex v1, WindowVertex v2,
                                std::vector<CoveredSubspan>& out);

/// A square of `width` (1/256 pixel) around the vertex; its left and top borders are inside, right and bottom are not.
RasterCounts rasterize_point(const RasterState& state, WindowVertex center, std::int32_t width,
                             std::vector<CoveredSubspan>& out);

/// An axis-aligned rectangle by three of its corners, as RECTLIST gives it: lower right, lower left, upper left;
/// borders as a point's. Corners that do not span such a rectangle are an Error (kMalformedInput).
RasterCounts rasterize_rectangle(const RasterState& state, WindowVertex lower_right, WindowVertex lower_left,
                                 WindowVertex upper_left, std::vector<CoveredSubspan>& out);

/// A line from `from` to `to`, its end not included by the diamond rule. `width` in 1/256 pixel is ignored by
/// kDiamondExit, and is rounded to whole pixels, one at least, by kReplicated. The rectangle's corners are snapped to
/// 1/256 pixel. The diamond rules with more than one sample are an Error (kMalformedInput).
RasterCounts rasterize_line(const RasterState& state, WindowVertex from, WindowVertex to, std::int32_t width,
                            LineRule rule, std::vector<CoveredSubspan>& out);

}  // namespace texpipe::functional
