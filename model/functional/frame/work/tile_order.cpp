#include "functional/frame/work/tile_order.h"

#include <algorithm>
#include <utility>

namespace texpipe::functional {

namespace {

constexpr unsigned kTileBits = 4;    // of a pixel's place in its tile
constexpr unsigned kCurveBits = 10;  // of a tile's place on the screen, along an axis

/// Bits of x and y in turn, x first.
std::uint64_t interleaved(std::uint32_t x, std::uint32_t y) {
  std::uint64_t key = 0;
  for (unsigned bit = 0; (x | y) >> bit != 0; ++bit)
    key |= std::uint64_t{x >> bit & 1} << 2 * bit | std::uint64_t{y >> bit & 1} << (2 * bit + 1);
  return key;
}

/// Place along the Hilbert curve of a square of 2^kCurveBits tiles a side.
std::uint64_t along_hilbert(std::uint32_t x, std::uint32_t y) {
  constexpr std::uint32_t kSide = 1u << kCurveBits;
  std::uint64_t place = 0;
  for (std::uint32_t side = kSide / 2; side > 0; side /= 2) {
    const std::uint32_t right = (x & side) != 0, below = (y & side) != 0;
    place += std::uint64_t{side} * side * (3 * right ^ below);
    if (below != 0) continue;
    if (right != 0) {
      x = kSide - 1 - x;
      y = kSide - 1 - y;
    }
    std::swap(x, y);
  }
  return place;
}

}  // namespace

std::uint64_t order_key(TileOrder order, std::int32_t x, std::int32_t y) {
  const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
  if (order == TileOrder::kScan) return std::uint64_t{row} << 32 | column;
  const std::uint32_t tile_x = column >> kTileBits, tile_y = row >> kTileBits;
  constexpr std::uint32_t kRow = (1u << kCurveBits) - 1;
  std::uint64_t tile = std::uint64_t{tile_y} << kCurveBits | tile_x;
  if (order == TileOrder::kSerpentine && tile_y % 2 != 0) tile = std::uint64_t{tile_y} << kCurveBits | (kRow - tile_x);
  if (order == TileOrder::kMorton) tile = interleaved(tile_x, tile_y);
  if (order == TileOrder::kHilbert) tile = along_hilbert(tile_x, tile_y);
  constexpr std::uint32_t kInTile = kFrameTile - 1;
  return tile << 2 * kTileBits | interleaved(column & kInTile, row & kInTile);
}

void order_subspans(TileOrder order, std::vector<CoveredSubspan>& subspans) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(subspans.size());
  for (const CoveredSubspan& subspan : subspans)
    keys.emplace_back(order_key(order, subspan.x, subspan.y), static_cast<std::uint32_t>(keys.size()));
  if (std::is_sorted(keys.begin(), keys.end())) return;
  std::sort(keys.begin(), keys.end());
  std::vector<CoveredSubspan> ordered;
  ordered.reserve(subspans.size());
  for (const auto& [key, from] : keys) ordered.push_back(subspans[from]);
  subspans.swap(ordered);
}

}  // namespace texpipe::functional
