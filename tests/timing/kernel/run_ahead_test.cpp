// A simulation without modules of somebody else's, whose agenda runs ahead of SystemC's time.
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "timing/kernel/kernel.h"
#include "timing/simulation/simulation.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

constexpr Cycles kWatchdogLimit{300};

/// Wakes at random distances, near and far, and sometimes wakes another one in the same cycle.
struct Restless {
  Restless(Simulation& of, std::uint32_t seed) : simulation{of}, random{seed} {}

  void act() {
    woke.push_back(simulation.clock.now().value());
    if (then) then();
    if (left == 0) return;
    --left;
    constexpr std::uint32_t kFar = 3000;
    wake.at(simulation.clock.now() + Cycles{random() % 20 == 0 ? random() % kFar : random() % 4});
    if (other != nullptr && random() % 3 == 0) other->wake.at(simulation.clock.now());
  }

  Simulation& simulation;
  std::mt19937 random;
  int left = 400;
  std::vector<std::uint64_t> woke;
  Restless* other = nullptr;
  std::function<void()> then;
  Wake wake{simulation.agenda, wakes<&Restless::act>(*this)};
};

struct RestlessBench {
  RestlessBench(bool alone, std::uint32_t seed, std::uint32_t intervals = 0)
      : simulation{{.watchdog_limit = kWatchdogLimit, .intervals = intervals, .alone = alone}},
        first{simulation, seed},
        second{simulation, seed + 1} {
    first.other = &second;
    first.wake.at(Cycles{seed % 3});
  }

  /// Times that can be seen from outside.
  std::vector<std::vector<std::uint64_t>> run(Cycles step) {
    std::vector<std::uint64_t> asked;
    const Cycles end = simulation.run(
        [&] {
          asked.push_back(simulation.clock.now().value());
          return asked.size() < 12;
        },
        step);
    return {first.woke, second.woke, asked, {end.value()}};
  }

  Kernel kernel;
  Simulation simulation;
  Restless first, second;
};

std::string failure_of(RestlessBench& bench) {
  try {
    bench.simulation.run();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an agenda ahead of the kernel takes the same cycles, asks and stops at the same ones", "[agenda]") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    const Cycles step{1 + seed * 37 % 400};
    const auto expected = RestlessBench{false, seed, seed % 2}.run(step);
    CHECK(RestlessBench{true, seed, seed % 2}.run(step) == expected);
  }
}

TEST_CASE("an agenda ahead of the kernel takes no time step of the kernel for each cycle", "[agenda]") {
  constexpr std::uint64_t kFew = 10;
  RestlessBench bench{true, 1};
  bench.simulation.run();
  REQUIRE(bench.first.woke.size() > 100);
  CHECK(sc_core::sc_delta_count() < kFew);
}

TEST_CASE("the watchdog of an agenda ahead of the kernel looks when it would", "[agenda][watchdog]") {
  std::vector<std::string> failures;
  for (const bool alone : {false, true}) {
    RestlessBench bench{alone, 1};
    Requester& requester = bench.simulation.watchdog.requester("stuck");
    bool asked = false;
    bench.first.then = [&] {
      if (!std::exchange(asked, true)) requester.asked();
    };
    failures.push_back(failure_of(bench));
  }
  CHECK(failures[0].find("stuck") != std::string::npos);
  CHECK(failures[1] == failures[0]);
}

TEST_CASE("an error ends an agenda ahead of the kernel in its cycle", "[agenda]") {
  std::vector<std::vector<std::uint64_t>> woke;
  for (const bool alone : {false, true}) {
    RestlessBench bench{alone, 1};
    bench.first.then = [&] {
      if (bench.first.woke.size() < 50) return;
      bench.simulation.guarded([] { throw Error{ExitCode::kMalformedInput, "here"}; });
    };
    CHECK(failure_of(bench).find("here") != std::string::npos);
    woke.push_back(bench.first.woke);
  }
  CHECK(woke[1] == woke[0]);
}
