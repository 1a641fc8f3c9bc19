#include <bit>
#include <catch2/catch.hpp>

#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

struct RedBench : PixelBench {
  RedBench() { shader(8, {bits(1), 0, 0, bits(1)}); }
};

/// Covers everything; z is `left` at the left border and changes by `slope` for each half of the target.
std::vector<BenchVertex> slanted(float left, float slope) {
  return {{{-1, -1, left, 1}}, {{3, -1, left + 4 * slope, 1}}, {{-1, 3, left, 1}}};
}

}  // namespace

TEST_CASE("the scissor, the viewport's extent and the drawing rectangle bound what is drawn, inclusively", "[frame]") {
  SECTION("scissor") {
    RedBench bench;
    bench.set(command::kRaster["Scissor Rectangle Enable"], 1);
    bench.set_at(PixelBench::kScissorAt, command::kScissorRect["Scissor Rectangle X Min"], 2);
    bench.set_at(PixelBench::kScissorAt, command::kScissorRect["Scissor Rectangle Y Min"], 3);
    bench.set_at(PixelBench::kScissorAt, command::kScissorRect["Scissor Rectangle X Max"], 5);
    bench.set_at(PixelBench::kScissorAt, command::kScissorRect["Scissor Rectangle Y Max"], 9);
    bench.draw_all();
    CHECK(bench.covered() == 4 * 7);
    CHECK(bench.color(5, 9)[0] == 1);
    bench.set_at(PixelBench::kScissorAt, command::kScissorRect["Scissor Rectangle X Max"], 1);
    bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
    bench.draw_all();
    CHECK(bench.covered() == 0);  // least above most
  }
  SECTION("viewport") {
    RedBench bench;
    bench.set_real_at(PixelBench::kViewportAt, command::kSfClipViewport["X Min ViewPort"], 4);
    bench.set_real_at(PixelBench::kViewportAt, command::kSfClipViewport["X Max ViewPort"], 7);
    bench.draw_all();
    CHECK(bench.covered() == 4 * 16);
    CHECK(bench.color(7, 0)[0] == 1);
  }
  SECTION("drawing rectangle") {
    RedBench bench;
    bench.set(command::kDrawingRectangle["Clipped Drawing Rectangle X Max"], 7);
    bench.set(command::kDrawingRectangle["Clipped Drawing Rectangle Y Max"], 0xFFFF);
    bench.draw_all();
    CHECK(bench.covered() == 8 * 16);
  }
}

TEST_CASE("faces are culled by the cull mode and the front's winding on the screen", "[frame]") {
  // Clockwise on the screen, whose y points down.
  const std::vector<BenchVertex> clockwise{{{-1, -1, 0, 1}}, {{3, -1, 0, 1}}, {{-1, 3, 0, 1}}};
  for (const unsigned winding : {0u, 1u}) {
    for (unsigned mode = 0; mode < 4; ++mode) {
      RedBench bench;
      bench.set(command::kRaster["Front Winding"], winding);
      bench.set(command::kRaster["Cull Mode"], mode);
      bench.draw_triangle(clockwise);
      const bool front = winding == 0;
      const bool drawn = mode == 1 || (mode == 2 && !front) || (mode == 3 && front);
      INFO(winding << " " << mode);
      CHECK((bench.covered() == 256) == drawn);
      CHECK((bench.covered() == 0) == !drawn);
    }
  }
}

TEST_CASE("near and far planes cut where they are enabled, Direct3D's at 0 and OpenGL's at -w", "[frame]") {
  struct Row {
    bool direct3d, near, far;
    float left, slope;
    unsigned columns;
  };
  const Row rows[] = {
      {true, true, true, -0.5f, 0.5f, 8},                                         // z 0 in the middle
      {true, false, true, -0.5f, 0.5f, 16},                                       //
      {false, true, true, -0.5f, 0.5f, 16}, {false, true, true, -1.5f, 0.5f, 8},  // z -1 in the middle
      {true, true, true, 0.5f, 0.5f, 8},                                          // z 1 in the middle
      {true, true, false, 0.5f, 0.5f, 16},
  };
  for (const Row& row : rows) {
    RedBench bench;
    bench.set(command::kClip["API Mode"], row.direct3d);
    bench.set(command::kRaster["Viewport Z Near Clip Test Enable"], row.near);
    bench.set(command::kRaster["Viewport Z Far Clip Test Enable"], row.far);
    bench.draw_triangle(slanted(row.left, row.slope));
    INFO(row.direct3d << row.near << row.far << " " << row.left);
    CHECK(bench.covered() == row.columns * 16);
  }
}

