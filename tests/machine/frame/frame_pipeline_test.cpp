// Units of the fixed functions: laws of each, in closed form.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "machine/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

FrameStep& add_tile(FrameWork& work, unsigned subspans, unsigned blocks, std::uint32_t threads = 0) {
  FrameStep& step = work.add(FrameStepKind::kTile);
  step.tile.subspans = static_cast<std::uint16_t>(subspans);
  step.tile.pixels = static_cast<std::uint16_t>(4 * subspans);
  step.tile.blocks = step.tile.passed_blocks = static_cast<std::uint16_t>(blocks);
  step.opens = threads;
  return step;
}

}  // namespace

TEST_CASE("the command streamer parses a DWord a cycle", "[frame]") {
  FrameBench bench;
  FrameWork work;
  work.add(FrameStepKind::kCommands, 100);
  work.add(FrameStepKind::kCommands, 23);
  CHECK(bench.run(work) == Cycles{1 + 123});
}

TEST_CASE("a stall waits until the pipeline is empty and its caches are written back, and 200 cycles", "[frame]") {
  FrameBench bench;
  bench.dirty = 640;
  FrameWork work;
  add_tile(work, 64, 8);  // 4 cycles
  work.add(FrameStepKind::kStall);
  work.add(FrameStepKind::kCommands, 5);
  CHECK(bench.run(work) == Cycles{1 + 4 + 640 / 32 + 200 + 5});
  CHECK(bench.flushed_at == Cycles{5});
  // The draw's account knows the stall, and when its tile was in the rasteriser.
  REQUIRE(bench.accounts.stalls().size() == 1);
  const StallAccount& stall = bench.accounts.stalls()[0];
  CHECK((stall.begin == Cycles{5} && stall.end == Cycles{5 + 640 / 32 + 200} && stall.bytes == 640));
  CHECK(stall.since <= stall.begin);
  const UnitStay& raster = bench.accounts.all().at(0).stays[static_cast<unsigned>(FrameUnit::kRasterizer)];
  CHECK((raster.from == Cycles{1} && raster.to == Cycles{5}));
}

TEST_CASE("a command invalidates when it is parsed, behind its stall", "[frame]") {
  FrameParameters parameters;
  SECTION("takes no time") {
    FrameBench bench{parameters};
    FrameWork work;
    work.add(FrameStepKind::kCommands, 10);
    work.add(FrameStepKind::kCommands).invalidates = {.textures = true};
    work.add(FrameStepKind::kCommands, 5);
    add_tile(work, 64, 8);  // 4 cycles
    work.add(FrameStepKind::kStall).invalidates = {.vertices = true};
    CHECK(bench.run(work) == Cycles{1 + 10 + 5 + 4 + 200});
    REQUIRE(bench.invalidated.size() == 2);
    CHECK((bench.invalidated[0].at == Cycles{11} && bench.invalidated[0].textures && !bench.invalidated[0].vertices));
    CHECK((bench.invalidated[1].at == Cycles{220} && bench.invalidated[1].vertices && !bench.invalidated[1].textures));
    CHECK(bench.statistics.invalidations.value() == 2);
    CHECK(bench.statistics.invalidated_lines.value() == 14);
  }
  SECTION("has no effect when the machine says so") {
    parameters.command_streamer.invalidations = false;
    FrameBench bench{parameters};
    FrameWork work;
    work.add(FrameStepKind::kCommands).invalidates = {.textures = true};
    bench.run(work);
    CHECK(bench.invalidated.empty());
    CHECK(bench.statistics.invalidations.value() == 0);
  }
}

TEST_CASE("vertex fetch takes an index and a vertex a cycle, and waits for lines", "[frame]") {
  SECTION("indices that are used again cost as much as vertices") {
    FrameBench bench;
    FrameWork work;
    for (unsigned thread = 0; thread < 10; ++thread) {
      FrameStep& step = work.add(FrameStepKind::kVertices, thread % 2 == 0 ? 8 : 12);
      step.vertices = 8;
      step.opens = 1;
    }
    CHECK(bench.run(work) == Cycles{1 + 5 * 8 + 5 * 12 + 1});
    CHECK(bench.opened.front() == Cycles{1 + 8});
    CHECK(bench.opened.back() == Cycles{1 + 100});
  }
  SECTION("lines of later threads are on their way meanwhile") {
    FrameBench bench{{}, Cycles{100}};
    FrameWork work;
    for (unsigned thread = 0; thread < 8; ++thread) {
      FrameStep& step = work.add(FrameStepKind::kVertices, 8);
      step.vertices = 8;
      step.opens = 1;
      work.touch(ByteAddress{1024ull * thread}, FrameCache::kVertex, true, false);
    }
    bench.run(work);
    CHECK(bench.opened.front() == Cycles{1 + 100 + 1});
    CHECK(bench.opened.back() == Cycles{1 + 100 + 1});
    CHECK(bench.read[0] == 8);
  }
}

