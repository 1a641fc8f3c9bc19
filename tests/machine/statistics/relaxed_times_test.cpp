// Times with one cause relaxed: what work waits for, in each run for itself; slots; what relaxing a parameter means.
#include "machine/statistics/relaxed_times.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "machine/graph/remedies.h"
#include "machine/statistics/lost_cycles.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

const Relaxations kTwice;

RelaxedTimes after(Cause cause, Cycles cycles) {
  RelaxedTimes times;
  times.spend(kTwice[cause], cycles);
  return times;
}

RelaxedParameter relaxed(const MachineParameters& machine, Cause cause) {
  return relaxed_parameters(machine)[index_of(cause)];
}

/// Collects the paths of parameters, without indices; a group that a word may give counts as one.
struct PathCollector {
  std::set<std::string, std::less<>>& paths;
  std::string prefix;

  template <class T>
  void operator()(std::string_view name, T&, const ParameterInfo<T>&) {
    paths.insert(prefix + std::string{name});
  }
  template <class Struct>
  void group(std::string_view name, Struct& members, std::string_view) {
    PathCollector inner{paths, prefix + std::string{name} + "."};
    members.describe(inner);
  }
  template <class Struct, class Presets>
  void preset_group(std::string_view name, Struct&, const Presets&, std::string_view) {
    paths.insert(prefix + std::string{name});
  }
  template <class Struct>
  void list(std::string_view name, std::vector<Struct>& members, std::uint32_t, std::string_view help) {
    for (Struct& element : members) group(name, element, help);
  }
};

}  // namespace

TEST_CASE("time that goes to a cause is shorter where its parameter is relaxed", "[statistics]") {
  RelaxedTimes times = after(Cause::kFilterLatency, Cycles{12});
  times.pass(Cycles{20});
  times.spend(kTwice[Cause::kTagLatency], Cycles{15});  // past: nothing
  CHECK(times.at() == Cycles{20});
  CHECK(times.with(Cause::kFilterLatency) == 14);
  CHECK(times.with(Cause::kTagLatency) == 20);
}

TEST_CASE("of a latency that is waited out in part, relaxing saves no more than the wait", "[statistics]") {
  RelaxedTimes long_wait, short_wait;
  long_wait.spend_rest(kTwice[Cause::kL3HitLatency], Cycles{10}, Cycles{12});
  short_wait.spend_rest(kTwice[Cause::kL3HitLatency], Cycles{3}, Cycles{12});
  CHECK(long_wait.saved(Cause::kL3HitLatency) == 6);
  CHECK(short_wait.saved(Cause::kL3HitLatency) == 3);
}

TEST_CASE("work that waits goes on from what comes last, in the run of each cause", "[statistics]") {
  RelaxedTimes work = after(Cause::kFpuLatency, Cycles{80});
  work.join(after(Cause::kMemoryLatency, Cycles{100}));
  CHECK(work.at() == Cycles{100});
  CHECK(work.with(Cause::kMemoryLatency) == 80);  // the memory comes at 50, the work itself at 80
  CHECK(work.with(Cause::kFpuLatency) == 100);
}

TEST_CASE("what let go before the work came holds it back in no run", "[statistics]") {
  RelaxedTimes work = after(Cause::kFpuLatency, Cycles{100});
  work.join(after(Cause::kMemoryLatency, Cycles{90}));
  CHECK(work.with(Cause::kFpuLatency) == 50);
}

TEST_CASE("times of long runs do not wrap", "[statistics]") {
  RelaxedTimes times = after(Cause::kMemoryLatency, Cycles{std::uint64_t{1} << 40});
  times.spend(kTwice[Cause::kMemoryLatency], times.at() + Cycles{1});
  CHECK(times.saved(Cause::kMemoryLatency) == static_cast<double>(std::uint64_t{1} << 39) + 0.5);
}

