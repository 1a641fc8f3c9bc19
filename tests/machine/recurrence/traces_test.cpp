#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "machine/recurrence/early_counts.h"
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

namespace {

/// Stay of one entry in a stage.
struct Stay {
  std::uint64_t entries;   // of its message, of which it is the first; else 0
  std::uint64_t expected;  // since when
  std::uint64_t entered, issued, ready, left;
  std::uint64_t missing_from, missing_until;
};

/// In order, a cycle of work each, in messages of a few.
std::vector<Stay> random_stays(std::mt19937_64& random, std::size_t count, std::uint64_t slots) {
  const auto up_to = [&random](std::uint64_t most) { return random() % (most + 1); };
  const std::uint64_t gap = up_to(3), hold = up_to(2), miss = up_to(20);
  std::vector<Stay> stays(count);
  Stay last{};
  std::uint64_t of_message = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Stay& stay = stays[i];
    if (of_message == 0) stays[i].entries = of_message = std::min<std::uint64_t>(1 + up_to(5), count - i);
    stay.expected = stay.entries > 0 ? last.expected + up_to(8 * gap) : last.expected;
    --of_message;
    stay.entered = std::max({last.entered + up_to(gap), stay.expected, i < slots ? 0 : stays[i - slots].left});
    stay.issued = std::max(stay.entered, i == 0 ? 0 : last.issued + 1);
    stay.missing_from = stay.issued;
    stay.missing_until = up_to(8) == 0 ? stay.issued + up_to(miss) : 0;
    stay.ready = std::max(stay.issued + 1 + up_to(2), stay.missing_until);
    stay.left = std::max(stay.ready + (up_to(3) == 0 ? up_to(hold) : 0), last.left);
    last = stay;
  }
  return stays;
}

/// The state of a cycle, entry by entry.
StageState state_at(const std::vector<Stay>& stays, std::uint64_t cycle, std::uint64_t slots) {
  std::uint64_t entered = 0, left = 0;
  for (const Stay& stay : stays) {
    if (stay.entered <= cycle && stay.issued == cycle) return StageState::kBusy;
    entered += stay.entered <= cycle;
    left += stay.left <= cycle;
  }
  if (entered - left == slots) {
    const Stay& head = stays[left];
    if (head.missing_from <= cycle && cycle < head.missing_until) return StageState::kMiss;
    return cycle < head.ready ? StageState::kLatency : StageState::kBlocked;
  }
  return entered < stays.size() && stays[entered].expected <= cycle ? StageState::kStarved : StageState::kIdle;
}

}  // namespace

TEST_CASE("a stage's trace says what a look at every cycle says however many entries are brought into order at once",
          "[recurrence]") {
  std::mt19937_64 random{3};
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t slots = 1 + random() % 6;
    const std::vector<Stay> stays = random_stays(random, 300, slots);
    Counted counted;
    StageTrace trace{static_cast<std::uint32_t>(slots), true};
    for (const Stay& stay : stays) {
      if (stay.entries > 0) trace.expect(stay.entries, Cycles{stay.expected});
      trace.entered(Cycles{stay.entered});
      trace.issued(Cycles{stay.issued}, at(stay.issued), at(stay.issued + 1));
      trace.left({Cycles{stay.left}, Cycles{stay.ready}, Cycles{stay.missing_from}, Cycles{stay.missing_until}});
    }
    const std::uint64_t end = stays.back().left + 5;
    trace.close(Cycles{end}, counted.statistics.occupancy, counted.statistics.cycles);
    std::map<StageState, std::uint64_t> cycles;
    std::uint64_t occupancy = 0;
    for (std::uint64_t cycle = 0; cycle < end; ++cycle) ++cycles[state_at(stays, cycle, slots)];
    for (const Stay& stay : stays) occupancy += stay.left - stay.entered;
    INFO("round " << round << ", slots " << slots);
    for (const auto& [state, count] : cycles) CHECK(counted.in(state) == count);
    CHECK(counted.statistics.occupancy.count() == end);
    CHECK(counted.statistics.occupancy.sum() == occupancy);
  }
}

