#include <catch2/catch.hpp>

#include "machine/recurrence/stage_trace.h"
#include "machine/recurrence/writeback_trace.h"
#include "machine/stage/stage_statistics.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

struct Counted {
  StatisticsGroup group{"stage", "a stage"};
  StageStatistics statistics{group};
  std::uint64_t in(StageState state) const { return statistics.cycles.cycles_in(state).value(); }
};

constexpr Subcycles at(std::uint64_t cycle) {
  return subcycles(Cycles{cycle});
}

}  // namespace

TEST_CASE("an entry trace weighs levels by time, whatever order departures are told in", "[recurrence]") {
  Counted counted;
  EntryTrace trace{2};
  trace.came(Cycles{10});
  trace.came(Cycles{12});
  trace.went(Cycles{30});
  trace.went(Cycles{20});
  trace.close(Cycles{40}, counted.statistics.occupancy);
  const Histogram& levels = counted.statistics.occupancy;
  CHECK(levels.count() == 40);
  CHECK(levels.sum() == 2 * 8 + 10 + 2);  // two from 12 to 20, one from 10 to 12 and from 20 to 30
}

TEST_CASE("a full stage is charged to what holds its oldest entry", "[recurrence]") {
  Counted counted;
  StageTrace trace{1, true};
  trace.expect(2, Cycles{5});
  trace.entered(Cycles{10});
  trace.issued(Cycles{10}, at(10), at(11));
  // Its lines are missing from 11 to 30, its latency ends at 34, the next stage takes it at 50.
  trace.left({.at = Cycles{50}, .ready = Cycles{34}, .missing_from = Cycles{11}, .missing_until = Cycles{30}});
  trace.entered(Cycles{50});
  trace.issued(Cycles{50}, at(50), at(52));
  trace.left({.at = Cycles{54}, .ready = Cycles{54}, .missing_from = {}, .missing_until = {}});
  trace.close(Cycles{60}, counted.statistics.occupancy, counted.statistics.cycles);
  CHECK(counted.in(StageState::kIdle) == 5 + 6);
  CHECK(counted.in(StageState::kStarved) == 5);
  CHECK(counted.in(StageState::kBusy) == 1 + 2);
  CHECK(counted.in(StageState::kMiss) == 19);
  CHECK(counted.in(StageState::kLatency) == 4 + 2);
  CHECK(counted.in(StageState::kBlocked) == 16);
  CHECK(counted.statistics.occupancy.sum() == 44);
}

TEST_CASE("a stalled issue slot waits for a miss, except where the stage is blocked", "[recurrence]") {
  Counted counted;
  StageTrace trace{2, true};
  trace.expect(2, Cycles{});
  trace.entered(Cycles{0});
  trace.issued(Cycles{0}, at(0), at(1));
  trace.entered(Cycles{2});
  trace.stalled(Cycles{2}, Cycles{20});
  trace.issued(Cycles{20}, at(20), at(21));
  trace.left({.at = Cycles{10}, .ready = Cycles{6}, .missing_from = {}, .missing_until = {}});
  trace.left({.at = Cycles{25}, .ready = Cycles{25}, .missing_from = {}, .missing_until = {}});
  trace.close(Cycles{25}, counted.statistics.occupancy, counted.statistics.cycles);
  CHECK(counted.in(StageState::kMiss) == (6 - 2) + (20 - 10));
  CHECK(counted.in(StageState::kBlocked) == 4);
  CHECK(counted.in(StageState::kBusy) == 2);
  CHECK(counted.in(StageState::kStarved) == 1);  // before the second one came
  CHECK(counted.in(StageState::kIdle) == 4);
}

TEST_CASE("a writeback waits for footprints, for its latency with all slots taken, for the other side",
          "[recurrence]") {
  Counted counted;
  WritebackTrace trace{2};
  trace.accepted(Cycles{3});
  trace.accepted(Cycles{4});
  trace.entered(Cycles{10});
  trace.completed(Cycles{12}, at(12), at(13));
  trace.entered(Cycles{14});
  trace.completed(Cycles{14}, at(14), at(15));
  trace.ended(Cycles{12}, Cycles{14}, Cycles{17}, Cycles{21});  // full from 14 on
  trace.ended(Cycles{14}, kNever, Cycles{21}, Cycles{21});
  trace.close(Cycles{30}, counted.statistics.occupancy, counted.statistics.cycles);
  CHECK(counted.in(StageState::kIdle) == 3 + 9);
  CHECK(counted.in(StageState::kStarved) == 12 - 3 + 1);
  CHECK(counted.in(StageState::kBusy) == 2);
  CHECK(counted.in(StageState::kLatency) == 2);
  CHECK(counted.in(StageState::kBlocked) == 4);
  CHECK(counted.statistics.occupancy.sum() == 4 + 2 * 7);
}
