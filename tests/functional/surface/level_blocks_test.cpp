// Pointers to elements by LevelBlocks against the addresses of the layout, at random.
#include "functional/surface/level_blocks.h"

#include <catch2/catch.hpp>

#include <random>

#include "functional/surface/surface_layout.h"

namespace texpipe::functional {
namespace {

constexpr ByteAddress kBase{0x10000};

/// Address of a byte that a pointer from open tiles names.
ByteAddress address_of(GpuMemory& memory, const std::byte* place, ByteAddress near) {
  const ByteAddress tile{near.value() / GpuMemory::kTileBytes * GpuMemory::kTileBytes};
  return ByteAddress{tile.value() + static_cast<std::uint64_t>(place - memory.open_tile(tile))};
}

TEST_CASE("rows of subspans in blocks of a tiled level stand where its layout has their elements", "[surface]") {
  std::mt19937 random{38};
  const auto below = [&](unsigned end) { return static_cast<std::uint32_t>(random() % end); };
  GpuMemory memory;
  unsigned found = 0;
  for (unsigned round = 0; round < 60; ++round) {
    const std::array<Tiling, 2> tilings{Tiling::kX, Tiling::kY};
    const auto bytes = static_cast<std::uint8_t>(2u << below(3));
    const std::uint32_t width = 16 + below(100), height = 16 + below(60);
    const SurfaceGeometry geometry{.type = SurfaceType::k2D,
                                   .array = true,
                                   .element = {.bytes = bytes, .decoded_texel_bytes = bytes},
                                   .tiling = tilings[below(2)],
                                   .width = width,
                                   .height = height,
                                   .depth = 3,
                                   .levels = 1,
                                   .slice_pitch = 8 * (10 + below(4)),
                                   .row_pitch = 4096,
                                   .base = kBase};
    const SurfaceLayout layout{geometry};
    const auto blocks = LevelBlocks::make(*layout.level_places(0));
    REQUIRE(blocks.has_value());
    OpenTiles tiles{memory};
    for (unsigned n = 0; n < 200; ++n) {
      const std::uint32_t slice = below(3), left = below(width / 8 + 1) * 8, top = below(height / 8 + 1) * 8;
      const bool together = below(3) != 0;
      LevelBlocks::Corners x, y;
      for (unsigned s = 0; s < 4; ++s) {
        x[s] = static_cast<std::int32_t>(left + 2 * below(together ? 4 : 6));
        y[s] = static_cast<std::int32_t>(top + 2 * below(4));
      }
      bool alike = left + 8 <= width && top + 8 <= height;
      for (unsigned s = 0; s < 4; ++s) {
        alike &= static_cast<std::uint32_t>(x[s]) / 8 == static_cast<std::uint32_t>(x[0]) / 8;
        for (unsigned other = 0; other < s; ++other) alike &= x[s] != x[other] || y[s] != y[other];
      }
      alike &= (static_cast<std::uint32_t>(x[0]) / 8 + 1) * 8 <= width;
      std::array<std::byte*, 8> rows{};
      INFO("round " << round << ", " << name_of(geometry.tiling) << ", " << unsigned{bytes} << " bytes");
      REQUIRE(blocks->find_rows(tiles, x, y, slice, true, width, height, rows) == alike);
      for (unsigned row = 0; alike && row < rows.size(); ++row) {
        for (std::uint32_t pixel = 0; pixel < 2; ++pixel) {
          const ByteAddress address = layout.element_address(0, {.x = static_cast<std::uint32_t>(x[row / 2]) + pixel,
                                                                 .y = static_cast<std::uint32_t>(y[row / 2]) + row % 2,
                                                                 .slice = slice});
          REQUIRE(address_of(memory, rows[row] + std::size_t{pixel} * bytes, address) == address);
        }
      }
      found += alike ? 1 : 0;
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("levels whose blocks lie in several tiles, or whose pairs stand apart, have no blocks", "[surface]") {
  SurfaceGeometry geometry{.type = SurfaceType::k2D,
                           .array = true,
                           .element = {.bytes = 4, .decoded_texel_bytes = 4},
                           .tiling = Tiling::kY,
                           .width = 64,
                           .height = 64,
                           .depth = 2,
                           .slice_pitch = 64,
                           .row_pitch = 256,
                           .base = kBase};
  const auto has_blocks = [&] { return LevelBlocks::make(*SurfaceLayout{geometry}.level_places(0)).has_value(); };
  CHECK(has_blocks());
  SECTION("slices that begin between blocks") {
    geometry.slice_pitch = 68;
  }
  SECTION("elements as wide as a column of tile Y") {
    geometry.element = {.bytes = 16, .decoded_texel_bytes = 16};
  }
  CHECK_FALSE(has_blocks());
}

TEST_CASE("a block is found anew after tiles are closed, and to be written after it was read", "[surface]") {
  GpuMemory memory;
  const SurfaceGeometry geometry{.type = SurfaceType::k2D,
                                 .element = {.bytes = 4, .decoded_texel_bytes = 4},
                                 .tiling = Tiling::kY,
                                 .width = 64,
                                 .height = 64,
                                 .row_pitch = 256,
                                 .base = kBase};
  const auto blocks = LevelBlocks::make(*SurfaceLayout{geometry}.level_places(0));
  OpenTiles tiles{memory};
  CHECK(blocks->at(tiles, 0, 0, 0, false) == nullptr);  // nobody has written there
  memory.write_u32(kBase, 38);
  const std::byte* const read = blocks->at(tiles, 0, 0, 0, false);
  REQUIRE(read != nullptr);
  CHECK(read[0] == std::byte{38});
  memory.watch(kBase, ByteSize{4});
  const std::uint64_t before = memory.generation();
  CHECK(blocks->at(tiles, 2, 2, 0, true) != nullptr);
  CHECK(memory.generation() != before);  // whoever watches knows of a tile that may be written
  memory.watch(kBase, ByteSize{4});
  const std::uint64_t again = memory.generation();
  tiles.close();
  CHECK(blocks->at(tiles, 2, 2, 0, true) != nullptr);
  CHECK(memory.generation() != again);
}

}  // namespace
}  // namespace texpipe::functional
