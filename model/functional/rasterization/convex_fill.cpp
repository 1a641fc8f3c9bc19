#include "functional/rasterization/convex_fill.h"

#include <algorithm>
#include <array>

namespace texpipe::functional {

namespace {

constexpr unsigned kMostEdges = 4;
constexpr std::int64_t kSubpixelsPerGridStep = kSubpixelsPerPixel / kSampleGrid;

std::int32_t floor_pixel(std::int64_t subpixels) {
  return static_cast<std::int32_t>(subpixels >> kSubpixelBits);
}

/// Largest and smallest value of an edge over the square [x, x + size] x [y, y + size] (1/256 pixel).
std::int64_t largest(const EdgeFunction& edge, std::int64_t x, std::int64_t y, std::int64_t size) {
  return edge.at(x + (edge.a > 0 ? size : 0), y + (edge.b > 0 ? size : 0));
}
std::int64_t smallest(const EdgeFunction& edge, std::int64_t x, std::int64_t y, std::int64_t size) {
  return edge.at(x + (edge.a < 0 ? size : 0), y + (edge.b < 0 ? size : 0));
}

std::uint16_t sample_coverage(const RasterState& state, std::span<const EdgeFunction> edges, std::int32_t x,
                              std::int32_t y) {
  std::uint16_t covered = 0;
  for (unsigned s = 0; s < state.pattern.count; ++s) {
    const std::int64_t sx = std::int64_t{x} * kSubpixelsPerPixel + state.pattern.positions[s].x * kSubpixelsPerGridStep;
    const std::int64_t sy = std::int64_t{y} * kSubpixelsPerPixel + state.pattern.positions[s].y * kSubpixelsPerGridStep;
    const bool inside =
        std::all_of(edges.begin(), edges.end(), [&](const EdgeFunction& edge) { return edge.at(sx, sy) >= 0; });
    if (inside) covered |= static_cast<std::uint16_t>(1u << s);
  }
  return covered;
}

/// Over-estimation: the pixel's square meets the inner side of every edge; the bounding box is tested by the caller's
/// pixel range.
std::uint16_t touched_coverage(const RasterState& state, std::span<const EdgeFunction> edges, std::int32_t x,
                               std::int32_t y) {
  const std::int64_t left = std::int64_t{x} * kSubpixelsPerPixel;
  const std::int64_t top = std::int64_t{y} * kSubpixelsPerPixel;
  for (const EdgeFunction& edge : edges) {
    if (largest(edge, left, top, kSubpixelsPerPixel) < 0) return 0;
  }
  return static_cast<std::uint16_t>(state.pattern.full_mask());
}

}  // namespace

RasterCounts fill_convex(const RasterState& state, std::span<const EdgeFunction> edges, WindowVertex low,
                         WindowVertex high, std::vector<CoveredSubspan>& out) {
  RasterCounts counts;
  const PixelRectangle& view = state.viewport;
  const std::int32_t left = std::max(view.left, floor_pixel(low.x));
  const std::int32_t top = std::max(view.top, floor_pixel(low.y));
  const std::int32_t right = std::min(view.right, floor_pixel(high.x) + 1);
  const std::int32_t bottom = std::min(view.bottom, floor_pixel(high.y) + 1);
  if (left >= right || top >= bottom) return counts;

  std::array<EdgeFunction, kMostEdges> crossing;  // those that a tile does not lie inside of
  unsigned crossings = 0;
  const auto pixel_coverage = [&](std::int32_t x, std::int32_t y) -> std::uint16_t {
    if (x < left || x >= right || y < top || y >= bottom) return 0;
    const auto asked = std::span{crossing}.first(crossings);
    const std::uint32_t covered = crossings == 0                              ? state.pattern.full_mask()
                                  : state.conservative == Conservative::kOver ? touched_coverage(state, asked, x, y)
                                                                              : sample_coverage(state, asked, x, y);
    return static_cast<std::uint16_t>(covered & state.sample_mask);
  };

  constexpr std::int64_t kTileSize = std::int64_t{kCoarseTile} * kSubpixelsPerPixel;
  for (std::int32_t tile_y = top & ~(kCoarseTile - 1); tile_y < bottom; tile_y += kCoarseTile) {
    for (std::int32_t tile_x = left & ~(kCoarseTile - 1); tile_x < right; tile_x += kCoarseTile) {
      ++counts.tiles;
      const std::int64_t x0 = std::int64_t{tile_x} * kSubpixelsPerPixel;
      const std::int64_t y0 = std::int64_t{tile_y} * kSubpixelsPerPixel;
      if (std::any_of(edges.begin(), edges.end(),
                      [&](const EdgeFunction& e) { return largest(e, x0, y0, kTileSize) < 0; })) {
        ++counts.culled_tiles;
        continue;
      }
      // No sample lies in the last sixteenth of a pixel.
      constexpr std::int64_t kSampleReach = kTileSize - kSubpixelsPerGridStep;
      crossings = 0;
      for (const EdgeFunction& edge : edges) {
        if (smallest(edge, x0, y0, kSampleReach) < 0) crossing[crossings++] = edge;
      }
      if (crossings == 0) ++counts.full_tiles;
      for (std::int32_t y = tile_y; y < std::min(tile_y + kCoarseTile, bottom); y += 2) {
        for (std::int32_t x = tile_x; x < std::min(tile_x + kCoarseTile, right); x += 2) {
          const CoveredSubspan subspan{
              x,
              y,
              {pixel_coverage(x, y), pixel_coverage(x + 1, y), pixel_coverage(x, y + 1), pixel_coverage(x + 1, y + 1)},
              static_cast<std::uint32_t>(counts.tiles - 1)};
          if ((subspan.samples[0] | subspan.samples[1] | subspan.samples[2] | subspan.samples[3]) == 0) continue;
          out.push_back(subspan);
          ++counts.subspans;
        }
      }
    }
  }
  return counts;
}

}  // namespace texpipe::functional
