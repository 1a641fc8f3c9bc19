// Tile patterns against the closed forms of the Broadwell manual and against their own shape.
#include "functional/surface/tiling.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

TEST_CASE("every tile pattern is a bijection of its tile", "[surface][tiling]") {
  for (const TilePattern& pattern : tile_patterns()) {
    const TileSwizzle tile{pattern};
    std::vector<bool> seen(tile.bytes());
    for (std::uint32_t sample = 0; sample < 1u << tile.sample_bits(); ++sample) {
      for (std::uint32_t slice = 0; slice < tile.slices(); ++slice) {
        for (std::uint32_t row = 0; row < tile.rows(); ++row) {
          for (std::uint32_t column = 0; column < tile.width(); ++column) {
            const std::uint32_t offset = tile.offset(column, row, slice, sample);
            if (offset >= seen.size() || seen[offset])
              FAIL("pattern " << pattern.bits << " hits " << offset << " twice");
            seen[offset] = true;
          }
        }
      }
    }
    CHECK(std::all_of(seen.begin(), seen.end(), [](bool hit) { return hit; }));
  }
}

TEST_CASE("X and Y tiles follow their closed forms", "[surface][tiling]") {
  const TileSwizzle& x_tile = tile_swizzle(Tiling::kX, 4);
  const TileSwizzle& y_tile = tile_swizzle(Tiling::kY, 4);
  bool x_equal = true;
  bool y_equal = true;
  for (std::uint32_t row = 0; row < 32; ++row) {
    for (std::uint32_t column = 0; column < 512; ++column) {
      if (row < 8) x_equal = x_equal && x_tile.offset(column, row) == row * 512 + column;
      if (column < 128) y_equal = y_equal && y_tile.offset(column, row) == column / 16 * 512 + row * 16 + column % 16;
    }
  }
  CHECK(x_equal);
  CHECK(y_equal);
}

TEST_CASE("W tiles nest 8x8 blocks of interleaved pixels", "[surface][tiling]") {
  const TileSwizzle& tile = tile_swizzle(Tiling::kW, 1);
  // Broadwell manual: 512 (X / 8) + 64 (Y / 8) + 32 (Y / 4 % 2) + 16 (X / 4 % 2) + 8 (Y / 2 % 2) + 4 (X / 2 % 2) + 2 (Y
  // % 2) + X % 2.
  bool equal = true;
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::uint32_t x = 0; x < 64; ++x) {
      const std::uint32_t expected = 512 * (x / 8) + 64 * (y / 8) + 32 * (y / 4 % 2) + 16 * (x / 4 % 2) +
                                     8 * (y / 2 % 2) + 4 * (x / 2 % 2) + 2 * (y % 2) + x % 2;
      equal = equal && tile.offset(x, y) == expected;
    }
  }
  CHECK(equal);
}

TEST_CASE("Yf and Ys tiles have the documented shapes", "[surface][tiling]") {
  struct Shape {
    unsigned element_bytes, yf_width, yf_rows, ys_width, ys_rows;
  };
  for (const Shape& shape : {Shape{1, 64, 64, 256, 256}, Shape{2, 128, 32, 512, 128}, Shape{4, 128, 32, 512, 128},
                             Shape{8, 256, 16, 1024, 64}, Shape{16, 256, 16, 1024, 64}}) {
    const TileSwizzle& yf = tile_swizzle(Tiling::kYf, shape.element_bytes);
    const TileSwizzle& ys = tile_swizzle(Tiling::kYs, shape.element_bytes);
    CHECK(yf.width() == shape.yf_width);
    CHECK(yf.rows() == shape.yf_rows);
    CHECK(ys.width() == shape.ys_width);
    CHECK(ys.rows() == shape.ys_rows);
    CHECK(yf.bytes() == 4096);
    CHECK(ys.bytes() == 65536);
    for (unsigned sample_bits = 1; sample_bits <= 4; ++sample_bits) {
      CHECK(tile_swizzle(Tiling::kYs, shape.element_bytes, sample_bits).bytes() == 65536);
      CHECK(tile_swizzle(Tiling::kYf, shape.element_bytes, sample_bits).bytes() == 4096);
    }
  }
  CHECK(tile_swizzle(Tiling::kYs, 1, 0, true).slices() == 32);
  CHECK(tile_swizzle(Tiling::kYf, 16, 0, true).slices() == 8);
}

TEST_CASE("tiled resources refuse element sizes without a pattern", "[surface][tiling]") {
  CHECK_THROWS_AS(tile_swizzle(Tiling::kYs, 12), Error);
  CHECK_THROWS_AS(tile_swizzle(Tiling::kYf, 32), Error);
  CHECK_THROWS_AS(tile_swizzle(Tiling::kLinear, 4), Error);
}

}  // namespace
}  // namespace texpipe::functional
