// Lines of CCS and MCS against their layout in Mesa's docs/isl (ccs.rst, mcs.rst) and i915's intel_fb.c.
#include "functional/surface/control_surface.h"

#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "functional/surface/surface_builder.h"

namespace texpipe::functional {
namespace {

constexpr std::uint64_t kBase = 0x10'0000;

gen9::RenderSurfaceState target_state(std::uint32_t width, std::uint32_t height, gen9::SurfaceFormat format) {
  gen9::RenderSurfaceState state;
  state.type = gen9::SurfaceType::k2D;
  state.format = format;
  state.width = width;
  state.height = height;
  state.tile_mode = gen9::TileMode::kY;
  state.aux_mode = gen9::AuxSurfaceMode::kCcsE;
  state.aux_base_address = ByteAddress{kBase};
  state.aux_pitch = 2;
  state.aux_qpitch = 1024;
  return state;
}

ControlSurface control_of(const gen9::RenderSurfaceState& state, unsigned level = 0) {
  return {state, surface_geometry(state), level};
}

TEST_CASE("a line of a CCS covers 128x64 pixels of 32 bits, and half as many columns of each wider element",
          "[surface][control]") {
  using enum gen9::SurfaceFormat;
  const auto extent = [](gen9::SurfaceFormat format) {
    const ControlSurface::Extent e = control_of(target_state(2048, 1024, format)).extent();
    return std::pair{e.width, e.height};
  };
  CHECK(extent(kR8G8B8A8Unorm) == std::pair{128u, 64u});
  CHECK(extent(kR16G16B16A16Float) == std::pair{64u, 64u});
  CHECK(extent(kR32G32B32A32Float) == std::pair{32u, 64u});
}

TEST_CASE("a CCS has a byte for 512 of its surface, and lines of a tile stand in columns of eight",
          "[surface][control]") {
  const ControlSurface control = control_of(target_state(2048, 1024, gen9::SurfaceFormat::kR8G8B8A8Unorm));
  CHECK(control.compresses());
  std::set<std::uint64_t> lines;
  for (std::uint32_t y = 0; y < 1024; y += 32) {
    for (std::uint32_t x = 0; x < 2048; x += 64) lines.insert(control.line(x, y, 0).value());
  }
  CHECK(lines.size() * 64 == 2048 * 1024 * 4 / 512);
  CHECK(*lines.begin() == kBase);
  CHECK(*lines.rbegin() == kBase + 4ull * 4096 - 64);
  CHECK(control.line(127, 63, 0) == ByteAddress{kBase});
  CHECK(control.line(0, 64, 0) == ByteAddress{kBase + 64});
  CHECK(control.line(128, 0, 0) == ByteAddress{kBase + 512});
  CHECK(control.line(1024, 0, 0) == ByteAddress{kBase + 4096});
  CHECK(control.line(0, 512, 0) == ByteAddress{kBase + 2ull * 4096});
  CHECK(control.line(0, 0, 1) == ByteAddress{kBase + 4ull * 4096});  // 1024 rows of pixels below
}

TEST_CASE("levels of a CCS are aligned to 128x64 pixels", "[surface][control]") {
  gen9::RenderSurfaceState state = target_state(200, 100, gen9::SurfaceFormat::kR8G8B8A8Unorm);
  state.mip_count = 3;
  // Level 1 below level 0, level 2 right of level 1.
  CHECK(control_of(state, 0).line(0, 0, 0) == ByteAddress{kBase});
  CHECK(control_of(state, 1).line(0, 0, 0) == ByteAddress{kBase + 128});
  CHECK(control_of(state, 2).line(0, 0, 0) == ByteAddress{kBase + 512 + 128});
}

TEST_CASE("lines of an MCS are those of its elements", "[surface][control]") {
  for (const std::uint8_t sample_bits : {1, 2, 3, 4}) {
    GpuMemory memory;
    const SurfaceImage image{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm,
                             .width = 300,
                             .height = 90,
                             .array_length = 2,
                             .sample_bits = sample_bits};
    const auto state = build_surface(memory, "target", image, {}, {.tiling = Tiling::kY, .array = true, .mcs = true});
    const SurfaceLayout layout{surface_geometry(state)};
    const ControlSurface control{state, layout.geometry(), 0};
    CHECK_FALSE(control.compresses());
    for (std::uint32_t y = 0; y < 90; ++y) {
      for (std::uint32_t x = 0; x < 300; ++x) {
        const std::uint64_t element = layout.mcs_address(x, y, y & 1).value();
        REQUIRE(control.line(x, y, y & 1).value() == element / 64 * 64);
      }
    }
  }
}

TEST_CASE("a surface without auxiliary surface, or with another one, has no lines", "[surface][control]") {
  gen9::RenderSurfaceState state = target_state(64, 64, gen9::SurfaceFormat::kR8G8B8A8Unorm);
  CHECK(control_of(state).exists());
  state.aux_mode = gen9::AuxSurfaceMode::kCcsD;
  CHECK(control_of(state).exists());
  CHECK_FALSE(control_of(state).compresses());
  state.aux_mode = gen9::AuxSurfaceMode::kNone;
  CHECK_FALSE(control_of(state).exists());
}

}  // namespace
}  // namespace texpipe::functional