TEST_CASE("set-up takes a primitive a cycle of strips and two in three of lists, and more for cut ones", "[frame]") {
  const auto cycles = [](std::uint32_t strips, std::uint32_t lists, std::uint32_t clipped, std::uint32_t vertices) {
    FrameBench bench;
    FrameWork work;
    work.add(FrameStepKind::kPrimitives).primitives = {
        .strips = strips, .lists = lists, .clipped = clipped, .clip_vertices = vertices};
    return bench.run(work) - Cycles{1};
  };
  CHECK(cycles(100, 0, 0, 0) == Cycles{100});
  CHECK(cycles(0, 100, 0, 0) == Cycles{150});
  CHECK(cycles(0, 2, 2, 7) == Cycles{3 + 20 + 7});
}

TEST_CASE("culled primitives take a drawn one's time, or as many as a parameter says pass in it", "[frame]") {
  const auto cycles = [](Fraction culled_per_drawn, std::uint32_t strips, std::uint32_t lists, std::uint32_t culled) {
    FrameParameters parameters;
    parameters.geometry.culled_per_drawn = culled_per_drawn;
    FrameBench bench{parameters};
    FrameWork work;
    work.add(FrameStepKind::kPrimitives).primitives = {.strips = strips, .lists = lists, .culled = culled};
    return bench.run(work) - Cycles{1};
  };
  CHECK(cycles(1, 0, 100, 60) == Cycles{150});
  CHECK(cycles(2, 0, 100, 60) == Cycles{60 + 45});
  CHECK(cycles(4, 100, 0, 100) == Cycles{25});
  CHECK(cycles(Fraction{1, 2}, 100, 0, 10) == Cycles{90 + 20});
  CHECK(cycles(2, 10, 10, 12) == Cycles{9 + 15 / 2 + 1});  // ten culled ones of lists, two of strips
}

TEST_CASE("tiles pass at 64 pixels a cycle when full, else at 16 and a block a cycle", "[frame]") {
  const auto cycles = [](unsigned subspans, unsigned blocks) {
    FrameBench bench;
    FrameWork work;
    for (unsigned tile = 0; tile < 10; ++tile) add_tile(work, subspans, blocks);
    return bench.run(work) - Cycles{1};
  };
  CHECK(cycles(64, 8) == Cycles{10 * 4});
  CHECK(cycles(32, 4) == Cycles{10 * 8});
  CHECK(cycles(2, 2) == Cycles{10 * 2});  // a small triangle: its blocks
}

TEST_CASE("hierarchical tests take two blocks a cycle, fine ones 16 pixels, and late lines hold tiles up", "[frame]") {
  FrameBench bench{{}, Cycles{40}};
  FrameWork work;
  FrameStep& step = add_tile(work, 64, 8, 16);
  step.tile.hierarchical = true;
  step.tile.tested_pixels = 256;
  work.touch(ByteAddress{0}, FrameCache::kHiz, true, true);
  work.touch(ByteAddress{4096}, FrameCache::kDepth, true, true);
  bench.run(work);
  // 4 cycles of raster, a line of the hierarchical buffer, and 16 cycles of tests while a line of depth comes.
  CHECK(bench.opened.front() == Cycles{1 + 4 + 41 + 41});
  CHECK(bench.written[1] == 1);
  CHECK(bench.written[2] == 1);
}

TEST_CASE("a tile's tests begin when those of the one before end", "[frame]") {
  FrameBench bench;
  FrameWork work;
  for (unsigned tile = 0; tile < 10; ++tile) add_tile(work, 64, 8).tile.tested_pixels = 256;
  CHECK(bench.run(work) == Cycles{1 + 4 + 10 * 16});
}

TEST_CASE("no more threads are ready than may wait for the dispatcher", "[frame]") {
  FrameBench bench{{.opened_threads = 4}};
  bench.starts = false;
  FrameWork work;
  add_tile(work, 64, 8, 10);
  bench.run(work);
  CHECK(bench.opened.size() == 4);
  bench.now = bench.now + Cycles{10};
  bench.pipeline.started(bench.now);
  bench.run();
  CHECK(bench.opened.size() == 5);
  CHECK(!bench.pipeline.empty());
}

