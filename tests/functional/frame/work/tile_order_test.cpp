// Orders of the tiles of a primitive.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "functional/frame/work/tile_order.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::int32_t kSide = 128;  // pixels: 8x8 tiles

using Place = std::pair<std::int32_t, std::int32_t>;

/// Places of the subspans of a square in an order.
std::vector<Place> ordered(TileOrder order) {
  std::vector<CoveredSubspan> subspans;
  for (std::int32_t y = 0; y < kSide; y += 2)
    for (std::int32_t x = 0; x < kSide; x += 2) subspans.push_back({.x = x, .y = y});
  order_subspans(order, subspans);
  std::vector<Place> places;
  for (const CoveredSubspan& subspan : subspans) places.emplace_back(subspan.x, subspan.y);
  return places;
}

std::vector<Place> tiles(TileOrder order) {
  std::vector<Place> tiles;
  for (const auto& [x, y] : ordered(order)) {
    const Place tile{x / kFrameTile, y / kFrameTile};
    if (tiles.empty() || tiles.back() != tile) tiles.push_back(tile);
  }
  return tiles;
}

}  // namespace

TEST_CASE("an order has every subspan once", "[frame]") {
  std::vector<Place> all = ordered(TileOrder::kScan);
  std::sort(all.begin(), all.end());
  for (const TileOrder order : {TileOrder::kTiles, TileOrder::kSerpentine, TileOrder::kMorton, TileOrder::kHilbert}) {
    std::vector<Place> places = ordered(order);
    std::sort(places.begin(), places.end());
    CHECK(places == all);
    CHECK(tiles(order).size() == 64);
  }
}

TEST_CASE("tiles go along rows, every other one back, along a Z curve, or from neighbour to neighbour", "[frame]") {
  CHECK(tiles(TileOrder::kTiles)[8] == Place{0, 1});
  CHECK(tiles(TileOrder::kSerpentine)[8] == Place{7, 1});
  CHECK(tiles(TileOrder::kMorton)[2] == Place{0, 1});
  const std::vector<Place> hilbert = tiles(TileOrder::kHilbert);
  for (std::size_t i = 1; i < hilbert.size(); ++i)
    CHECK(std::abs(hilbert[i].first - hilbert[i - 1].first) + std::abs(hilbert[i].second - hilbert[i - 1].second) == 1);
}

TEST_CASE("four subspans in a row of a tile are a block of 4x4 pixels, and a scan has rows of subspans", "[frame]") {
  const std::vector<Place> places = ordered(TileOrder::kSerpentine);
  CHECK(std::vector<Place>(places.begin(), places.begin() + 4) == std::vector<Place>{{0, 0}, {2, 0}, {0, 2}, {2, 2}});
  CHECK(ordered(TileOrder::kScan)[64] == Place{0, 2});
}

TEST_CASE("subspans of any rows, gaps and sequence come in the order of their places", "[frame]") {
  std::mt19937 random{1};
  for (unsigned round = 0; round < 60; ++round) {
    const auto order = static_cast<TileOrder>(round % 5);
    const bool mixed = round % 3 == 0;
    std::vector<CoveredSubspan> subspans;
    const std::int32_t left = static_cast<std::int32_t>(random() % 2000) * 2, width = 2 << random() % 9;
    for (std::int32_t y = static_cast<std::int32_t>(random() % 64) * 2, rows = 0; rows < 40; ++rows, y += 2) {
      for (std::int32_t x = left; x < left + width; x += 2)
        if (random() % 4 != 0)
          subspans.push_back({.x = x, .y = y, .tile = static_cast<std::uint32_t>(subspans.size())});
      if (random() % 8 == 0) y += 40;
    }
    if (mixed) std::shuffle(subspans.begin(), subspans.end(), random);
    std::vector<CoveredSubspan> sorted = subspans;
    std::sort(sorted.begin(), sorted.end(), [order](const CoveredSubspan& a, const CoveredSubspan& b) {
      return order_key(order, a.x, a.y) < order_key(order, b.x, b.y);
    });
    order_subspans(order, subspans);
    INFO("round " << round << ", " << subspans.size() << " subspans");
    REQUIRE(subspans == sorted);
  }
}

TEST_CASE("a subspan that comes twice, with other pixels, is not lost", "[frame]") {
  std::vector<CoveredSubspan> subspans;
  for (std::int32_t x = 0; x < 80; x += 2)
    for (const std::uint16_t pixels : {1, 2}) subspans.push_back({.x = x, .y = 4, .samples = {pixels}});
  order_subspans(TileOrder::kSerpentine, subspans);
  CHECK(subspans.size() == 80);
  CHECK(std::is_sorted(subspans.begin(), subspans.end(), [](const CoveredSubspan& a, const CoveredSubspan& b) {
    return order_key(TileOrder::kSerpentine, a.x, a.y) < order_key(TileOrder::kSerpentine, b.x, b.y);
  }));
}
