#include "functional/rasterization/convex_fill.h"

#include <algorithm>
#include <array>
#include <bit>

#include "functional/pixel_kernels/pixel_kernels.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kMostEdges = 4;
constexpr std::int64_t kSubpixelsPerGridStep = kSubpixelsPerPixel / kSampleGrid;

std::int32_t floor_pixel(std::int64_t subpixels) {
  return static_cast<std::int32_t>(subpixels >> kSubpixelBits);
}

/// Values of an edge over the square [x, x + size] x [y, y + size] (1/256 pixel), counted from that at (x, y).
std::int64_t largest_beyond(const EdgeFunction& edge, std::int64_t size) {
  return std::max<std::int64_t>(edge.a, 0) * size + std::max<std::int64_t>(edge.b, 0) * size;
}
std::int64_t smallest_beyond(const EdgeFunction& edge, std::int64_t size) {
  return std::min<std::int64_t>(edge.a, 0) * size + std::min<std::int64_t>(edge.b, 0) * size;
}

constexpr std::int64_t kTileSize = std::int64_t{kCoarseTile} * kSubpixelsPerPixel;

/// An edge on its way along a row of coarse tiles.
struct TileWalk {
  std::int64_t value = 0;  // at the tile's upper left corner
  std::int64_t step = 0;   // to the next tile
  std::int64_t largest = 0;
  std::int64_t smallest = 0;

  explicit TileWalk(const EdgeFunction& edge = {})
      : step{edge.a * kTileSize},
        largest{largest_beyond(edge, kTileSize)},
        // No sample lies in the last sixteenth of a pixel.
        smallest{smallest_beyond(edge, kTileSize - kSubpixelsPerGridStep)} {}
};

/// Pixels of a coarse tile: bit 8 y + x.
using TilePixels = std::uint64_t;
static_assert(kCoarseTile == 8);

/// Pixels at columns from `left` to before `right` and rows from `top` to before `bottom`, counted from the tile's.
TilePixels pixels_between(std::int32_t left, std::int32_t top, std::int32_t right, std::int32_t bottom) {
  if (left <= 0 && top <= 0 && right >= kCoarseTile && bottom >= kCoarseTile) return ~TilePixels{0};
  constexpr TilePixels kColumn = 0x0101'0101'0101'0101, kAll = ~TilePixels{0};
  const auto inside = [](std::int32_t n) { return static_cast<unsigned>(std::clamp(n, 0, kCoarseTile)); };
  const TilePixels columns = ((1u << inside(right)) - (1u << inside(left))) * kColumn;
  const auto rows_before = [&](std::int32_t n) {
    return n >= kCoarseTile ? kAll : (TilePixels{1} << 8 * inside(n)) - 1;
  };
  return columns & rows_before(bottom) & ~rows_before(top);
}

/// Pixels on whose inner side of an edge a point lies, the upper left pixel's at (x, y) in 1/256 pixel.
TilePixels inner_pixels(const EdgeFunction& edge, std::int64_t x, std::int64_t y) {
  return pixel_kernels::host_kernels().inner_pixels(
      {edge.at(x, y), edge.a * kSubpixelsPerPixel, edge.b * kSubpixelsPerPixel});
}

/// Over-estimation: pixels whose squares meet the inner side of every edge; the bounding box is among those asked for.
TilePixels touched_pixels(std::span<const EdgeFunction> edges, std::int64_t x, std::int64_t y, TilePixels asked) {
  for (const EdgeFunction& edge : edges)
    asked &= inner_pixels(edge, x + (edge.a > 0 ? kSubpixelsPerPixel : 0), y + (edge.b > 0 ? kSubpixelsPerPixel : 0));
  return asked;
}

/// Covered pixels of a coarse tile for each sample.
using TileSamples = std::array<TilePixels, kMaxSamples>;

/// @param x, y  the tile's upper left corner, in 1/256 pixel
void cover_tile(const RasterState& state, std::span<const EdgeFunction> edges, std::int64_t x, std::int64_t y,
                TilePixels asked, TileSamples& samples) {
  const bool touched = !edges.empty() && state.conservative == Conservative::kOver;
  if (touched) asked = touched_pixels(edges, x, y, asked);
  for (unsigned s = 0; s < state.pattern.count; ++s) {
    TilePixels& pixels = samples[s] = (state.sample_mask >> s & 1) != 0 ? asked : 0;
    if (touched) continue;
    const SamplePosition& at = state.pattern.positions[s];
    for (const EdgeFunction& edge : edges) {
      if (pixels == 0) break;
      pixels &= inner_pixels(edge, x + at.x * kSubpixelsPerGridStep, y + at.y * kSubpixelsPerGridStep);
    }
  }
}

/// Samples of the four pixels at bits 0, 1, 8, 9, of one sample each: words of 1 and 0.
std::array<std::uint16_t, 4> words_of_pixels(TilePixels four) {
  return std::bit_cast<std::array<std::uint16_t, 4>>((four & 1) | (four >> 1 & 1) << 16 | (four >> 8 & 1) << 32 |
                                                     (four >> 9 & 1) << 48);
}