TEST_CASE("clears take the time of their scaled pixels and of the auxiliary surface", "[frame]") {
  FrameBench bench;
  FrameWork work;
  work.add(FrameStepKind::kClear, 1020);  // 1920x1080
  work.add(FrameStepKind::kDepthClear, 240 * 270);
  CHECK(bench.run(work) == Cycles{1 + 240 * 270 / 2});  // side by side: rasteriser and hierarchical test
  FrameBench color;
  work.add(FrameStepKind::kClear, 1020);
  CHECK(color.run(work) == Cycles{1 + 1020 * 16 / 64});
}

TEST_CASE("lines of a clear are written as it goes, those of a resolve are read before", "[frame]") {
  FrameBench clear{{}, Cycles{30}};
  FrameWork work;
  for (unsigned step = 0; step < 4; ++step) {
    work.add(FrameStepKind::kClear, 128);  // 32 cycles
    for (unsigned line = 0; line < 32; ++line)
      work.touch(ByteAddress{2048ull * step + 64 * line}, FrameCache::kMcs, false, true);
  }
  work.add(FrameStepKind::kStall);
  CHECK(clear.run(work) == Cycles{1 + 4 * 32 + 30 + 1 + 200});  // the last lines are acknowledged
  CHECK((clear.read[5] == 0 && clear.written[5] == 128));
  FrameBench resolve{{}, Cycles{30}};
  work.add(FrameStepKind::kClear, 4);  // a cycle
  work.touch(ByteAddress{0}, FrameCache::kMcs, true, true);
  work.add(FrameStepKind::kStall);
  CHECK(resolve.run(work) == Cycles{1 + 30 + 1 + 30 + 1 + 200});
  CHECK((resolve.read[5] == 1 && resolve.written[5] == 1));
}

TEST_CASE("a draw's account has its times and what it kept busy", "[frame]") {
  FrameBench bench;
  FrameWork work;
  work.draw = 3;
  work.add(FrameStepKind::kCommands, 10);
  add_tile(work, 64, 8).tile.passed_pixels = 100;
  bench.run(work);
  const DrawAccount& account = bench.accounts.all().at(3);
  CHECK(account.first == Cycles{1});
  CHECK(account.last == Cycles{1 + 10 + 4});
  CHECK(account.busy[static_cast<unsigned>(FrameUnit::kRasterizer)] == subcycles(Cycles{4}));
  CHECK(account.pixels == 256);
  CHECK(account.passed_pixels == 100);
}

namespace {

FrameStep& add_vertices(FrameWork& work, std::uint32_t vertices, std::uint32_t threads = 1) {
  FrameStep& step = work.add(FrameStepKind::kVertices, vertices);
  step.vertices = vertices;
  step.opens = threads;
  return step;
}

FrameParameters overlapping() {
  FrameParameters parameters;
  parameters.vertex_fetch.ahead = 1856;
  return parameters;
}

}  // namespace

TEST_CASE("where draws overlap, vertices are fetched while tiles are rastered", "[frame][overlap]") {
  FrameBench bench{overlapping()};
  FrameWork work;
  work.add(FrameStepKind::kJoin);
  for (unsigned tile = 0; tile < 10; ++tile) add_tile(work, 64, 8, 1);  // 4 cycles each
  for (unsigned thread = 0; thread < 3; ++thread) add_vertices(work, 8);
  work.spread(1, 11);
  // 40 cycles of tiles and 24 of vertices, side by side.
  CHECK(bench.run(work) == Cycles{1 + 40 + 1});
  CHECK(bench.opened.size() == 13);
  CHECK(std::is_sorted(bench.opened.begin(), bench.opened.end()));
}

TEST_CASE("commands of a later draw hold up no tiles of the one before, where draws overlap", "[frame][overlap]") {
  FrameWork work;
  const auto fill = [&] {
    add_tile(work, 64, 8, 1);
    work.add(FrameStepKind::kCommands, 300);
    for (unsigned tile = 0; tile < 9; ++tile) add_tile(work, 64, 8, 1);
  };
  FrameBench overlapped{overlapping()}, in_turn;
  fill();
  overlapped.run(work);
  CHECK(overlapped.opened.back() == Cycles{1 + 40});
  fill();
  in_turn.run(work);
  CHECK(in_turn.opened.back() == Cycles{1 + 300 + 36});
}