TEST_CASE("a slot is free at the release as many takes ago as there are slots, relaxed at an earlier one",
          "[statistics]") {
  SlotTimes slots{1, Cause::kL1Mshrs, kTwice};
  std::vector<RelaxedTimes> work(4);
  for (RelaxedTimes& one : work) {  // each holds a slot for 100 cycles
    slots.take(one);
    one.spend(kTwice[Cause::kMemoryLatency], one.at() + Cycles{100});
    slots.release(one);
  }
  CHECK(work[3].at() == Cycles{400});
  CHECK(work[3].with(Cause::kL1Mshrs) == 200);
  CHECK(work[3].with(Cause::kMemoryLatency) == 200);
  CHECK(work[3].with(Cause::kL2Mshrs) == 400);
}

TEST_CASE("work that needs several slots at once waits for the last of them", "[statistics]") {
  SlotTimes slots{4, {{Cause::kThreads, 8}, {Cause::kEus, 4}}, kTwice};
  RelaxedTimes group;
  for (int i = 0; i < 4; ++i) slots.take(group);
  for (unsigned i = 1; i <= 4; ++i) slots.release(after(Cause::kFpuLatency, Cycles{100 * i}));
  slots.wait(group, 2);
  CHECK(group.at() == Cycles{200});
  CHECK(group.with(Cause::kThreads) == 0);
  CHECK(group.with(Cause::kEus) == 200);
  CHECK(group.with(Cause::kFpuLatency) == 100);
}

TEST_CASE("a slot that was free when the work came holds it back in no run where work takes slots as it comes",
          "[statistics]") {
  const SlotTimes::Order order = GENERATE(SlotTimes::Order::kOne, SlotTimes::Order::kAsItComes);
  SlotTimes slots{1, Cause::kEuIssue, kTwice, order};
  for (const std::uint64_t at : {100, 200}) {
    RelaxedTimes earlier;
    slots.take(earlier);
    earlier.pass(Cycles{at});
    slots.release(earlier);
  }
  // A thread that comes at 300 and would come at 150 with more threads.
  RelaxedTimes work = after(Cause::kThreads, Cycles{300});
  slots.take(work);
  CHECK(work.at() == Cycles{300});
  CHECK(work.with(Cause::kThreads) == 150);
  CHECK(work.with(Cause::kEuIssue) == 300);
  // One that waits for a slot, and would come at 75 with twice the issue width, waits for the one before that slot
  // then.
  SlotTimes wide{1, Cause::kEuIssue, kTwice, order};
  RelaxedTimes first, second;
  first.pass(Cycles{100}), second.pass(Cycles{200});
  for (const RelaxedTimes& one : {first, second}) {
    RelaxedTimes taken;
    wide.take(taken);
    wide.release(one);
  }
  RelaxedTimes third = after(Cause::kEuIssue, Cycles{150});
  wide.take(third);
  CHECK(third.at() == Cycles{200});
  CHECK(third.with(Cause::kEuIssue) == 100);
}

TEST_CASE("of a parameter that is relaxed further it is followed too what it saves twice as good", "[statistics]") {
  Relaxations relaxations;
  relaxations.set(Cause::kL1Mshrs, 10);
  relaxations.set(Cause::kMemoryLatency, 4);
  relaxations.follow_twice(Cause::kL1Mshrs);
  relaxations.follow_twice(Cause::kMemoryLatency);
  const Cause mshrs = relaxations.twice(Cause::kL1Mshrs), latency = relaxations.twice(Cause::kMemoryLatency);
  CHECK(relaxations.twice(Cause::kL2Mshrs) == Cause::kNone);

  SlotTimes slots{1, Cause::kL1Mshrs, relaxations};
  RelaxedTimes work;
  for (int i = 0; i < 10; ++i) {
    work = {};
    slots.take(work);
    work.spend(relaxations[Cause::kMemoryLatency], work.at() + Cycles{100});
    slots.release(work);
  }
  CHECK(work.at() == Cycles{1000});
  CHECK(work.with(Cause::kL1Mshrs) == 100);
  CHECK(work.with(mshrs) == 500);
  CHECK(work.with(Cause::kMemoryLatency) == 250);
  CHECK(work.with(latency) == 500);
  work.spend_rest(relaxations[Cause::kMemoryLatency], work.at() + Cycles{30}, Cycles{100});
  CHECK(work.with(Cause::kMemoryLatency) == 250);
  CHECK(work.with(latency) == 500);
}

