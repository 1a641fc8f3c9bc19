#include "functional/frame/pixel_pipeline.h"

#include <bit>
#include <catch2/catch.hpp>

#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
constexpr std::array<std::uint32_t, 4> kRed{bits(1), 0, 0, bits(1)};

}  // namespace

TEST_CASE("a triangle over all pixels is drawn to tiled and linear targets by threads of every width", "[frame]") {
  for (const Tiling tiling : {Tiling::kY, Tiling::kX, Tiling::kLinear}) {
    for (const unsigned lanes : {8u, 16u}) {
      INFO(name_of(tiling) << " " << lanes);
      PixelBench bench;
      bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm, 0, tiling);
      bench.shader(lanes, kRed);
      bench.draw_all();
      CHECK(bench.covered() == 256);
      CHECK(bench.color(15, 15) == Color{1, 0, 0, 1});
      CHECK(bench.threads == 64 * 4 / lanes);
      CHECK(bench.statistics.pixel_shader_runs == 256);
      CHECK(bench.statistics.samples_passed == 256);
    }
  }
}

TEST_CASE("a half triangle covers the pixels whose centres it holds", "[frame]") {
  PixelBench bench;
  bench.shader(8, kRed);
  bench.draw_triangle({{{-1, -1, 0.5f, 1}}, {{1, -1, 0.5f, 1}}, {{-1, 1, 0.5f, 1}}});
  CHECK(bench.covered() == 16 * 15 / 2);
  CHECK(bench.color(0, 14)[0] == 1);
  CHECK(bench.color(0, 15)[0] == 0);
}

TEST_CASE("drawing allocates nothing once a portion as large was drawn", "[frame]") {
  std::vector<BenchVertex> vertices;
  for (unsigned i = 0; i < 3000; ++i) {
    const float x = static_cast<float>(i % 61) / 32 - 1, y = static_cast<float>(i % 47) / 24 - 1;
    // Some are cut by the near plane.
    vertices.push_back({{x, y, i % 50 == 0 ? -0.25f : 0.5f, 1}, {{1, 0, 0, 1}}});
  }
  PixelBench bench;
  bench.depth_buffer(1);
  bench.interpolating_shader(8);
  CHECK(bench.draw_twice(PrimitiveKind::kTriangle, vertices) == 0);
  CHECK(bench.draw_twice(PrimitiveKind::kPoint, vertices) == 0);
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  CHECK(bench.draw_twice(PrimitiveKind::kLine, vertices) == 0);
}
