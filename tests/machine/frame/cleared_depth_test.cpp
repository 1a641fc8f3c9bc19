// Lines of depth behind a fast clear.
#include <catch2/catch.hpp>

#include "machine/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

constexpr auto kDepth = static_cast<unsigned>(FrameCache::kDepth);

functional::FrameLine depth_line(bool read, bool write) {
  return {.address = ByteAddress{64}, .cache = FrameCache::kDepth, .read = read, .write = write};
}

/// A fast clear of a line of depth.
void clear_line(FrameBench& bench) {
  FrameWork work;
  work.add(FrameStepKind::kDepthClear, 2);
  work.touch({.address = ByteAddress{64}, .cache = FrameCache::kDepth, .clears = true});
  bench.run(work);
}

/// A tile that touches a line of depth.
void test_line(FrameBench& bench, const functional::FrameLine& line) {
  FrameWork work;
  FrameStep& step = work.add(FrameStepKind::kTile);
  step.tile = {.subspans = 4, .pixels = 16, .blocks = 1, .passed_blocks = 1, .hierarchical = true};
  work.touch(line);
  bench.run(work);
}

}  // namespace

TEST_CASE("lines of depth are not read until somebody has written them since a clear", "[frame]") {
  FrameParameters parameters;
  SECTION("by an early test, which a test alone does not change") {
    FrameBench bench{parameters};
    clear_line(bench);
    test_line(bench, depth_line(true, false));
    test_line(bench, depth_line(true, true));
    CHECK((bench.read[kDepth] == 0 && bench.written[kDepth] == 1));
    CHECK(bench.statistics.clear_lines.value() == 2);
    test_line(bench, depth_line(true, true));
    CHECK((bench.read[kDepth] == 1 && bench.written[kDepth] == 2));
  }
  SECTION("by a late test of the pixel backend") {
    FrameBench bench{parameters};
    clear_line(bench);
    const TargetWork work{.pixels = 16, .colors = 16, .bytes = 4, .lines = {depth_line(true, true)}};
    bench.backend.take(0, work, bench.now);
    bench.run();
    CHECK((bench.read[kDepth] == 0 && bench.written[kDepth] == 1));
    bench.backend.take(0, work, bench.now);
    bench.run();
    CHECK((bench.read[kDepth] == 1 && bench.written[kDepth] == 2));
  }
  SECTION("unless the machine says that they are") {
    parameters.hiz.clear_state = false;
    FrameBench bench{parameters};
    clear_line(bench);
    test_line(bench, depth_line(true, true));
    CHECK(bench.read[kDepth] == 1);
    CHECK(bench.statistics.clear_lines.value() == 0);
  }
}

TEST_CASE("a resolve writes lines of depth that are clear, once", "[frame]") {
  FrameBench bench;
  clear_line(bench);
  const auto resolve = [&bench] {
    FrameWork work;
    work.add(FrameStepKind::kDepthResolve, 2);
    work.touch({.address = ByteAddress{64}, .cache = FrameCache::kDepth, .write = true, .if_clear = true});
    bench.run(work);
  };
  resolve();
  CHECK((bench.read[kDepth] == 0 && bench.written[kDepth] == 1));
  resolve();
  CHECK(bench.written[kDepth] == 1);
  test_line(bench, depth_line(true, false));
  CHECK(bench.read[kDepth] == 1);
}