/// `add_lone_samples` of a tile that is covered.
std::uint64_t add_whole_tile(const CoveredSubspan& first, std::vector<CoveredSubspan>& out) {
  constexpr unsigned kSubspans = kCoarseTile * kCoarseTile / 4, kOfRow = kCoarseTile / 2;
  const std::size_t before = out.size();
  out.resize(before + kSubspans);
  // Members one by one: a subspan that is copied in other portions than it was made in waits.
  CoveredSubspan* const subspans = out.data() + before;
  for (unsigned s = 0; s < kSubspans; ++s) {
    subspans[s].x = first.x + static_cast<std::int32_t>(2 * (s % kOfRow));
    subspans[s].y = first.y + static_cast<std::int32_t>(2 * (s / kOfRow));
    subspans[s].samples = {1, 1, 1, 1};
    subspans[s].tile = first.tile;
  }
  return kSubspans;
}

/// `add_subspans` of pixels of one sample.
std::uint64_t add_lone_samples(TilePixels pixels, const CoveredSubspan& first, std::vector<CoveredSubspan>& out) {
  constexpr unsigned kSubspans = kCoarseTile * kCoarseTile / 4;
  const std::size_t before = out.size();
  if (pixels == 0) return 0;
  if (pixels == ~TilePixels{0}) return add_whole_tile(first, out);
  out.resize(before + kSubspans);
  CoveredSubspan* next = out.data() + before;
  for (int y = 0; y < kCoarseTile; y += 2) {
    for (int x = 0; x < kCoarseTile; x += 2) {
      const TilePixels four = pixels >> (8 * y + x) & 0x303;
      next->x = first.x + x;
      next->y = first.y + y;
      next->samples = words_of_pixels(four);
      next->tile = first.tile;
      next += four != 0 ? 1 : 0;
    }
  }
  const auto count = static_cast<std::size_t>(next - out.data()) - before;
  out.resize(before + count);
  return count;
}

/// Appends a tile's subspans with any coverage. @return how many
std::uint64_t add_subspans(unsigned count, const TileSamples& samples, const CoveredSubspan& first,
                           std::vector<CoveredSubspan>& out) {
  if (count == 1) return add_lone_samples(samples[0], first, out);
  TilePixels any = 0;
  for (unsigned s = 0; s < count; ++s) any |= samples[s];
  const std::size_t before = out.size();
  for (int y = 0; y < kCoarseTile; y += 2) {
    for (int x = 0; x < kCoarseTile; x += 2) {
      constexpr TilePixels kSubspan = 0x303;
      const int place = 8 * y + x;
      if ((any >> place & kSubspan) == 0) continue;
      CoveredSubspan subspan{first.x + x, first.y + y, {}, first.tile};
      for (unsigned s = 0; s < count; ++s) {
        const TilePixels four = samples[s] >> place;
        for (unsigned p = 0; p < 4; ++p)
          subspan.samples[p] |= static_cast<std::uint16_t>((four >> (8 * (p >> 1) + (p & 1)) & 1) << s);
      }
      out.push_back(subspan);
    }
  }
  return out.size() - before;
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

  std::array<TileWalk, kMostEdges> walks;
  for (unsigned n = 0; n < edges.size(); ++n) walks[n] = TileWalk{edges[n]};
  const auto own = std::span{walks}.first(edges.size());
  std::array<EdgeFunction, kMostEdges> crossing;  // those that a tile does not lie inside of
  TileSamples samples;
  for (std::int32_t tile_y = top & ~(kCoarseTile - 1); tile_y < bottom; tile_y += kCoarseTile) {
    const std::int32_t first_x = left & ~(kCoarseTile - 1);
    const std::int64_t y0 = std::int64_t{tile_y} * kSubpixelsPerPixel;
    for (unsigned n = 0; n < edges.size(); ++n)
      walks[n].value = edges[n].at(std::int64_t{first_x} * kSubpixelsPerPixel, y0) - walks[n].step;
    for (std::int32_t tile_x = first_x; tile_x < right; tile_x += kCoarseTile) {
      ++counts.tiles;
      bool outside = false;
      for (TileWalk& walk : own) {
        walk.value += walk.step;
        outside |= walk.value + walk.largest < 0;
      }
      if (outside) {
        ++counts.culled_tiles;
        continue;
      }
      unsigned crossings = 0;
      for (unsigned n = 0; n < edges.size(); ++n) {
        if (walks[n].value + walks[n].smallest < 0) crossing[crossings++] = edges[n];
      }
      if (crossings == 0) ++counts.full_tiles;
      cover_tile(state, std::span{crossing}.first(crossings), std::int64_t{tile_x} * kSubpixelsPerPixel, y0,
                 pixels_between(left - tile_x, top - tile_y, right - tile_x, bottom - tile_y), samples);
      counts.subspans += add_subspans(state.pattern.count, samples,
                                      {tile_x, tile_y, {}, static_cast<std::uint32_t>(counts.tiles - 1)}, out);
    }
  }
  return counts;
}

}  // namespace texpipe::functional