TEST_CASE("a triangle behind the eye leaves the part before it", "[frame]") {
  RedBench bench;
  // w is 1 at the left border, 0 in the middle of the target and negative beyond.
  bench.draw_triangle({{{-1, -4, 0.5f, 1}}, {{-1, 4, 0.5f, 1}}, {{3, 0, 0.5f, -1}}});
  CHECK(bench.covered() != 0);
  CHECK(bench.color(0, 8)[0] == 1);
}

TEST_CASE("user clip distances clip, cull distances cull, forced or by the last stage's state", "[frame]") {
  std::vector<BenchVertex> vertices = slanted(0.5f, 0);
  vertices[0].distances = {-1, -1};
  vertices[1].distances = {3, -1};  // 0 in the middle of the target
  vertices[2].distances = {-1, -1};
  SECTION("clip") {
    for (const bool forced : {false, true}) {
      RedBench bench;
      bench.set(command::kClip["Force User Clip Distance Clip Test Enable Bitmask"], forced);
      if (forced) {
        bench.set(command::kClip["User Clip Distance Clip Test Enable Bitmask"], 1);
      } else {
        bench.set(command::kVs["User Clip Distance Clip Test Enable Bitmask"], 1);
      }
      bench.draw_triangle(vertices);
      CHECK(bench.color(15, 0)[0] == 1);
      CHECK(bench.color(0, 0)[0] == 0);
      CHECK(bench.color(7, 0)[0] == 0);
      CHECK(bench.color(8, 0)[0] == 1);
    }
  }
  SECTION("cull") {
    RedBench bench;
    bench.set(command::kVs["User Clip Distance Cull Test Enable Bitmask"], 1);
    bench.draw_triangle(vertices);
    CHECK(bench.covered() == 256);
    bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
    bench.set(command::kVs["User Clip Distance Cull Test Enable Bitmask"], 2);
    bench.draw_triangle(vertices);
    CHECK(bench.covered() == 0);
  }
}

TEST_CASE("clip modes draw, drop, or take as they are all primitives; a reserved one is refused", "[frame]") {
  const unsigned expected[] = {128, 0, 256};
  const unsigned modes[] = {0, 3, 4};
  for (unsigned i = 0; i < 3; ++i) {
    RedBench bench;
    bench.set(command::kClip["Clip Mode"], modes[i]);
    bench.draw_triangle(slanted(-0.5f, 0.5f));
    CHECK(bench.covered() == expected[i]);
  }
  RedBench bench;
  bench.set(command::kClip["Clip Mode"], 2);
  CHECK_THROWS_WITH(bench.draw_all(), Catch::Contains("Clip Mode 2"));
}

TEST_CASE("a triangle that reaches beyond the raster's guard band is cut there and stays exact", "[frame]") {
  RedBench bench;
  bench.draw_triangle({{{-1e7f, -1e7f, 0.5f, 1}}, {{1e7f, -1e7f, 0.5f, 1}}, {{0, 2e7f, 0.5f, 1}}});
  CHECK(bench.covered() == 256);
}

TEST_CASE("points are squares of the state's or the vertex' width, clipped by z and w alone", "[frame]") {
  RedBench bench;
  bench.set(command::kSf["Point Width"], 4 << 3);
  bench.draw(PrimitiveKind::kPoint, {{{0, 0, 0.5f, 1}}});
  CHECK(bench.covered() == 16);
  CHECK(bench.color(6, 6)[0] == 1);
  CHECK(bench.color(9, 9)[0] == 1);
  bench.draw(PrimitiveKind::kPoint, {{{0, 0, 1.5f, 1}}, {{0, 0, -0.5f, 1}}, {{0, 0, 0.5f, -1}}});
  CHECK(bench.covered() == 16);
  bench.draw(PrimitiveKind::kPoint, {{{-1.125f, 0, 0.5f, 1}}});  // its centre is outside
  CHECK(bench.covered() == 16 + 4);
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
  bench.set(command::kSf["Point Width Source"], 0);
  bench.draw(PrimitiveKind::kPoint, {{{0, 0, 0.5f, 1}, {}, {0, 0, 0, bits(2)}}});
  CHECK(bench.covered() == 4);
}