TEST_CASE("tiles behind a join wait for the vertices before it", "[frame][overlap]") {
  FrameBench in_turn;
  FrameWork of_driver;  // without vertex threads
  add_vertices(of_driver, 8, 0);
  of_driver.touch(ByteAddress{0}, FrameCache::kVertex, true, false);
  of_driver.add(FrameStepKind::kJoin);
  add_tile(of_driver, 64, 8, 1);
  in_turn.run(of_driver);
  CHECK(in_turn.opened == std::vector{Cycles{1 + 20 + 1 + 4}});
  FrameBench bench{overlapping()};
  FrameWork work;
  work.add(FrameStepKind::kCommands, 10);
  add_vertices(work, 8, 0);
  work.add(FrameStepKind::kJoin);
  add_tile(work, 64, 8, 1);
  add_vertices(work, 8, 1);  // of the next draw, at once behind the first ones
  CHECK(bench.run(work) == Cycles{1 + 10 + 8 + 8 + 1});
  CHECK(bench.opened == std::vector{Cycles{1 + 10 + 8 + 4}, Cycles{1 + 10 + 8 + 8}});
}

TEST_CASE("threads start in the order of the steps, whichever unit is done first", "[frame][overlap]") {
  FrameBench bench{overlapping(), Cycles{100}};
  FrameWork work;
  add_vertices(work, 8);
  work.touch(ByteAddress{0}, FrameCache::kVertex, true, false);
  add_tile(work, 64, 8, 1);
  bench.run(work);
  // The tile is ready after 4 cycles, the vertices before it when their line is there.
  CHECK(bench.opened == std::vector{Cycles{1 + 100 + 1}, Cycles{1 + 100 + 1}});
}

TEST_CASE("a stall waits for tiles before it that wait for a join", "[frame][overlap]") {
  FrameBench bench{overlapping()};
  FrameWork work;
  add_vertices(work, 50, 0);
  work.add(FrameStepKind::kJoin);
  add_tile(work, 64, 8, 0);
  work.add(FrameStepKind::kStall);
  CHECK(bench.run(work) == Cycles{1 + 50 + 4 + 200});
}

TEST_CASE("steps are spread by the threads that they let start", "[frame][overlap]") {
  FrameWork work;
  for (unsigned tile = 0; tile < 4; ++tile) add_tile(work, 64, 8, 2);
  work.add(FrameStepKind::kCommands, 7);
  add_vertices(work, 8);
  add_vertices(work, 8);
  work.spread(0, 4);
  std::vector<FrameStepKind> kinds;
  for (const FrameStep& step : work.steps) kinds.push_back(step.kind);
  using enum FrameStepKind;
  CHECK(kinds == std::vector{kCommands, kVertices, kTile, kTile, kVertices, kTile, kTile});
}

TEST_CASE("random steps of overlapping draws all pass, and a unit's work is the least time", "[frame][overlap]") {
  std::uint32_t seed = 41;
  const auto random = [&](std::uint32_t end) { return (seed = seed * 1664525u + 1013904223u) / 65536u % end; };
  for (unsigned round = 0; round < 200; ++round) {
    FrameParameters parameters = overlapping();
    parameters.opened_threads = 1 + random(40);
    parameters.vertex_fetch.queue = 1 + random(8);
    parameters.hiz.queue = 1 + random(4);
    FrameBench bench{parameters, Cycles{1 + random(60)}};
    std::uint64_t threads = 0, vertices = 0, tiles = 0;
    for (unsigned phase = 0; phase < 4; ++phase) {
      FrameWork work;
      work.add(FrameStepKind::kJoin);
      for (unsigned i = random(20); i > 0; --i, ++tiles) {
        threads += add_tile(work, 64, 8, random(4)).opens;
        if (random(3) == 0) work.touch(ByteAddress{64ull * random(100)}, FrameCache::kHiz, true, true);
      }
      const std::size_t middle = work.steps.size();
      for (unsigned i = random(20); i > 0; --i, vertices += 8) {
        if (random(4) == 0) work.add(FrameStepKind::kCommands, random(30));
        threads += add_vertices(work, 8, random(2)).opens;
        work.touch(ByteAddress{64ull * random(100)}, FrameCache::kVertex, true, false);
      }
      work.spread(1, middle);
      if (random(4) == 0) work.add(FrameStepKind::kStall);
      bench.run(work);
    }
    CHECK(bench.pipeline.empty());
    CHECK(bench.opened.size() == threads);
    CHECK(bench.now >= Cycles{std::max(vertices, 4 * tiles)});
  }
}
