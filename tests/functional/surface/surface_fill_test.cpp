// Fills of surfaces against their elements' addresses, one by one.
#include "functional/surface/surface_fill.h"

#include <catch2/catch.hpp>

#include <random>

namespace texpipe::functional {
namespace {

TEST_CASE("a fill writes the elements of its rectangle and nothing else, in every tiling", "[surface][fill]") {
  std::mt19937 random{7};
  const auto below = [&](std::uint32_t end) { return static_cast<std::uint32_t>(random() % end); };
  for (unsigned round = 0; round < 60; ++round) {
    constexpr std::array kTilings{Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kW};
    SurfaceGeometry geometry;
    geometry.type = gen9::SurfaceType::k2D;
    geometry.tiling = kTilings[below(4)];
    const std::uint8_t bytes = geometry.tiling == Tiling::kW ? 1 : static_cast<std::uint8_t>(1u << below(4));
    geometry.element = {.bytes = bytes, .decoded_texel_bytes = bytes};
    geometry.width = 20 + below(200);
    geometry.height = 20 + below(200);
    geometry.depth = 2;
    geometry.levels = 1;
    geometry.horizontal_alignment = 8;
    geometry.vertical_alignment = 8;
    geometry.row_pitch = 4096;
    geometry.slice_pitch = 256;
    if (geometry.tiling != Tiling::kLinear && below(3) == 0) {
      geometry.sample_bits = 2;
      geometry.sample_storage = SampleStorage::kInterleaved;
    }
    geometry.base = ByteAddress{0x10'0000};
    const SurfaceLayout layout{geometry};
    SurfaceFill fill{.level = 0,
                     .slice = below(2),
                     .samples = 1u << geometry.sample_bits,
                     .left = below(20),
                     .top = below(20),
                     .right = 20 + below(220),
                     .bottom = 20 + below(220)};
    for (unsigned b = 0; b < bytes; ++b) fill.element.push_back(static_cast<std::byte>(1 + b + round));
    GpuMemory filled, expected;
    fill_surface(layout, fill, filled);
    for (std::uint32_t sample = 0; sample < fill.samples; ++sample) {
      for (std::uint32_t y = fill.top; y < std::min(fill.bottom, geometry.height); ++y) {
        for (std::uint32_t x = fill.left; x < std::min(fill.right, geometry.width); ++x)
          expected.write(layout.element_address(0, {x, y, fill.slice, sample}), fill.element);
      }
    }
    constexpr std::size_t kBytes = 8u << 20;
    std::vector<std::byte> a(kBytes), b(kBytes);
    filled.read(ByteAddress{0}, a);
    expected.read(ByteAddress{0}, b);
    INFO("round " << round << ", " << name_of(geometry.tiling) << ", " << int{bytes} << " bytes");
    REQUIRE(a == b);
  }
}

}  // namespace
}  // namespace texpipe::functional
