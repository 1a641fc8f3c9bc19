// Addresses of a level's elements by LevelPlaces against those of the layout, at random.
#include "functional/surface/level_places.h"

#include <catch2/catch.hpp>

#include <random>

#include "functional/surface/surface_layout.h"

namespace texpipe::functional {
namespace {

TEST_CASE("places of a tiled level are those of its layout", "[surface]") {
  std::mt19937 random{38};
  const auto below = [&](unsigned end) { return static_cast<std::uint32_t>(random() % end); };
  for (unsigned round = 0; round < 200; ++round) {
    const std::array<Tiling, 4> tilings{Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs};
    const auto bytes = static_cast<std::uint8_t>(1u << below(5));
    const SurfaceGeometry geometry{.type = SurfaceType::k2D,
                                   .array = true,
                                   .element = {.bytes = bytes, .decoded_texel_bytes = bytes},
                                   .tiling = tilings[below(4)],
                                   .width = 1 + below(200),
                                   .height = 1 + below(200),
                                   .depth = 4,
                                   .levels = 1 + below(3),
                                   .slice_pitch = 4 * (50 + below(100)),
                                   .row_pitch = 4096 * (1 + below(3)),
                                   .base = ByteAddress{0x10000}};
    const SurfaceLayout layout{geometry};
    for (unsigned level = 0; level < geometry.levels; ++level) {
      const auto places = layout.level_places(level);
      REQUIRE(places.has_value());
      for (unsigned n = 0; n < 50; ++n) {
        const TexelPlace at{.x = below(geometry.width), .y = below(geometry.height), .slice = below(geometry.depth)};
        INFO("tiling " << name_of(geometry.tiling) << ", " << unsigned{bytes} << " bytes, level " << level << ", ("
                       << at.x << ", " << at.y << ", " << at.slice << ")");
        REQUIRE(places->at(at.x, at.y, at.slice) == layout.element_address(level, at));
        const LevelPlaces::BlockBits block = places->line_blocks();
        const ByteAddress first =
            places->at(at.x >> block.columns << block.columns, at.y >> block.rows << block.rows, at.slice);
        REQUIRE(first.value() >> LevelPlaces::kLineBits ==
                layout.element_address(level, at).value() >> LevelPlaces::kLineBits);
      }
    }
  }
}

TEST_CASE("layouts with more to them than tiles have no places of a level", "[surface]") {
  SurfaceGeometry geometry{.type = SurfaceType::k2D, .tiling = Tiling::kY, .width = 16, .height = 16, .row_pitch = 128};
  CHECK(SurfaceLayout{geometry}.level_places(0).has_value());
  CHECK_FALSE(SurfaceLayout{geometry}.level_places(kMaxLevels).has_value());
  SECTION("linear") {
    geometry.tiling = Tiling::kLinear;
  }
  SECTION("offsets") {
    geometry.x_offset = 4;
  }
  SECTION("samples") {
    geometry.sample_bits = 2;
  }
  SECTION("bases between tiles") {
    geometry.base = ByteAddress{64};
  }
  SECTION("volumes") {
    geometry.type = SurfaceType::k3D;
    geometry.tiling = Tiling::kYf;
  }
  CHECK_FALSE(SurfaceLayout{geometry}.level_places(0).has_value());
}

}  // namespace
}  // namespace texpipe::functional
