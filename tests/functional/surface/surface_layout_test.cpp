// Addresses of texels against layouts worked out by hand from specification/state 4.
#include "functional/surface/surface_layout.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/diagnostic.h"

namespace texpipe::functional {
namespace {

constexpr ElementShape kFourBytes{};
constexpr ByteAddress kBase{0x10000};

std::uint64_t offset(const SurfaceLayout& layout, unsigned level, TexelPlace place) {
  return layout.element_address(level, place).value() - kBase.value();
}

SurfaceGeometry rgba8(SurfaceType type, std::uint32_t width, std::uint32_t height, std::uint32_t depth,
                      std::uint32_t levels) {
  return {.type = type,
          .element = kFourBytes,
          .width = width,
          .height = height,
          .depth = depth,
          .levels = levels,
          .base = kBase};
}

TEST_CASE("a linear surface stands row after row", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 10, 10, 1, 1);
  geometry.row_pitch = 64;
  const SurfaceLayout layout{geometry};
  CHECK(offset(layout, 0, {.x = 3, .y = 2}) == 2 * 64 + 3 * 4);
  CHECK(layout.texel_address(0, {.x = 3, .y = 2}).decoded == layout.texel_address(0, {.x = 3, .y = 2}).stored);
}

TEST_CASE("level 1 lies below level 0, level 2 beside it, the rest below level 2", "[surface]") {
  // 37x19: levels 37x19, 18x9, 9x4, 4x2, 2x1, 1x1; aligned to 4: 40x20, 20x12, 12x4, 4x4, 4x4, 4x4.
  const MipTree tree = mip_tree(rgba8(SurfaceType::k2D, 37, 19, 1, 6));
  const std::array<LevelPlace, 6> expected{{{0, 0, 0, 40, 20},
                                            {0, 20, 0, 20, 12},
                                            {20, 20, 0, 12, 4},
                                            {20, 24, 0, 4, 4},
                                            {20, 28, 0, 4, 4},
                                            {20, 32, 0, 4, 4}}};
  for (unsigned level = 0; level < 6; ++level) {
    INFO("level " << level);
    CHECK(tree.levels[level].x == expected[level].x);
    CHECK(tree.levels[level].y == expected[level].y);
    CHECK(tree.levels[level].width == expected[level].width);
    CHECK(tree.levels[level].height == expected[level].height);
  }
  CHECK(tree.width == 40);
  CHECK(tree.height == 36);
}

TEST_CASE("levels of 1D surfaces stand in one row, each on 64 elements", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k1D, 100, 1, 3, 3);
  geometry.slice_pitch = 256;
  const SurfaceLayout layout{geometry};
  CHECK(offset(layout, 0, {.x = 99}) == 99 * 4);
  CHECK(offset(layout, 1, {.x = 1}) == (128 + 1) * 4);
  CHECK(offset(layout, 2, {.x = 0, .slice = 2}) == (128 + 64 + 2 * 256) * 4);
  CHECK(layout.level_size(1) == LevelSize{50, 1, 3});
}

TEST_CASE("array slices, cube faces and volume slices are QPitch rows apart", "[surface]") {
  for (const SurfaceType type : {SurfaceType::k2D, SurfaceType::kCube, SurfaceType::k3D}) {
    SurfaceGeometry geometry = rgba8(type, 16, 16, 4, 2);
    geometry.tiling = Tiling::kY;
    geometry.row_pitch = 128;
    geometry.slice_pitch = 32;
    const SurfaceLayout layout{geometry};
    CHECK(offset(layout, 0, {.x = 5, .y = 3, .slice = 2}) == 2 * 4096 + 1 * 512 + 3 * 16 + 4);
    CHECK(offset(layout, 1, {.x = 0, .y = 1, .slice = 3}) == 3 * 4096 + 17 * 16);
    CHECK(layout.size(4).value() == 4 * 4096);
  }
}

TEST_CASE("tiles follow each other along the pitch", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 300, 40, 1, 1);
  geometry.row_pitch = 2048;
  geometry.tiling = Tiling::kX;
  CHECK(offset(SurfaceLayout{geometry}, 0, {.x = 130, .y = 9}) == 4096 * (4 + 1) + 512 + 8);
  geometry.tiling = Tiling::kY;
  CHECK(offset(SurfaceLayout{geometry}, 0, {.x = 130, .y = 33}) == 4096 * (16 + 4) + 16 + 8);
  geometry.tiling = Tiling::kW;
  geometry.element.bytes = 1;
  geometry.row_pitch = 1024;  // twice the 512 bytes of a row
  CHECK(offset(SurfaceLayout{geometry}, 0, {.x = 65, .y = 64}) == 4096 * (8 + 1) + 1);
}

