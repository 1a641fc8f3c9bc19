#include "functional/frame/work/tile_order.h"

#include <algorithm>
#include <array>
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

/// Bits of a place in a tile in turn, without a loop.
constexpr std::uint64_t interleaved_in_tile(std::uint32_t x, std::uint32_t y) {
  constexpr auto spread = [](std::uint32_t bits) {
    bits = (bits | bits << 2) & 0x33;
    return (bits | bits << 1) & 0x55;
  };
  return spread(x) | spread(y) << 1;
}
static_assert(kTileBits == 4 && interleaved_in_tile(0xF, 0) == 0x55);

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

/// Place of a subspan in an order, and its number.
struct Keyed {
  std::uint64_t key = 0;
  std::uint32_t from = 0;
};

/// Sorts by digits from the lowest one on, without those that are the same in all keys: a primitive that covers the
/// screen has some 100,000 subspans, whose comparisons would take longer than a tenth of a sampled run.
void sort_by_key(std::vector<Keyed>& keyed, std::vector<Keyed>& sorted) {
  constexpr unsigned kDigitBits = 8, kDigits = 1u << kDigitBits;
  std::uint64_t differing = 0;
  for (const Keyed& one : keyed) differing |= one.key ^ keyed.front().key;
  sorted.resize(keyed.size());
  for (unsigned shift = 0; shift < 64 && differing >> shift != 0; shift += kDigitBits) {
    const auto digit = [shift](const Keyed& one) { return one.key >> shift & (kDigits - 1); };
    if ((differing >> shift & (kDigits - 1)) == 0) continue;
    std::array<std::uint32_t, kDigits> places{};
    for (const Keyed& one : keyed) ++places[digit(one)];
    for (std::uint32_t place = 0; std::uint32_t & count : places) count = std::exchange(place, place + count);
    for (const Keyed& one : keyed) sorted[places[digit(one)]++] = one;
    keyed.swap(sorted);
  }
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
  return tile << 2 * kTileBits | interleaved_in_tile(column & kInTile, row & kInTile);
}

void order_subspans(TileOrder order, std::vector<CoveredSubspan>& subspans) {
  constexpr std::size_t kFew = 64;  // which comparisons sort faster
  // Kept, because there are many small primitives.
  thread_local std::vector<Keyed> keyed, sorted;
  thread_local std::vector<CoveredSubspan> ordered;
  keyed.clear();
  for (const CoveredSubspan& subspan : subspans)
    keyed.push_back({order_key(order, subspan.x, subspan.y), static_cast<std::uint32_t>(keyed.size())});
  const auto before = [](const Keyed& a, const Keyed& b) { return a.key < b.key; };
  if (std::is_sorted(keyed.begin(), keyed.end(), before)) return;
  if (keyed.size() < kFew) {
    std::sort(keyed.begin(), keyed.end(), before);
  } else {
    sort_by_key(keyed, sorted);
  }
  ordered.clear();
  for (const Keyed& one : keyed) ordered.push_back(subspans[one.from]);
  subspans.swap(ordered);
}

}  // namespace texpipe::functional
