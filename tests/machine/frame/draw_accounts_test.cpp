#include "machine/frame/draw_accounts.h"

#include <catch2/catch.hpp>

#include "machine/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("a draw's stay in a unit is from the first entry to the last leave, whatever comes between", "[frame]") {
  UnitStay stay;
  CHECK_FALSE(stay.any());
  stay.enter(Cycles{10});
  CHECK((stay.any() && stay.from == Cycles{10} && stay.to == Cycles{10}));
  stay.leave(Cycles{12});
  stay.enter(Cycles{20});
  CHECK((stay.from == Cycles{10} && stay.to == Cycles{20}));
  stay.leave(Cycles{31});
  CHECK(stay.to == Cycles{31});
}

TEST_CASE("an account begins with what is told first and ends with what is told last", "[frame]") {
  DrawAccounts accounts;
  accounts.of(3, Cycles{5});
  accounts.of(4, Cycles{6});
  accounts.of(3, Cycles{9});
  CHECK((accounts.all().at(3).first == Cycles{5} && accounts.all().at(3).last == Cycles{9}));
  accounts.add({.draw = 4, .since = Cycles{6}, .begin = Cycles{8}, .end = Cycles{208}, .bytes = 64});
  REQUIRE(accounts.stalls().size() == 1);
  CHECK(accounts.stalls()[0].bytes == 64);
}

TEST_CASE("a draw holds a unit up while its step works there or waits for lines", "[frame]") {
  constexpr auto kDepthUnit = static_cast<unsigned>(FrameUnit::kDepth);
  FrameBench bench{{}, Cycles{50}};
  FrameWork work;
  for (const std::uint32_t draw : {3u, 4u}) {
    work.draw = draw;
    FrameStep& step = work.add(FrameStepKind::kTile);
    step.tile = {.subspans = 4, .pixels = 16, .blocks = 1, .passed_blocks = 1, .tested_pixels = 32};
    if (draw == 3) work.touch({.address = ByteAddress{64}, .cache = FrameCache::kDepth, .read = true});
  }
  bench.run(work);
  const auto held = [&](std::uint32_t draw) { return bench.accounts.all().at(draw).held[kDepthUnit]; };
  CHECK(held(3) == Cycles{51});  // its line comes after 50, and counts in the next cycle
  CHECK(held(4) == Cycles{});    // its two cycles of work are over by then
  CHECK(bench.gone.size() == 2);
  CHECK(bench.gone[0].second == 3);
}

TEST_CASE("writes that find the pixel backend's window full are held up, those on their way are not", "[frame]") {
  constexpr auto kBackend = static_cast<unsigned>(FrameUnit::kPixelBackend);
  const auto held = [](std::uint32_t window) {
    FrameBench bench{{.pixel_backend = {.window = window}}, Cycles{100}};
    for (unsigned write = 0; write < 2; ++write) {
      TargetWork work{.pixels = 16, .colors = 16, .bytes = 4};
      work.draw = 5;
      work.lines.push_back({.address = ByteAddress{64ull * write}, .cache = FrameCache::kColor, .write = true});
      bench.backend.take(0, work, Cycles{});
    }
    bench.run();
    return bench.accounts.all().at(5).held[kBackend];
  };
  CHECK(held(2) == Cycles{});
  CHECK(held(1) == Cycles{2 + 100 + 1});  // the work of the first one, its acknowledgement, and the cycle behind it
}

TEST_CASE("a clear that finds the window full holds the pixel backend up", "[frame]") {
  FrameBench bench{{.pixel_backend = {.window = 1}}, Cycles{100}};
  FrameWork work;
  for (unsigned step = 0; step < 2; ++step) {
    work.add(FrameStepKind::kClear, 1);
    work.touch(ByteAddress{64ull * step}, FrameCache::kMcs, false, true);
  }
  bench.run(work);
  CHECK(bench.accounts.all().at(0).held[static_cast<unsigned>(FrameUnit::kPixelBackend)] >= Cycles{99});
}