TEST_CASE("blocks are the elements of compressed formats", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 64, 64, 1, 7);
  geometry.element = element_shape(gen9::SurfaceFormat::kBc1Unorm);
  geometry.tiling = Tiling::kY;
  geometry.row_pitch = 128;
  CHECK(geometry.element == ElementShape{4, 4, 8, 4, 8});
  const SurfaceLayout layout{geometry};
  CHECK(layout.tree().levels[1].y == 16);
  const TexelAddress address = layout.texel_address(0, {.x = 9, .y = 6});
  CHECK(address.stored.value() - kBase.value() == 2 * 8 / 16 * 512 + 1 * 16);
  CHECK(address.decoded.value() == address.stored.value() * 8 + (2 * 4 + 1) * 4);
}

TEST_CASE("decoded addresses of different texels differ", "[surface]") {
  for (const gen9::SurfaceFormat format :
       {gen9::SurfaceFormat::kBc1Unorm, gen9::SurfaceFormat::kBc4Unorm, gen9::SurfaceFormat::kBc6hUf16,
        gen9::SurfaceFormat::kFxt1, gen9::SurfaceFormat::kYcrcbNormal, gen9::SurfaceFormat::kR8G8B8A8Unorm}) {
    SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 64, 64, 1, 1);
    geometry.element = element_shape(format);
    geometry.tiling = Tiling::kY;
    geometry.row_pitch = 256;
    const SurfaceLayout layout{geometry};
    std::set<std::uint64_t> addresses;
    for (std::uint32_t y = 0; y < 64; ++y) {
      for (std::uint32_t x = 0; x < 64; ++x)
        addresses.insert(layout.texel_address(0, {.x = x, .y = y}).decoded.value());
    }
    CHECK(addresses.size() == 64 * 64);
  }
}

TEST_CASE("texels of less than a byte share the address of their byte", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 32, 4, 1, 1);
  geometry.element = element_shape(gen9::SurfaceFormat::kR1Unorm);
  geometry.row_pitch = 64;
  const SurfaceLayout layout{geometry};
  CHECK(offset(layout, 0, {.x = 15, .y = 2}) == 2 * 64 + 1);
  CHECK(layout.texel_address(0, {.x = 15, .y = 2}).decoded == layout.texel_address(0, {.x = 15, .y = 2}).stored);
}

TEST_CASE("small levels of Yf and Ys surfaces share the tile of the mip tail", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 256, 256, 1, 9);
  geometry.tiling = Tiling::kYs;  // 128x128 texels a tile
  geometry.row_pitch = 1024;
  geometry.mip_tail_start = 2;  // 64x64
  const SurfaceLayout layout{geometry};
  CHECK(layout.tree().levels[1].y == 256);
  CHECK(layout.tree().levels[2].x == 128 + 64);  // the tail's tile, slot 0
  CHECK(layout.tree().levels[2].y == 256);
  CHECK(layout.tree().levels[8].x == 128 + 0);  // slot 6
  CHECK(layout.tree().levels[8].y == 256 + 24);
  CHECK(offset(layout, 2, {}) / 65536 == 2 * 2 + 1);
  geometry.tiling = Tiling::kYf;  // 32x32 texels a tile
  geometry.mip_tail_start = 4;    // 16x16 at slot 4
  const SurfaceLayout yf{geometry};
  CHECK(yf.tree().levels[4].x == 128 + 16);
  CHECK(yf.tree().levels[4].y == 256 + 64 + 32);
}

