#include "functional/frame/work/tile_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
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

constexpr std::uint32_t tile_of(std::int32_t place) {
  return static_cast<std::uint32_t>(place) >> kTileBits;
}
/// Place of a subspan in its tile along the Z curve, of as many as a tile has subspans.
constexpr unsigned place_in_tile(const CoveredSubspan& subspan) {
  constexpr std::uint32_t kInTile = kFrameTile - 1;
  return static_cast<unsigned>(interleaved_in_tile(static_cast<std::uint32_t>(subspan.x) & kInTile,
                                                   static_cast<std::uint32_t>(subspan.y) & kInTile) >>
                               2);
}

/// Orders whose tiles go along rows need no comparisons where the raster tells one row of tiles after the other: each
/// subspan of a row goes to its place, and a word for each tile tells which places are taken.
class TileRows {
 public:
  explicit TileRows(TileOrder order) : serpentine_{order == TileOrder::kSerpentine} {}

  /// False: rows of tiles are mixed or a subspan comes twice, and `ordered` means nothing. @param ordered  empty
  bool order(const std::vector<CoveredSubspan>& subspans, std::vector<CoveredSubspan>& ordered) {
    std::uint32_t before = 0;
    for (auto begin = subspans.begin(); begin != subspans.end();) {
      const std::uint32_t row = tile_of(begin->y);
      if (row < before) return false;
      before = row;
      std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
      auto end = begin;
      for (; end != subspans.end() && tile_of(end->y) == row; ++end) {
        first = std::min(first, tile_of(end->x));
        last = std::max(last, tile_of(end->x));
      }
      if (!place(begin, end, first, last - first + 1)) return false;
      append(last - first + 1, serpentine_ && row % 2 != 0, ordered);
      begin = end;
    }
    return true;
  }

 private:
  static constexpr std::size_t kPlaces = 64;  // of a tile
  using Iterator = std::vector<CoveredSubspan>::const_iterator;

  /// False: two subspans have the same place.
  bool place(Iterator begin, Iterator end, std::uint32_t first, std::size_t tiles) {
    taken_.assign(tiles, 0);
    if (places_.size() < tiles * kPlaces) places_.resize(tiles * kPlaces);
    for (; begin != end; ++begin) {
      const std::size_t tile = tile_of(begin->x) - first;
      const unsigned place = place_in_tile(*begin);
      const std::uint64_t bit = std::uint64_t{1} << place;
      if ((taken_[tile] & bit) != 0) return false;
      taken_[tile] |= bit;
      places_[tile * kPlaces + place] = &*begin;
    }
    return true;
  }

  void append(std::size_t tiles, bool backwards, std::vector<CoveredSubspan>& ordered) const {
    for (std::size_t i = 0; i < tiles; ++i) {
      const std::size_t tile = backwards ? tiles - 1 - i : i;
      for (std::uint64_t taken = taken_[tile]; taken != 0; taken &= taken - 1)
        ordered.push_back(*places_[tile * kPlaces + static_cast<unsigned>(std::countr_zero(taken))]);
    }
  }

  bool serpentine_;
  // Kept, because there are many primitives.
  inline static thread_local std::vector<std::uint64_t> taken_;           // by tile, a bit a place
  inline static thread_local std::vector<const CoveredSubspan*> places_;  // by tile and place
};

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
  constexpr std::size_t kFew = 24;  // which comparisons sort faster
  // Kept, because there are many small primitives; not exchanged with the caller's, which keeps its room, too.
  thread_local std::vector<Keyed> keyed, sorted;
  thread_local std::vector<CoveredSubspan> ordered;
  const bool in_rows = order == TileOrder::kTiles || order == TileOrder::kSerpentine;
  if (in_rows && subspans.size() >= kFew) {
    ordered.clear();
    ordered.reserve(subspans.size());
    if (TileRows{order}.order(subspans, ordered)) {
      std::copy(ordered.begin(), ordered.end(), subspans.begin());
      return;
    }
  }
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
  std::copy(ordered.begin(), ordered.end(), subspans.begin());
}

}  // namespace texpipe::functional