TEST_CASE("slots are more in the run with more of the unit that they are in", "[statistics]") {
  SlotTimes slots{1, Cause::kL3Mshrs, kTwice};
  std::vector<RelaxedTimes> work(4);
  for (RelaxedTimes& one : work) {
    slots.take(one);
    one.pass(one.at() + Cycles{100});
    slots.release(one);
  }
  CHECK(work[3].with(Cause::kL3Mshrs) == 200);
  CHECK(work[3].with(Cause::kL3Banks) == 200);
}

TEST_CASE("what is absent in a run takes no time there and leaves slots as it found them", "[statistics]") {
  AbsentIn absent;
  absent.add(Cause::kL1Size);
  SlotTimes slots{1, Cause::kL1Mshrs, kTwice};
  RelaxedTimes first;
  slots.take(first);
  first.pass(Cycles{100});
  slots.release(first);
  RelaxedTimes own, fetched;
  own.pass(Cycles{10});
  slots.take(own, absent);
  CHECK(own.at() == Cycles{100});
  CHECK(own.with(Cause::kL1Size) == 10);  // waits for no register where the line is there
  CHECK(own.with(Cause::kL1Ways) == 100);
  fetched = own;
  fetched.vanish(absent);
  RelaxedTimes bus = after(Cause::kMemoryBandwidth, Cycles{150});
  fetched.join(bus);
  bus = fetched;
  bus.spend(kTwice[Cause::kMemoryBandwidth], Cycles{200});
  CHECK(bus.with(Cause::kL1Size) == 150);  // the bus stays free
  CHECK(bus.with(Cause::kL1Ways) == 200);
  fetched.spend(kTwice[Cause::kMemoryLatency], Cycles{300});
  slots.release(fetched);
  fetched.vanish(absent);
  own.join(fetched);
  CHECK(own.with(Cause::kL1Size) == 10);
  CHECK(own.with(Cause::kMemoryLatency) == 225);
  RelaxedTimes next;
  slots.take(next);
  CHECK(next.with(Cause::kL1Size) == 100);
  CHECK(next.with(Cause::kL1Ways) == 300);
}

TEST_CASE("slots that absent work took are free for whoever comes next", "[statistics]") {
  AbsentIn absent;
  absent.add(Cause::kL1Size);
  SlotTimes slots{2, Cause::kL1Mshrs, kTwice};
  RelaxedTimes end;
  for (int i = 0; i < 8; ++i) {  // every other line would be there; each takes 100 cycles
    RelaxedTimes work, fetched;
    slots.take(work, i % 2 == 0 ? absent : AbsentIn{});
    fetched = work;
    if (i % 2 == 0) fetched.vanish(absent);
    fetched.pass(fetched.at() + Cycles{100});
    slots.release(fetched);
    end = fetched;
  }
  CHECK(end.at() == Cycles{400});
  CHECK(end.with(Cause::kL1Ways) == 400);
  CHECK(end.with(Cause::kL1Size) == 200);  // four lines over two registers
}

TEST_CASE("a run in which a line is there takes the time of a hit and no more than a miss", "[statistics]") {
  AbsentIn absent;
  absent.add(Cause::kL2Size);
  RelaxedTimes work;
  work.pass(Cycles{100});
  work.set(Cause::kL2Size, 40);
  work.delay(absent, Cycles{12});
  CHECK(work.with(Cause::kL2Size) == 52);
  work.delay(absent, Cycles{1000});
  CHECK(work.with(Cause::kL2Size) == 100);
}

TEST_CASE("lost cycles go to what is in a unit where it helps as much as the unit alone", "[statistics]") {
  Counter work;
  CycleAccount account{lost_cycle_rows()};
  LostCycles lost;
  lost.add(account, work);
  const bool helps_as_much = GENERATE(true, false);
  RelaxedTimes end = after(Cause::kThreads, Cycles{1000});
  end.set(Cause::kEus, helps_as_much ? 495 : 300);
  lost.reached(end);
  lost.settle(Cycles{1000});
  const auto cycles = [&](Cause cause) { return account.cycles(1 + static_cast<std::uint32_t>(index_of(cause))); };
  CHECK(cycles(Cause::kEus).value() == (helps_as_much ? 0 : 583));
  CHECK(cycles(Cause::kThreads).value() == (helps_as_much ? 1000 : 417));
}

