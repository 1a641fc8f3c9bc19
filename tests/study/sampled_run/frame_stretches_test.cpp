// Which threads of a frame are simulated, and the estimate that they give.
#include "study/sampled_run/frame_stretches.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

using namespace texpipe::study;

namespace {

constexpr std::uint64_t kMachine = 100;  // threads at one time

FramePhase phase(unsigned groups, bool divisible = true) {
  return {.kind = "pixel shader", .draw = 3, .groups = groups, .divisible = divisible};
}

/// Parts that count.
std::vector<FramePart> counted(const std::vector<FramePart>& parts) {
  std::vector<FramePart> counted;
  std::copy_if(parts.begin(), parts.end(), std::back_inserter(counted), [](const FramePart& p) { return !p.lead_in; });
  return counted;
}

}  // namespace

TEST_CASE("a long phase is simulated at its beginning, in as many equal parts, and until it drains",
          "[sample][frame]") {
  const std::uint32_t seed = GENERATE(1u, 2u, 3u);
  FrameStretches stretches{{.one_of = 10, .threads = 50, .seed = seed}, kMachine};
  // A tenth of what lies between is 775: four stretches with their lead-ins. A stretch has as many threads as run at
  // one time, which are more than 50.
  const std::vector<FramePart> parts = stretches.choose(phase(8000));
  REQUIRE(parts.size() == 10);
  CHECK(parts.front().first == 0);
  CHECK(parts.front().end == 150);  // 1.5 times what runs at one time
  for (unsigned i = 0; i < 4; ++i) {
    const FramePart &lead_in = parts[1 + 2 * i], &stretch = parts[2 + 2 * i];
    CHECK(lead_in.lead_in);
    CHECK(lead_in.end - lead_in.first == 64);
    CHECK_FALSE(stretch.lead_in);
    CHECK(stretch.first == lead_in.end);
    CHECK(stretch.end - stretch.first == kMachine);
    CHECK(lead_in.first >= 150 + i * 7750 / 4);
    CHECK(stretch.end <= 150 + (i + 1) * 7750 / 4);
  }
  CHECK(parts.back().first == parts[8].end);
  CHECK(parts.back().end - parts.back().first == kMachine);
  CHECK(parts.back().end <= 8000);
}

TEST_CASE("of the threads of long phases one of so many is simulated, of uniform ones a third", "[sample][frame]") {
  const bool uniform = GENERATE(false, true);
  FrameStretches stretches{{.one_of = 20, .threads = 50}, kMachine};
  for (unsigned i = 0; i < 100; ++i) {
    FramePhase of_draw = phase(3000);
    of_draw.uniform = uniform;
    stretches.choose(of_draw);
  }
  const double share = static_cast<double>(stretches.simulated_groups()) / static_cast<double>(stretches.groups());
  CHECK(share == Approx(uniform ? 1.0 / 60 : 1.0 / 20).epsilon(0.1));
}

TEST_CASE("a phase that cannot be divided is simulated as a whole or not at all", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  unsigned simulated = 0;
  for (unsigned i = 0; i < 200; ++i) {
    const std::vector<FramePart> parts = stretches.choose(phase(5000, false));
    if (i < 2) CHECK(parts.size() == 1);
    if (parts.empty()) continue;
    CHECK(parts.front().first == 0);
    CHECK(parts.front().end == 5000);
    ++simulated;
  }
  CHECK(simulated >= 200 / 15);
  CHECK(simulated <= 2 + 200 / 5);
}

TEST_CASE("cycles that are proportional to the groups are estimated without an error", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  double all = 0;
  for (const unsigned groups : {5000u, 30u, 35u, 40u, 45u, 50u, 33u, 38u, 43u, 48u, 7000u}) {
    stretches.choose(phase(groups));
    all += 8 * groups;
  }
  std::vector<FrameStretches::Measured> measured;
  for (const FramePart& part : stretches.parts()) measured.push_back({8.0 * (part.end - part.first), {}});
  const FrameStretches::Estimate estimate = stretches.estimate(measured);
  CHECK(estimate.cycles == Approx(all));
  // What is unlike the whole is left, and the spread that is assumed.
  CHECK(estimate.bound > 0.03 * all);
  CHECK(estimate.bound < 0.5 * all);
}

