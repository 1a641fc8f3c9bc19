// Lines of colours behind a fast clear.
#include <catch2/catch.hpp>

#include "machine/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

constexpr auto kColor = static_cast<unsigned>(FrameCache::kColor);

/// A line of colours of a target with auxiliary surface.
functional::FrameLine color_line(bool read, bool write) {
  return {.address = ByteAddress{64}, .read = read, .write = write, .auxiliary = true};
}

/// A fast clear or a resolve of a pixel of the driver's rectangle, whose line of colours is used so.
void run_clear(FrameBench& bench, functional::FrameLine line) {
  FrameWork work;
  work.add(FrameStepKind::kClear, 1);
  line.address = ByteAddress{64};
  work.touch(line);
  bench.run(work);
}

/// Sixteen pixels of a line, blended or not.
void write_line(FrameBench& bench, bool blends) {
  const TargetWork work{.pixels = 16, .colors = 16, .bytes = 4, .reads = blends, .lines = {color_line(blends, true)}};
  bench.backend.take(0, work, bench.now);
  bench.run();
}

}  // namespace

TEST_CASE("blending reads a line of colours when somebody has written it since a clear", "[frame]") {
  FrameParameters parameters;
  SECTION("as shipped") {
    FrameBench bench{parameters};
    run_clear(bench, {.clears = true});
    CHECK((bench.read[kColor] == 0 && bench.written[kColor] == 0));
    CHECK(bench.accounts.of(0, bench.now).lines[kColor] == 0);
    write_line(bench, true);
    CHECK((bench.read[kColor] == 0 && bench.written[kColor] == 1));
    CHECK((bench.statistics.clear_colors.value() == 1 && bench.statistics.clear_lines.value() == 0));
    write_line(bench, true);
    CHECK((bench.read[kColor] == 1 && bench.written[kColor] == 2));
  }
  SECTION("by a write that did not blend as well") {
    FrameBench bench{parameters};
    run_clear(bench, {.clears = true});
    write_line(bench, false);
    write_line(bench, true);
    CHECK(bench.read[kColor] == 1);
  }
  SECTION("or always, if the machine says so") {
    parameters.pixel_backend.clear_state = false;
    FrameBench bench{parameters};
    run_clear(bench, {.clears = true});
    write_line(bench, true);
    CHECK(bench.read[kColor] == 1);
    CHECK(bench.statistics.clear_colors.value() == 0);
  }
}

TEST_CASE("a resolve writes lines of colours that are clear, once, and reads them not", "[frame]") {
  FrameBench bench;
  run_clear(bench, {.clears = true});
  for (int again = 0; again < 2; ++again) {
    run_clear(bench, {.write = true, .auxiliary = true, .if_clear = true});
    CHECK((bench.read[kColor] == 0 && bench.written[kColor] == 1));
  }
  SECTION("one that moves all lines of compressed pairs reads those that are not clear") {
    const functional::FrameLine moved{.read = true, .write = true, .compresses = true, .auxiliary = true};
    run_clear(bench, {.clears = true});
    run_clear(bench, moved);
    CHECK((bench.read[kColor] == 0 && bench.written[kColor] == 2));
    run_clear(bench, moved);
    CHECK((bench.read[kColor] == 1 && bench.written[kColor] == 3));
  }
}

TEST_CASE("a resolve of which nothing is clear takes as long as one that knows nothing of clear lines", "[frame]") {
  const auto cycles_of = [](unsigned lines) {
    FrameBench bench;
    FrameWork work;
    constexpr unsigned kSteps = 15, kPixels = 8 * kSteps;  // of the driver's rectangle
    for (unsigned step = 0; step < (lines != 0 ? kSteps : 1); ++step) {
      work.add(FrameStepKind::kClear, lines != 0 ? kPixels / kSteps : kPixels);
      for (unsigned line = 0; line < lines; ++line)
        work.touch({.address = ByteAddress{64ull * (step * lines + line)}, .write = true, .if_clear = true});
    }
    return bench.run(work);
  };
  CHECK(cycles_of(32).value() == cycles_of(0).value());
}

TEST_CASE("a resolve waits while as many lines are on their way as the window of the pixel backend has", "[frame]") {
  FrameParameters parameters;
  parameters.pixel_backend.window = 64;
  constexpr std::uint64_t kLatency = 100;
  FrameBench bench{parameters, Cycles{kLatency}};
  FrameWork work;
  for (unsigned step = 0; step < 8; ++step) {
    work.add(FrameStepKind::kClear);
    for (unsigned line = 0; line < 32; ++line)
      work.touch({.address = ByteAddress{64ull * (32 * step + line)}, .write = true, .auxiliary = true});
  }
  work.add(FrameStepKind::kStall);
  // Two steps at a time; the next ones when these are acknowledged, in an earlier cycle. The stall takes 200 cycles.
  CHECK(bench.run(work) == Cycles{1 + 3 * (kLatency + 1) + kLatency + 1 + 200});
  CHECK(bench.written[kColor] == 256);
}