TEST_CASE("lines follow the diamond rule, or are rectangles of their width when multisampled", "[frame]") {
  RedBench bench;
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  const std::vector<BenchVertex> line{{{-0.9375f, 0.0625f, 0, 1}}, {{0.0625f, 0.0625f, 0, 1}}};
  bench.draw(PrimitiveKind::kLine, line);
  CHECK(bench.covered() == 8);  // pixels 0 to 7, without the last one
  CHECK(bench.color(7, 8)[0] == 1);
  bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 1);
  bench.set(command::kSf["Line Width"], 3 << 7);
  bench.draw(PrimitiveKind::kLine, line);
  CHECK(bench.covered() == 8 * 3);
  bench.set(command::kWm["Line Stipple Enable"], 1);
  CHECK_THROWS_WITH(bench.draw(PrimitiveKind::kLine, line), Catch::Contains("Line Stipple"));
}

TEST_CASE("triangles are filled, or drawn as their edges or corners, by the mode of their face", "[frame]") {
  const std::vector<BenchVertex> triangle{
      {{-0.9375f, -0.9375f, 0, 1}}, {{0.9375f, -0.9375f, 0, 1}}, {{-0.9375f, 0.9375f, 0, 1}}};
  unsigned counts[3];
  for (unsigned mode = 0; mode < 3; ++mode) {
    RedBench bench;
    bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
    bench.set(command::kRaster["Front Face Fill Mode"], mode);
    bench.draw_triangle(triangle);
    counts[mode] = bench.covered();
  }
  CHECK(counts[0] == 120);
  CHECK(counts[1] == 15 + 15 + 15);
  CHECK(counts[2] == 3);
}

TEST_CASE("the clipper counts a primitive that goes on, which one beyond a side of the viewport does not", "[frame]") {
  struct Row {
    const char* name;
    std::array<std::array<float, 3>, 3> corners;  // x, y, w
    unsigned left;
  };
  for (const Row& row : {Row{"inside", {{{-0.5f, -0.5f, 1}, {0.5f, -0.5f, 1}, {0, 0.5f, 1}}}, 1},
                         {"partly outside", {{{-3, 0, 1}, {3, 0, 1}, {0, 0.5f, 1}}}, 1},
                         {"left of it", {{{-3, 0, 1}, {-2, 0, 1}, {-2, 1, 1}}}, 0},
                         {"right of it", {{{3, 0, 2}, {4, 0, 3}, {5, 1, 2}}}, 0},
                         {"above it", {{{0, 3, 1}, {1, 3, 1}, {0, 2, 1}}}, 0},
                         {"below it", {{{0, -3, 1}, {1, -3, 1}, {0, -2, 1}}}, 0},
                         // Each corner lies outside, and the clipper does not see that no pixel lies between them.
                         {"beyond a corner", {{{-3, 0.5f, 1}, {-0.5f, 3, 1}, {-3, 3, 1}}}, 1}}) {
    INFO(row.name);
    RedBench bench;
    bench.set(command::kClip["Statistics Enable"], 1);
    bench.set(command::kClip["Viewport XY Clip Test Enable"], 1);
    std::vector<BenchVertex> vertices;
    for (const auto& [x, y, w] : row.corners) vertices.push_back({{x, y, 0.5f, w}});
    bench.draw_triangle(vertices);
    CHECK(bench.statistics.clipper_runs == 1);
    CHECK(bench.statistics.clipper_primitives == row.left);
    bench.set(command::kClip["Viewport XY Clip Test Enable"], 0);
    bench.draw_triangle(vertices);
    CHECK(bench.statistics.clipper_primitives == row.left + 1);
  }
}