TEST_CASE("what is not simulated of a phase is left out, to be told of", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 20, .threads = 50}, kMachine};
  for (unsigned i = 0; i < 30; ++i) {
    const unsigned groups = i % 3 == 0 ? 400 : 9000;
    std::vector<unsigned> seen(groups);
    for (const FramePart& part : stretches.choose(phase(groups, i % 2 == 0)))
      for (unsigned group = part.first; group < part.end; ++group) ++seen[group];
    for (const LeftOutGroups& left_out : stretches.left_out()) {
      CHECK(left_out.window != 0);
      for (unsigned group = left_out.first; group < left_out.end; ++group) ++seen[group];
    }
    CHECK(std::count(seen.begin(), seen.end(), 1u) == groups);
  }
}

TEST_CASE("cycles that follow the work of dispatcher and filters are estimated by it", "[sample][frame]") {
  // The first half of the phase has ten times as much.
  constexpr unsigned kGroups = 150 + 400 * 50 + 150;
  const auto work = [](unsigned first, unsigned end) {
    const unsigned half = kGroups / 2;
    return 10.0 * (std::min(end, half) - std::min(first, half)) + std::max(end, half) - std::max(first, half);
  };
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  const std::vector<FramePart> parts = stretches.choose(phase(kGroups));
  std::vector<FrameStretches::Measured> measured;
  for (const FramePart& part : parts) {
    const double of_part = work(part.first, part.end);
    measured.push_back({3 * of_part + 2.0 * (part.end - part.first), {.inside = of_part}});
  }
  for (const LeftOutGroups& groups : stretches.left_out())
    stretches.leave_out(groups.stratum, {.inside = work(groups.first, groups.end)});
  CHECK(stretches.estimate(measured).cycles == Approx(3 * work(0, kGroups) + 2.0 * kGroups));
}

TEST_CASE("cycles that follow the work of memory, too, are estimated by both where there are stretches enough",
          "[sample][frame]") {
  constexpr unsigned kGroups = 150 + 400 * 50 + 150;
  // Samplers have more to do in the first half, memory in every other thousand.
  const auto work_of = [](unsigned first, unsigned end) {
    FrameBusy work;
    for (unsigned group = first; group < end; ++group) {
      work.inside += group < kGroups / 2 ? 5 : 1;
      work.memory += group / 1000 % 2 == 0 ? 4 : 2;
    }
    return work;
  };
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  const std::vector<FramePart> parts = stretches.choose(phase(kGroups));
  const auto cycles = [&](unsigned first, unsigned end) {
    const FrameBusy work = work_of(first, end);
    return 2 * work.inside + 3 * work.memory + 1.5 * (end - first);
  };
  std::vector<FrameStretches::Measured> measured;
  for (const FramePart& part : parts) measured.push_back({cycles(part.first, part.end), work_of(part.first, part.end)});
  for (const LeftOutGroups& groups : stretches.left_out())
    stretches.leave_out(groups.stratum, work_of(groups.first, groups.end));
  CHECK(stretches.estimate(measured).cycles == Approx(cycles(0, kGroups)));
}

TEST_CASE("draws with a stretch each share what the work of memory takes", "[sample][frame]") {
  // The first third of each draw's threads asks memory for ten times as much as the others do.
  constexpr unsigned kGroups = 1400, kDraws = 12;
  const auto work_of = [](unsigned first, unsigned end) {
    const unsigned third = kGroups / 3;
    const double early = std::min(end, third) - std::min(first, third);
    return FrameBusy{.inside = 2.0 * (end - first), .memory = 10 * early + (end - first - early)};
  };
  const auto cycles = [&](unsigned first, unsigned end) {
    return 3 * work_of(first, end).memory + 1.5 * (end - first);
  };
  FrameStretches stretches{{.one_of = 20, .threads = 50}, kMachine};
  std::vector<FrameStretches::Measured> measured;
  for (unsigned draw = 0; draw < kDraws; ++draw) {
    FramePhase of_draw = phase(kGroups);
    of_draw.draw = draw;
    const std::vector<FramePart> parts = stretches.choose(of_draw);
    REQUIRE(counted(parts).size() == 3);
    for (const FramePart& part : parts)
      measured.push_back({cycles(part.first, part.end), work_of(part.first, part.end)});
    for (const LeftOutGroups& groups : stretches.left_out())
      stretches.leave_out(groups.stratum, work_of(groups.first, groups.end));
  }
  CHECK(stretches.estimate(measured).cycles == Approx(kDraws * cycles(0, kGroups)));
}