TEST_CASE("a look at a stage's trace counts all cycles before it and none behind, however much is known ahead",
          "[recurrence]") {
  std::mt19937_64 random{7};
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t slots = 1 + random() % 6, ahead = random() % 200;
    const std::vector<Stay> stays = random_stays(random, 300, slots);
    Counted counted;
    StageTrace trace{static_cast<std::uint32_t>(slots), true};
    std::size_t entered = 0, left = 0;
    std::uint64_t counted_until = 0;
    std::map<StageState, std::uint64_t> cycles;
    for (std::uint64_t look = 40; look < stays.back().left; look += 40) {
      trace.look_at(Cycles{look});
      for (; entered < stays.size() && stays[entered].expected < look + ahead; ++entered) {
        const Stay& stay = stays[entered];
        if (stay.entries > 0) trace.expect(stay.entries, Cycles{stay.expected});
        trace.entered(Cycles{stay.entered});
        trace.issued(Cycles{stay.issued}, at(stay.issued), at(stay.issued + 1));
      }
      for (; left < entered && stays[left].left < look + ahead; ++left) {
        const Stay& stay = stays[left];
        trace.left({Cycles{stay.left}, Cycles{stay.ready}, Cycles{stay.missing_from}, Cycles{stay.missing_until}});
      }
      StageTrace::Leaving head{kNever, kNever, {}, {}};
      if (left < entered && stays[left].issued < look)
        head = {kNever, Cycles{stays[left].ready}, Cycles{stays[left].missing_from}, Cycles{stays[left].missing_until}};
      trace.count_before(Cycles{look}, head, counted.statistics.occupancy, counted.statistics.cycles);
      for (; counted_until < look; ++counted_until) ++cycles[state_at(stays, counted_until, slots)];
      INFO("round " << round << ", slots " << slots << ", before " << look);
      for (const auto& [state, count] : cycles) REQUIRE(counted.in(state) == count);
      std::uint64_t occupancy = 0, gone = 0;
      for (const Stay& stay : stays) {
        if (stay.entered < look) occupancy += std::min(stay.left, look) - stay.entered;
        gone += stay.left < look;
      }
      CHECK(counted.statistics.occupancy.count() == look);
      CHECK(counted.statistics.occupancy.sum() == occupancy);
      CHECK(trace.gone() == gone);
    }
  }
}

TEST_CASE("counts that are known before their time wait for the look that they fall behind", "[recurrence]") {
  Counted counted;
  Counter& counter = counted.statistics.message_queued;
  Histogram latency;
  EarlyCounts early;
  early.add(counter, 1, Cycles{1'000});  // nobody looks before the end
  CHECK(counter.value() == 1);
  early.look_at(Cycles{2'000});
  early.add(counter, 2, Cycles{1'999});
  early.add(counter, 4, Cycles{2'000});
  early.add(latency, 7, Cycles{2'500});
  CHECK(counter.value() == 3);
  early.count_before(Cycles{2'000});
  CHECK(counter.value() == 3);
  early.look_at(Cycles{2'400});
  early.count_before(Cycles{2'400});
  CHECK(counter.value() == 7);
  CHECK(latency.count() == 0);
  early.count_before(kNever);
  CHECK(latency.sum() == 7);
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

TEST_CASE("a look at a writeback's trace sees a response that is not ended", "[recurrence]") {
  Counted counted;
  WritebackTrace trace{2};
  trace.accepted(Cycles{3});
  trace.accepted(Cycles{4});
  trace.entered(Cycles{10});
  trace.completed(Cycles{12}, at(12), at(13));
  trace.entered(Cycles{14});
  trace.completed(Cycles{30}, at(30), at(31));
  const auto look = [&](std::uint64_t end, Cycles complete, Cycles filled, Cycles offered) {
    trace.count_before(Cycles{end}, complete, filled, offered, counted.statistics.occupancy, counted.statistics.cycles);
  };
  look(11, kNever, kNever, kNever);
  CHECK(counted.in(StageState::kIdle) == 3);
  CHECK(counted.in(StageState::kStarved) == 8);
  CHECK(counted.statistics.occupancy.sum() == 1);
  look(16, Cycles{12}, Cycles{14}, kNever);  // full from 14 on, offered at 17
  CHECK(counted.in(StageState::kLatency) == 2);
  CHECK(counted.in(StageState::kBusy) == 1);
  look(19, Cycles{12}, Cycles{14}, Cycles{17});
  CHECK(counted.in(StageState::kLatency) == 3);
  CHECK(counted.in(StageState::kBlocked) == 2);
  trace.ended(Cycles{12}, Cycles{14}, Cycles{17}, Cycles{21});
  look(25, kNever, kNever, kNever);
  CHECK(counted.in(StageState::kBlocked) == 4);
  CHECK(counted.in(StageState::kStarved) == 10 + 4);  // but for cycle 12
  CHECK(counted.statistics.occupancy.count() == 25);
  CHECK(counted.statistics.occupancy.sum() == (14 - 10) + 2 * (21 - 14) + (25 - 21));
}