TEST_CASE("every texel of every tiling, type and level has its own bytes inside the surface", "[surface]") {
  for (const Tiling tiling : {Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs}) {
    for (const SurfaceType type : {SurfaceType::k1D, SurfaceType::k2D, SurfaceType::kCube, SurfaceType::k3D}) {
      for (const unsigned bytes : {1u, 4u, 16u}) {
        const bool volume = type == SurfaceType::k3D;
        SurfaceGeometry geometry = rgba8(type, 40, type == SurfaceType::k1D ? 1 : 40, volume ? 9 : 2, 5);
        geometry.element = {.bytes = static_cast<std::uint8_t>(bytes),
                            .decoded_texel_bytes = static_cast<std::uint8_t>(bytes)};
        geometry.tiling = tiling;
        if (tiling == Tiling::kYf) geometry.mip_tail_start = 4;
        if (tiling == Tiling::kYs) geometry.mip_tail_start = 3;
        const MipTree tree = mip_tree(geometry);
        geometry.row_pitch = (tree.width * bytes + 1023) / 1024 * 1024;
        geometry.slice_pitch = has_1d_layout(geometry) ? tree.width : (tree.height + 255) / 256 * 256;
        const SurfaceLayout layout{geometry};
        const std::uint32_t slices = type == SurfaceType::kCube ? 12 : geometry.depth;
        const std::uint64_t size = layout.size(slices).value();
        std::set<std::uint64_t> seen;
        std::size_t count = 0;
        for (unsigned level = 0; level < geometry.levels; ++level) {
          const LevelSize extent = layout.level_size(level);
          for (std::uint32_t slice = 0; slice < extent.depth; ++slice) {
            for (std::uint32_t y = 0; y < extent.height; ++y) {
              for (std::uint32_t x = 0; x < extent.width; ++x, ++count) {
                const std::uint64_t at = offset(layout, level, {.x = x, .y = y, .slice = slice});
                if (at + bytes > size) FAIL("texel beyond the surface");
                seen.insert(at);
              }
            }
          }
        }
        INFO(name_of(tiling) << " type " << int(type) << " bytes " << bytes);
        CHECK(seen.size() == count);
      }
    }
  }
}

TEST_CASE("samples are array slices, or bits inside Yf and Ys tiles, or interleaved pixels", "[surface][multisample]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 32, 32, 2, 1);
  geometry.row_pitch = 128;
  geometry.slice_pitch = 32;
  geometry.sample_bits = 2;
  geometry.tiling = Tiling::kY;
  CHECK(offset(SurfaceLayout{geometry}, 0, {.slice = 1, .sample = 3}) == (1 * 4 + 3) * 4096);
  geometry.tiling = Tiling::kYf;  // 16x16 pixels a tile
  CHECK(offset(SurfaceLayout{geometry}, 0, {.sample = 3}) == 3 << 10);
  geometry.tiling = Tiling::kLinear;
  geometry.row_pitch = 256;
  geometry.sample_storage = SampleStorage::kInterleaved;
  CHECK(offset(SurfaceLayout{geometry}, 0, {.x = 3, .y = 2, .sample = 1}) == 4 * 256 + 7 * 4);
  CHECK(interleaved_width(3, 1) == 8);
  CHECK(interleaved_height(3, 1) == 3);
  CHECK(interleaved_width(3, 4) == 16);
  CHECK(interleaved_height(3, 3) == 8);
}

TEST_CASE("interleaved samples never share an address", "[surface][multisample]") {
  for (std::uint8_t sample_bits = 1; sample_bits <= 4; ++sample_bits) {
    SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 13, 11, 1, 1);
    geometry.sample_bits = sample_bits;
    geometry.sample_storage = SampleStorage::kInterleaved;
    geometry.row_pitch = 512;
    const SurfaceLayout layout{geometry};
    std::set<std::uint64_t> seen;
    for (std::uint32_t sample = 0; sample < 1u << sample_bits; ++sample) {
      for (std::uint32_t y = 0; y < 11; ++y) {
        for (std::uint32_t x = 0; x < 13; ++x) {
          const std::uint64_t at = offset(layout, 0, {.x = x, .y = y, .sample = sample});
          CHECK(at < layout.size(1).value());
          seen.insert(at);
        }
      }
    }
    CHECK(seen.size() == 13u * 11u << sample_bits);
  }
}

TEST_CASE("an interleaved plane is as large as the manual's table says", "[surface][multisample]") {
  // specification/state 4.5; 7x5 pixels make four by three pairs.
  constexpr std::uint32_t kWidth[] = {7, 16, 16, 32, 32}, kHeight[] = {5, 5, 12, 12, 24};
  for (unsigned bits = 1; bits <= 4; ++bits) {
    INFO("2^" << bits << " samples");
    CHECK(interleaved_width(7, bits) == kWidth[bits]);
    CHECK(interleaved_height(5, bits) == kHeight[bits]);
  }
}