TEST_CASE("copies take cycles in proportion to the busiest unit's in each window", "[sample][frame]") {
  // Short copies have one stretch each, which may be in the half whose source is in caches, or in the other one.
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  const auto busy = [](const FramePart& part, unsigned groups) {
    FrameBusy work;
    for (unsigned group = part.first; group < part.end; ++group) {
      work.inside += 2;
      work.memory += group < groups / 2 ? 1 : 8;
    }
    return work;
  };
  std::vector<FrameStretches::Measured> measured;
  double all = 0;
  for (unsigned copy = 0; copy < 10; ++copy) {
    FramePhase of_copy = phase(3000);
    of_copy.draw = copy;
    of_copy.uniform = true;
    for (const FramePart& part : stretches.choose(of_copy)) {
      const FrameBusy work = busy(part, of_copy.groups);
      measured.push_back({1.5 * work.busiest(), work});
    }
    for (const LeftOutGroups& groups : stretches.left_out()) {
      for (unsigned first = groups.first; first < groups.end; first += groups.window) {
        const FramePart window{.first = first, .end = std::min(first + groups.window, groups.end)};
        stretches.leave_out(groups.stratum, busy(window, of_copy.groups));
      }
    }
    all += 1.5 * (2 + 8) * of_copy.groups / 2;
  }
  REQUIRE(stretches.simulated_groups() < stretches.groups() / 4);
  // Windows, stretches and lead-ins across the middle are neither.
  CHECK(stretches.estimate(measured).cycles == Approx(all).epsilon(0.02));
}

TEST_CASE("short phases whose threads take long are simulated more often", "[sample][frame]") {
  const auto simulated = [](std::uint64_t slow) {
    FrameStretches stretches{{.one_of = 16, .threads = 50}, kMachine};
    unsigned count = 0;
    for (unsigned i = 0; i < 5000; ++i) {
      const bool is_slow = i % 10 == 0;
      const bool any = !stretches.choose(is_slow ? phase(30) : phase(200)).empty();
      count += any && is_slow ? 1 : 0;
      if (any) stretches.took(is_slow ? 30 * slow : 200 * 5);
    }
    return count;
  };
  const unsigned alike = simulated(5), slow = simulated(500);
  CHECK(slow > 3 * alike);
  CHECK(slow < 5 * alike);
}

TEST_CASE("cycles grow no faster than the work that is left out", "[sample][frame]") {
  // Stretches with more work happened to take longer than that explains.
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  const std::vector<FramePart> parts = stretches.choose(phase(8000));
  std::vector<FrameStretches::Measured> measured;
  double of_stretches = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const double work = part % 4 == 2 ? 110 : 100;
    measured.push_back({part % 4 == 2 ? 2000.0 : 1000.0, {.inside = work}});
    if (part % 2 == 0 && part != 0) of_stretches += work;
  }
  REQUIRE(of_stretches == 4 * 105);
  // Ten times the work of the stretches for each group: 14 cycles for each of it, and not 100.
  const double groups = 8000 - 150 - 100 - 4 * 100, left_out = 10 * 105.0 / 100 * groups;
  stretches.leave_out(parts[2].stratum, {.inside = left_out - 4 * 102.5});  // lead-ins tell of themselves
  const double pace = 6000 / of_stretches;
  CHECK(stretches.estimate(measured).cycles < 1000 + 6000 + 1000 + 1.1 * pace * left_out);
}

TEST_CASE("threads of copies are counted as they are, however long they take", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  FramePhase copy = phase(8000);
  copy.uniform = true;
  const std::vector<FramePart> parts = stretches.choose(copy);
  std::vector<FrameStretches::Measured> measured;
  for (const FramePart& part : parts) measured.push_back({10.0 * (part.end - part.first), {.inside = 100}});
  for (const LeftOutGroups& groups : stretches.left_out())  // four times as much work as the parts have
    stretches.leave_out(groups.stratum, {.inside = 4 * 100.0 * (groups.end - groups.first) / 50});
  const FrameStretches::Estimate estimate = stretches.estimate(measured);
  double groups = 0, cycles = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    groups += estimate.weights[part] * (parts[part].end - parts[part].first);
    cycles += estimate.weights[part] * estimate.slowness[part] * measured[part].cycles;
  }
  CHECK(groups == Approx(8000));
  CHECK(cycles == Approx(estimate.cycles));
  CHECK(estimate.cycles > 2 * 80'000);
}

TEST_CASE("the first of short phases that are alike, which finds cold caches, stands for itself", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  std::vector<FrameStretches::Measured> measured;
  double all = 0;
  for (unsigned i = 0; i < 100; ++i) {
    const double cycles = i == 0 ? 5000 : 400;
    all += cycles;
    for ([[maybe_unused]] const FramePart& part : stretches.choose(phase(30)))
      measured.push_back({cycles, {.inside = 60}});
    for (const LeftOutGroups& groups : stretches.left_out()) stretches.leave_out(groups.stratum, {.inside = 60});
  }
  REQUIRE(measured.size() > 3);
  REQUIRE(measured.size() < 50);
  CHECK(stretches.estimate(measured).cycles == Approx(all));
}

