#include "machine/graph/watchdog_limit.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::machine;

TEST_CASE("the watchdog's default is a million cycles, and more for a slow machine", "[graph]") {
  MachineParameters machine;
  CHECK(default_watchdog_limit(machine) == Cycles{1'000'000});
  machine.slice.l3.hit_latency = Cycles{100'000};
  CHECK(default_watchdog_limit(machine) > Cycles{128 * 100'000});
  machine.memory.latency = TimeSpan{1'000'000'000};  // 1 ms
  CHECK(default_watchdog_limit(machine) > Cycles{128 * 1'050'000});
}

TEST_CASE("a step of every latency of a machine counts once, lists and the bus included", "[graph]") {
  MachineParameters machine;
  const Cycles before = sum_of_latencies(machine);
  machine.slice.subslice[2].sampler.filter.latency += Cycles{7};
  machine.memory.bandwidth = Bandwidth{1'000'000};  // 1 KiB takes 1,075,200 cycles
  CHECK(sum_of_latencies(machine) > before + Cycles{7 + 1'075'000});
  machine.memory.latency = TimeSpan{~std::uint64_t{0}};
  machine.memory.row_miss = TimeSpan{~std::uint64_t{0}};
  CHECK(default_watchdog_limit(machine) <= Cycles{std::uint64_t{1} << 50});
}

TEST_CASE("a rate counts as the time of a burst only where it is below a half", "[graph]") {
  MachineParameters machine;
  Fraction& rate = machine.slice.subslice[0].sampler.address_generator.footprints_per_cycle;
  rate = Fraction{1, 2};
  const Cycles before = sum_of_latencies(machine);
  rate = Fraction{2, 5};
  CHECK(sum_of_latencies(machine) == before + Cycles{1024 * 5 / 2 + 1});
}
