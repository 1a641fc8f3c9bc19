// The ports of the URB, in closed form.
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "machine/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("vertex fetch writes 64 bytes a cycle to the URB", "[frame]") {
  const auto cycles = [](std::uint32_t bytes_of_vertex, Fraction width) {
    FrameBench bench{{.urb = {.bytes_per_cycle = width}}};
    FrameWork work;
    for (unsigned thread = 0; thread < 10; ++thread) {
      FrameStep& step = work.add(FrameStepKind::kVertices, 8);
      step.vertices = 8;
      step.urb_bytes = 8 * bytes_of_vertex;
    }
    const Cycles end = bench.run(work) - Cycles{1};
    CHECK(bench.statistics.urb_written.value() == 80 * bytes_of_vertex);
    return end;
  };
  CHECK(cycles(32, 64) == Cycles{80});
  CHECK(cycles(64, 64) == Cycles{80});
  CHECK(cycles(128, 64) == Cycles{160});
  CHECK(cycles(128, 32) == Cycles{320});
}

TEST_CASE("threads' messages to the URB pass in turn, one way beside the other", "[frame]") {
  using Moves = std::vector<std::pair<Cycles, unsigned>>;
  SECTION("writes of two subslices share a port") {
    FrameBench bench;
    for (unsigned i = 0; i < 2; ++i) {
      bench.urb.take(0, 256, 0, Cycles{});  // 4 cycles
      bench.urb.take(1, 256, 0, Cycles{});
    }
    bench.run();
    CHECK(bench.moved == Moves{{Cycles{5}, 0}, {Cycles{9}, 1}, {Cycles{13}, 0}, {Cycles{17}, 1}});
  }
  SECTION("what is read has a port of its own") {
    FrameBench bench;
    bench.urb.take(0, 256, 0, Cycles{});
    bench.urb.take(1, 0, 128, Cycles{});
    bench.run();
    CHECK(bench.moved == Moves{{Cycles{3}, 1}, {Cycles{5}, 0}});
    CHECK((bench.statistics.urb_written.value() == 256 && bench.statistics.urb_read.value() == 128));
  }
  SECTION("vertex fetch waits behind them") {
    FrameBench bench;
    bench.urb.take(0, 640, 0, Cycles{});  // until 11
    FrameWork work;
    FrameStep& step = work.add(FrameStepKind::kVertices, 8);
    step.vertices = 8;
    step.urb_bytes = 256;
    step.opens = 1;
    bench.run(work);
    CHECK(bench.opened == std::vector{Cycles{1 + 10 + 4}});
  }
}
