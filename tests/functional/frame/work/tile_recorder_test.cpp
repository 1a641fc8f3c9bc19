// Work of draws as the fixed functions get it.
#include <bit>
#include <catch2/catch.hpp>
#include <vector>

#include "functional/frame/pixel_bench.h"
#include "functional/frame/work/tile_order.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::array<std::uint32_t, 4> kRed{std::bit_cast<std::uint32_t>(1.0f), 0, 0,
                                            std::bit_cast<std::uint32_t>(1.0f)};

void test_depth(PixelBench& bench, std::uint64_t function) {
  bench.depth_buffer(1);
  bench.set(command::kWmDepthStencil["Depth Test Enable"], 1);
  bench.set(command::kWmDepthStencil["Depth Buffer Write Enable"], 1);
  bench.set(command::kWmDepthStencil["Depth Test Function"], function);
}

unsigned lines_of(const FrameWork& work, FrameCache cache, bool write) {
  unsigned lines = 0;
  for (const FrameLine& line : work.lines) lines += line.cache == cache && (write ? line.write : line.read);
  return lines;
}

unsigned opened(const FrameWork& work) {
  unsigned threads = 0;
  for (const FrameStep& step : work.steps) threads += step.opens;
  return threads;
}

}  // namespace

TEST_CASE("a triangle over a tile is a full tile, whose threads may start behind it", "[frame]") {
  PixelBench bench;
  FrameWork work;
  bench.work = &work;
  bench.shader(16, kRed);
  bench.draw_all();
  REQUIRE(work.steps.size() == 1);
  const FrameStep& step = work.steps.front();
  CHECK(step.kind == FrameStepKind::kTile);
  CHECK(step.primitives.lists == 1);
  CHECK(step.tile.subspans == 64);
  CHECK(step.tile.pixels == 256);
  CHECK(step.tile.blocks == 8);
  CHECK(step.tile.passed_pixels == 256);
  CHECK(step.opens == bench.threads);
  CHECK(step.lines == 0);
  CHECK(bench.covered() == 256);
}

TEST_CASE("an early test reads and writes the lines of a tile's depth; with a hierarchical buffer, of what passes",
          "[frame]") {
  PixelBench bench;
  FrameWork work;
  bench.work = &work;
  bench.shader(16, kRed);
  test_depth(bench, 0);  // ALWAYS
  bench.draw_all();
  CHECK(work.steps.front().tile.tested_pixels == 256);
  CHECK(lines_of(work, FrameCache::kDepth, false) == 16);
  CHECK(lines_of(work, FrameCache::kDepth, true) == 16);
  work.clear();
  bench.set(command::kWmDepthStencil["Depth Test Function"], 1);  // NEVER
  bench.draw_all();
  CHECK(work.steps.front().tile.passed_blocks == 0);
  CHECK(lines_of(work, FrameCache::kDepth, false) == 16);
  CHECK(lines_of(work, FrameCache::kDepth, true) == 0);
  CHECK(opened(work) == 0);
  work.clear();
  bench.set(command::kDepthBuffer["Hierarchical Depth Buffer Enable"], 1);
  bench.draw_all();
  CHECK(work.steps.front().tile.tested_pixels == 0);
  CHECK(lines_of(work, FrameCache::kDepth, false) == 0);
  CHECK(lines_of(work, FrameCache::kHiz, false) == 2);
}

TEST_CASE("primitives that cover nothing come with the next tile, or as a step of their own", "[frame]") {
  PixelBench bench;
  FrameWork work;
  bench.work = &work;
  bench.shader(8, kRed);
  const BenchVertex point{{0, 0, 0.5f, 1}};
  bench.draw_triangle({point, point, point, {{-1, -1, 0.5f, 1}}, {{3, -1, 0.5f, 1}}, {{-1, 3, 0.5f, 1}}});
  REQUIRE(work.steps.size() == 1);
  CHECK(work.steps.front().primitives.lists == 2);
  CHECK(work.steps.front().primitives.culled == 1);
  work.clear();
  bench.draw_triangle({point, point, point});
  REQUIRE(work.steps.size() == 1);
  CHECK(work.steps.front().kind == FrameStepKind::kPrimitives);
}

TEST_CASE("a triangle that the near plane cuts has as many vertices as are left", "[frame]") {
  PixelBench bench;
  FrameWork work;
  bench.work = &work;
  bench.shader(8, kRed);
  bench.draw_triangle({{{-1, -1, 0.5f, 1}}, {{3, -1, 0.5f, 1}}, {{-1, 3, -0.5f, 1}}});
  REQUIRE(!work.steps.empty());
  CHECK(work.steps.front().primitives.clipped == 1);
  CHECK(work.steps.front().primitives.clip_vertices == 4);
}

TEST_CASE("whatever the order of tiles, all threads may start, and the picture is the same", "[frame]") {
  for (const TileOrder order : {TileOrder::kScan, TileOrder::kTiles, TileOrder::kMorton, TileOrder::kHilbert}) {
    PixelBench bench;
    FrameWork work;
    bench.order = order;
    bench.work = &work;
    bench.shader(16, kRed);
    bench.draw_triangle({{{-1, -1, 0.5f, 1}}, {{1, -1, 0.5f, 1}}, {{-1, 1, 0.5f, 1}}});
    CHECK(opened(work) == bench.threads);
    CHECK(bench.covered() == 16 * 15 / 2);
  }
}
