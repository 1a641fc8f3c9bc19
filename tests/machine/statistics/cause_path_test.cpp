// Paths of causes: they sum to the time, follow what was waited for, and blame capacities or latencies.
#include "machine/statistics/cause_path.h"

#include <catch2/catch.hpp>

#include "machine/graph/remedies.h"
#include "machine/statistics/lost_cycles.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

CauseStrains even() {
  CauseStrains strains;
  strains.fill(1.0);
  return strains;
}

std::uint64_t sum(const CausePath& path) {
  std::uint64_t cycles = 0;
  for (std::size_t i = 0; i < kCauses; ++i) cycles += path.cycles(static_cast<Cause>(i));
  return cycles;
}

}  // namespace

TEST_CASE("a path's cycles sum to its time", "[statistics]") {
  CausePath path;
  path.spend(Cause::kDispatchRate, Cycles{7});
  path.spend(Cause::kFilterLatency, Cycles{19});
  path.spend(Cause::kTagLatency, Cycles{12});  // past: nothing
  CHECK(path.at() == Cycles{19});
  CHECK(path.cycles(Cause::kFilterLatency) == 12);
  CHECK(path.cycles(Cause::kTagLatency) == 0);
  CHECK(sum(path) == 19);
}

TEST_CASE("work that waited goes on with the path of what it waited for, other work with its own", "[statistics]") {
  CausePath holder, waiter, punctual;
  holder.spend(Cause::kMemoryLatency, Cycles{100});
  waiter.spend(Cause::kFpuLatency, Cycles{20});
  punctual.spend(Cause::kFpuLatency, Cycles{100});
  waiter.follow(holder, Cycles{100});
  punctual.follow(holder, Cycles{100});
  CHECK(waiter.cycles(Cause::kMemoryLatency) == 100);
  CHECK(punctual.cycles(Cause::kMemoryLatency) == 0);
  CHECK(sum(waiter) == 100);
}

TEST_CASE("latencies behind a capacity are its fault, unless one latency dominates and is the odd one",
          "[statistics]") {
  CausePath begun;
  begun.spend(Cause::kDispatchRate, Cycles{10});
  CausePath path = begun;
  path.spend(Cause::kL3HitLatency, Cycles{1010});
  path.spend(Cause::kL2Bank, Cycles{1060});
  path.spend(Cause::kMemoryLatency, Cycles{1110});
  CauseStrains strains = even();
  SECTION("of equals the capacity") {
    path.blame(begun, Cause::kL1Mshrs, strains);
    CHECK(path.cycles(Cause::kL1Mshrs) == 1050);
    CHECK(path.cycles(Cause::kL2Bank) == 50);  // a rate is not relieved by more of what waits
  }
  SECTION("the latency when it lies further off its default") {
    strains[index_of(Cause::kL3HitLatency)] = 30.0;
    path.blame(begun, Cause::kL1Mshrs, strains);
    CHECK(path.cycles(Cause::kL1Mshrs) == 0);
    CHECK(path.cycles(Cause::kL3HitLatency) == 1000);
  }
  SECTION("the capacity when it lies as far off") {
    strains[index_of(Cause::kL3HitLatency)] = strains[index_of(Cause::kL1Mshrs)] = 30.0;
    path.blame(begun, Cause::kL1Mshrs, strains);
    CHECK(path.cycles(Cause::kL1Mshrs) == 1050);
  }
  CHECK(path.cycles(Cause::kDispatchRate) == 10);
  CHECK(sum(path) == 1110);
}

TEST_CASE("accounts of lost cycles close: the filter's work and the causes sum to the run", "[statistics]") {
  Counter work;
  work.add(300 * kSubcyclesPerCycle + kSubcyclesPerCycle / 2);
  CycleAccount account{lost_cycle_rows()};
  LostCycles lost;
  lost.add(account, work);
  CausePath path;
  path.spend(Cause::kMemoryBandwidth, Cycles{600});
  path.spend(Cause::kFilterRate, Cycles{700});
  path.spend(Cause::kThreads, Cycles{1000});
  lost.reached(path);
  lost.settle(Cycles{1000});
  CHECK(account.total() == Cycles{1000});
  CHECK(account.cycles(0) == Cycles{300});
  const auto cycles = [&](Cause cause) { return account.cycles(1 + static_cast<std::uint32_t>(index_of(cause))); };
  CHECK(cycles(Cause::kFilterRate) == Cycles{});  // its own work, on the path or off it
  CHECK(cycles(Cause::kMemoryBandwidth).value() == Approx(699.5 * 600 / 900).margin(1));
  CHECK(cycles(Cause::kThreads).value() == Approx(699.5 * 300 / 900).margin(1));
}

TEST_CASE("every remedy is a parameter of the machine, and the one furthest off its default is named", "[statistics]") {
  MachineParameters machine;
  const CauseStrains strains = strains_of(machine);
  for (std::size_t i = 0; i < kCauses; ++i) {
    const CauseRow& row = row_of(static_cast<Cause>(i));
    CAPTURE(row.name);
    if (!row.remedies[0].parameter.empty()) CHECK(strains[i] == 1.0);
  }
  CHECK(remedy_of(machine, Cause::kMemoryBank) == "memory.banks");
  machine.memory.bank_cycle = TimeSpan{1'000'000};
  CHECK(remedy_of(machine, Cause::kMemoryBank) == "memory.bank_cycle");
  machine.slice.subslice[1].sampler.filter.latency = Cycles{1000};
  CHECK(remedy_of(machine, Cause::kFilterSlots) == "slice.subslice.sampler.filter.latency");
  machine.slice.subslice[2].sampler.filter.slots = 1;
  machine.slice.subslice[1].sampler.filter.latency = Cycles{12};
  CHECK(remedy_of(machine, Cause::kFilterSlots) == "slice.subslice.sampler.filter.slots");
  CHECK(remedy_of(machine, Cause::kNoWork).empty());
}