TEST_CASE("cycles of stretches at random lie within the bound in 95 of 100 cases, and not within a third of it",
          "[sample][frame]") {
  constexpr unsigned kGroups = 150 + 400 * 50 + 100;
  std::minstd_rand draws{7};
  unsigned outside = 0, outside_third = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    std::vector<double> of_group(kGroups);  // fifty in a row take as long, from 0.2 to 1.8
    double all = 0;
    for (unsigned group = 0; group < kGroups; ++group) {
      of_group[group] = group % 50 != 0 ? of_group[group - 1] : 0.2 + static_cast<double>(draws() % 1600) / 1000;
      all += of_group[group];
    }
    FrameStretches stretches{{.one_of = 20, .threads = 50, .seed = seed}, kMachine};
    stretches.choose(phase(kGroups));
    std::vector<FrameStretches::Measured> measured;
    for (const FramePart& part : stretches.parts())
      measured.push_back({std::accumulate(of_group.begin() + part.first, of_group.begin() + part.end, 0.0), 0});
    const FrameStretches::Estimate estimate = stretches.estimate(measured);
    outside += std::abs(estimate.cycles - all) > estimate.bound ? 1 : 0;
    outside_third += std::abs(estimate.cycles - all) > estimate.bound / 3 ? 1 : 0;
  }
  CHECK(outside <= 20);
  CHECK(outside_third >= 20);
}

TEST_CASE("a part that stands for others alone has a bound by the spread of all", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 20, .threads = 50}, kMachine};
  stretches.choose(phase(2000));
  std::vector<FrameStretches::Measured> measured;
  double between = 0;
  for (const FramePart& part : counted(stretches.parts()))
    between += part.stratum == stretches.parts()[2].stratum ? 1 : 0;
  REQUIRE(between == 1);
  for (const FramePart& part : stretches.parts()) measured.push_back({8.0 * (part.end - part.first), {}});
  const FrameStretches::Estimate estimate = stretches.estimate(measured);
  CHECK(estimate.cycles == Approx(8.0 * 2000));
  CHECK(estimate.bound > 0.2 * estimate.cycles);
}

TEST_CASE("phases that are simulated stand for those next to them", "[sample][frame]") {
  // Cycles fall from phase to phase; nothing differs within one.
  FrameStretches stretches{{.one_of = 40, .threads = 50, .seed = GENERATE(1u, 2u, 3u)}, kMachine};
  constexpr unsigned kPhases = 40, kGroups = 150 + 40 * 50 + 150;
  std::vector<FrameStretches::Measured> measured;
  double all = 0;
  for (unsigned i = 0; i < kPhases; ++i) {
    const double of_group = 20 - i / 4.0;
    all += of_group * kGroups;
    for (const FramePart& part : stretches.choose(phase(kGroups)))
      measured.push_back({of_group * (part.end - part.first), 0});
  }
  REQUIRE(measured.size() < kPhases * 4);  // some phases are left out
  CHECK(stretches.estimate(measured).cycles == Approx(all).epsilon(0.03));
}

TEST_CASE("short phases behind a clear stand for their like alone", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 20, .threads = 50}, kMachine};
  std::vector<FrameStretches::Measured> measured;
  double all = 0;
  for (unsigned i = 0; i < 200; ++i) {
    FramePhase short_phase = phase(10);
    short_phase.lead = i == 0 ? 16'000 : 100;
    const double cycles = i == 0 ? 16'300 : 400;
    all += cycles;
    for (const FramePart& part : stretches.choose(short_phase)) {
      CHECK(part.end == 10);
      measured.push_back({cycles, 0});
    }
  }
  REQUIRE(measured.size() < 100);
  CHECK(stretches.estimate(measured).cycles == Approx(all));
}

TEST_CASE("a frame of which everything is simulated has no error", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  for (const unsigned groups : {10u, 20u, 40u}) CHECK(stretches.choose(phase(groups)).size() == 1);
  const FrameStretches::Estimate estimate = stretches.estimate({{100, 1}, {20, 1}, {300, 1}});
  CHECK(estimate.cycles == 420);
  CHECK(estimate.bound == 0);
  CHECK(stretches.simulated_groups() == stretches.groups());
}