TEST_CASE("accounts of lost cycles close and go to the causes by what their relaxing saves", "[statistics]") {
  Counter work;
  work.add(300 * kSubcyclesPerCycle + kSubcyclesPerCycle / 2);
  CycleAccount account{lost_cycle_rows()};
  LostCycles lost;
  lost.add(account, work);
  RelaxedTimes end = after(Cause::kMemoryBandwidth, Cycles{600});
  end.spend(kTwice[Cause::kFilterRate], Cycles{700});
  end.spend(kTwice[Cause::kEuIssue], Cycles{1000});
  lost.reached(end);
  lost.settle(Cycles{1000});
  CHECK(account.total() == Cycles{1000});
  CHECK(account.cycles(0) == Cycles{300});
  const auto cycles = [&](Cause cause) { return account.cycles(1 + static_cast<std::uint32_t>(index_of(cause))); };
  CHECK(cycles(Cause::kFilterRate) == Cycles{});  // its own work
  CHECK(cycles(Cause::kMemoryBandwidth).value() == Approx(699.5 * 600 / 900).margin(1));
  CHECK(cycles(Cause::kEuIssue).value() == Approx(699.5 * 300 / 900).margin(1));
}

TEST_CASE("lost cycles that no cause brings back alone are told so", "[statistics]") {
  Counter work;
  CycleAccount account{lost_cycle_rows()};
  LostCycles lost;
  lost.add(account, work);
  lost.settle(Cycles{10});
  CHECK(account.cycles(1 + static_cast<std::uint32_t>(index_of(Cause::kNone))) == Cycles{10});
}

TEST_CASE("every remedy names a parameter", "[statistics]") {
  MachineParameters machine;
  std::set<std::string, std::less<>> paths;
  PathCollector collector{paths, ""};
  machine.describe(collector);
  for (std::size_t i = 0; i < kCauses; ++i) {
    for (const Remedy& remedy : row_of(static_cast<Cause>(i)).remedies) {
      CAPTURE(remedy.parameter);
      CHECK((remedy.parameter.empty() || paths.contains(remedy.parameter)));
    }
  }
}

TEST_CASE("relaxing makes a parameter twice as good, or as good as its default, within its range", "[statistics]") {
  MachineParameters machine;
  CHECK(relaxed(machine, Cause::kL1Mshrs).relaxed == 32);
  CHECK(relaxed(machine, Cause::kFilterLatency).relaxed == 6);
  CHECK(relaxed(machine, Cause::kDataPortRate).factor == 1.0);  // a line per cycle already
  machine.slice.subslice[2].sampler.l1.mshrs = 1;               // the worst of a list
  machine.slice.subslice[1].sampler.filter.latency = Cycles{1000};
  machine.slice.subslice[0].sampler.decoder.texels_per_cycle = Fraction{1, 2};
  machine.slice.subslice[0].eu[3].threads = 60;
  CHECK(relaxed(machine, Cause::kL1Mshrs).relaxed == 16);
  CHECK(relaxed(machine, Cause::kL1Mshrs).factor == 16);
  CHECK(relaxed(machine, Cause::kFilterLatency).relaxed == 12);
  CHECK(relaxed(machine, Cause::kDecoderRate).factor == 64);
  CHECK(relaxed(machine, Cause::kThreads).relaxed == 14);
  machine.memory.bank_cycle = TimeSpan{1'000'000};
  CHECK(relaxed(machine, Cause::kMemoryBankCycle).factor == 200);
}

TEST_CASE("a bank hash that spreads nothing is named before the number of banks", "[statistics]") {
  MachineParameters machine;
  CHECK(relaxed(machine, Cause::kMemoryBanks).path == "memory.banks");
  machine.memory.bank_hash = BankHash{BankHash::Kind::kModulo};
  CHECK(relaxed(machine, Cause::kMemoryBanks).path == "memory.bank_hash");
  machine.memory.banks = 1;
  CHECK(relaxed(machine, Cause::kMemoryBanks).path == "memory.banks");
}
