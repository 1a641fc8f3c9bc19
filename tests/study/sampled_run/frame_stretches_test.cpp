// Which threads of a frame are simulated, and the estimate that they give.
#include "study/sampled_run/frame_stretches.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace texpipe::study;

namespace {

constexpr std::uint64_t kMachine = 100;  // threads at one time

FramePhase phase(unsigned groups, bool divisible = true) {
  return {.kind = "pixel shader", .draw = 3, .groups = groups, .divisible = divisible};
}

}  // namespace

TEST_CASE("a long phase is simulated at both ends and in as many equal parts between them", "[sample][frame]") {
  const std::uint32_t seed = GENERATE(1u, 2u, 3u);
  FrameStretches stretches{{.one_of = 10, .threads = 50, .seed = seed}, kMachine};
  const std::vector<FramePart> parts = stretches.choose(phase(150 + 40 * 50 + 150 + 7));
  REQUIRE(parts.size() == 6);
  CHECK(parts.front().first == 0);
  CHECK(parts.front().end == 150);  // 1.5 times what runs at one time
  CHECK(parts.back().first == 150 + 40 * 50);
  CHECK(parts.back().end == 150 + 40 * 50 + 157);  // what runs at one time and a stretch, with what is left over
  CHECK(parts.front().stratum != parts[1].stratum);
  CHECK(parts.back().stratum != parts[1].stratum);
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(parts[1 + i].first >= 150 + i * 500);
    CHECK(parts[1 + i].end <= 150 + (i + 1) * 500);
    CHECK(parts[1 + i].end - parts[1 + i].first == 50);
  }
}

TEST_CASE("a phase that cannot be divided is simulated as a whole or not at all", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  unsigned simulated = 0;
  for (unsigned i = 0; i < 200; ++i) {
    const std::vector<FramePart> parts = stretches.choose(phase(5000, false));
    if (i < 4) CHECK(parts.size() == 1);
    if (parts.empty()) continue;
    CHECK(parts.front().first == 0);
    CHECK(parts.front().end == 5000);
    ++simulated;
  }
  CHECK(simulated >= 200 / 15);
  CHECK(simulated <= 4 + 200 / 5);
}

TEST_CASE("cycles that are proportional to the groups are estimated without an error", "[sample][frame]") {
  FrameStretches stretches{{.one_of = 10, .threads = 50}, kMachine};
  double all = 0;
  for (const unsigned groups : {5000u, 30u, 35u, 40u, 45u, 50u, 33u, 38u, 43u, 48u, 7000u}) {
    stretches.choose(phase(groups));
    all += 8 * groups;
  }
  std::vector<FrameStretches::Measured> measured;
  for (const FramePart& part : stretches.parts()) measured.push_back({8.0 * (part.end - part.first), 0});
  const FrameStretches::Estimate estimate = stretches.estimate(measured);
  CHECK(estimate.cycles == Approx(all));
  CHECK(estimate.bound == 0);
}

TEST_CASE("cycles that follow the footprints are estimated by them", "[sample][frame]") {
  // The first half of the phase samples ten times as much.
  constexpr unsigned kGroups = 150 + 400 * 50 + 150;
  const auto footprints = [](unsigned first, unsigned end) {
    const unsigned half = kGroups / 2;
    return 10.0 * (std::min(end, half) - std::min(first, half)) + std::max(end, half) - std::max(first, half);
  };
  FrameStretches stretches{{.one_of = 40, .threads = 50}, kMachine};
  const std::vector<FramePart> parts = stretches.choose(phase(kGroups));
  std::vector<FrameStretches::Measured> measured;
  unsigned before = 0;
  for (const FramePart& part : parts) {
    const double sampled = footprints(part.first, part.end);
    measured.push_back({3 * sampled + 2.0 * (part.end - part.first), sampled});
    if (part.first > before) stretches.leave_out(footprints(before, part.first));
    before = part.end;
  }
  CHECK(stretches.estimate(measured).cycles == Approx(3 * footprints(0, kGroups) + 2.0 * kGroups));
}

TEST_CASE("cycles of stretches at random lie within the bound in 95 of 100 cases or more", "[sample][frame]") {
  constexpr unsigned kGroups = 150 + 400 * 50 + 150;
  std::minstd_rand draws{7};
  unsigned outside = 0;
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    std::vector<double> of_stretch(400);
    double all = 2000 + 500;
    for (double& cycles : of_stretch) all += cycles = 500 + static_cast<double>(draws() % 1000);
    FrameStretches stretches{{.one_of = 20, .threads = 50, .seed = seed}, kMachine};
    stretches.choose(phase(kGroups));
    std::vector<FrameStretches::Measured> measured;
    for (const FramePart& part : stretches.parts()) {
      measured.push_back({part.first == 0 ? 2000 : part.end == kGroups ? 500 : of_stretch[(part.first - 150) / 50], 0});
    }
    const FrameStretches::Estimate estimate = stretches.estimate(measured);
    outside += std::abs(estimate.cycles - all) > estimate.bound ? 1 : 0;
  }
  CHECK(outside <= 30);
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
  REQUIRE(measured.size() < kPhases * 6);  // some phases are left out
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