TEST_CASE("a quilt numbers its patches in rows", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 8, 8, 1, 1);
  geometry.row_pitch = 64;
  geometry.slice_pitch = 8;
  geometry.quilt_width = 4;
  geometry.quilt_height = 2;
  const SurfaceLayout layout{geometry};
  CHECK(layout.level_size(0) == LevelSize{32, 16, 1});
  CHECK(offset(layout, 0, {.x = 17, .y = 9}) == (4 + 2) * 8 * 64 + 64 + 4);
  geometry.quilt_width = 1;
  const SurfaceLayout column{geometry};
  CHECK(column.level_size(0).width == geometry.width);
  CHECK(offset(column, 0, {.x = 1, .y = 9}) == (8 + 1) * 64 + 4);
}

TEST_CASE("buffers count entries by their structure size", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::kBuffer, 1u << 20, 1, 1, 1);
  geometry.row_pitch = 12;
  CHECK(offset(SurfaceLayout{geometry}, 0, {.x = 1000000}) == 12000000);
}

TEST_CASE("a buffer takes its entries, a null surface nothing", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::kBuffer, 1000, 1, 1, 1);
  geometry.row_pitch = 12;
  const SurfaceLayout buffer{geometry};
  CHECK(buffer.level_size(0) == LevelSize{1000, 1, 1});
  CHECK(buffer.size(1) == ByteSize{12000});
  const SurfaceLayout null{rgba8(SurfaceType::kNull, 64, 64, 4, 3)};
  CHECK(null.level_size(0) == LevelSize{0, 0, 0});
  CHECK(null.size(4) == ByteSize{0});
}

TEST_CASE("levels of a size have their type's axes", "[surface]") {
  CHECK(SurfaceLayout{rgba8(SurfaceType::k1D, 100, 1, 3, 3)}.level_size(1) == LevelSize{50, 1, 3});
  CHECK(SurfaceLayout{rgba8(SurfaceType::k2D, 100, 7, 3, 4)}.level_size(3) == LevelSize{12, 1, 3});
  CHECK(SurfaceLayout{rgba8(SurfaceType::k3D, 8, 16, 4, 5)}.level_size(3) == LevelSize{1, 2, 1});
  CHECK(SurfaceLayout{rgba8(SurfaceType::kCube, 16, 16, 2, 5)}.level_size(2) == LevelSize{4, 4, 12});
}

TEST_CASE("a mip tail without a slot for a level is refused by its place", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 16384, 16384, 1, 15);
  geometry.tiling = Tiling::kYf;
  geometry.mip_tail_start = 0;
  CHECK_THROWS_WITH(mip_tree(geometry), Catch::Contains("mip tail slot 15 of a 2D YF surface"));
}

TEST_CASE("tiled surfaces of elements that are no power of two are refused", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 16, 16, 1, 1);
  geometry.tiling = Tiling::kX;
  geometry.element.bytes = 12;
  CHECK_THROWS_WITH(SurfaceLayout{geometry}, Catch::Contains("12 bytes"));
}

TEST_CASE("a field reads every other line", "[surface]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 16, 8, 1, 1);
  geometry.row_pitch = 64;
  geometry.every_other_line = true;
  geometry.odd_lines = true;
  CHECK(offset(SurfaceLayout{geometry}, 0, {.x = 0, .y = 3}) == 7 * 64);
}

TEST_CASE("MCS elements of 8 and 16 samples take 4 and 8 bytes of a Y-tiled plane", "[surface][multisample]") {
  SurfaceGeometry geometry = rgba8(SurfaceType::k2D, 64, 64, 2, 1);
  geometry.row_pitch = 256;
  geometry.tiling = Tiling::kY;
  geometry.auxiliary_base = ByteAddress{0x100000};
  geometry.auxiliary_pitch = 512;
  geometry.auxiliary_slice_pitch = 64;
  geometry.sample_bits = 3;
  CHECK(SurfaceLayout{geometry}.mcs_address(33, 1, 1).value() == 0x100000 + (2 * 4 + 1) * 4096 + 16 + 4);
  geometry.sample_bits = 2;
  CHECK(SurfaceLayout{geometry}.mcs_address(33, 1, 0).value() == 0x100000 + 2 * 512 + 16 + 1);
}

}  // namespace
}  // namespace texpipe::functional
