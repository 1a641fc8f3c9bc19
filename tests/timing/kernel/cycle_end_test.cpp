// Calls at the end of a cycle: behind all wakes of the cycle and what foreign modules do at its edge.
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "timing/kernel/kernel.h"
#include "timing/simulation/simulation.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

/// A block that does what it is told when it wakes.
struct Actor {
  void act() { then(); }

  Simulation& simulation;
  std::function<void()> then = [] {};
  Wake wake{simulation.agenda, wakes<&Actor::act>(*this)};
};

/// A module of somebody else's with an event of its own.
class ForeignModule final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ForeignModule);

  ForeignModule(sc_core::sc_module_name name, std::function<void()> then) : sc_module{name}, then_{std::move(then)} {
    SC_METHOD(act);
    dont_initialize();
    sensitive << event;
  }

  sc_core::sc_event event;

 private:
  void act() { then_(); }

  std::function<void()> then_;
};

struct CycleEndBench {
  explicit CycleEndBench(const SimulationOptions& options) : simulation{options} {}

  void note(const std::string& what) { order.push_back(std::to_string(simulation.clock.now().value()) + " " + what); }

  Kernel kernel;
  Simulation simulation;
  Actor first{simulation}, second{simulation}, third{simulation}, later{simulation};
  std::vector<std::string> order;
};

}  // namespace

TEST_CASE("a call at the end of a cycle comes behind all of its wakes and before the next cycle", "[agenda]") {
  const SimulationOptions options = GENERATE(
      SimulationOptions{}, SimulationOptions{.alone = true}, SimulationOptions{.shuffle_seed = 1},
      SimulationOptions{.shuffle_seed = 2}, SimulationOptions{.shuffle_seed = 3}, SimulationOptions{.shuffle_seed = 4});
  CAPTURE(options.alone, options.shuffle_seed);
  CycleEndBench bench{options};
  bench.first.then = [&] {
    bench.simulation.agenda.at_end_of_cycle([&] { bench.note("end"); });
    bench.second.wake.at(Cycles{5});
    bench.later.wake.at(Cycles{6});
  };
  bench.second.then = [&] {
    bench.note("second");
    bench.third.wake.at(Cycles{5});
  };
  bench.third.then = [&] { bench.note("third"); };
  bench.later.then = [&] { bench.note("later"); };
  bench.first.wake.at(Cycles{5});
  CHECK(bench.simulation.run() == Cycles{6});
  CHECK(bench.order == std::vector<std::string>{"5 second", "5 third", "5 end", "6 later"});
}

TEST_CASE("a call at the end of a cycle waits for foreign modules that act at its edge", "[agenda]") {
  CycleEndBench bench{{}};
  int deltas = 4;
  ForeignModule* self = nullptr;
  ForeignModule foreign{"foreign", [&] {
                          bench.note("foreign");
                          if (--deltas > 0) return self->event.notify(sc_core::SC_ZERO_TIME);
                          bench.second.wake.at(bench.simulation.clock.now());
                        }};
  self = &foreign;
  bench.first.then = [&] {
    bench.simulation.agenda.at_end_of_cycle([&] { bench.note("end"); });
    foreign.event.notify(sc_core::SC_ZERO_TIME);
  };
  bench.second.then = [&] { bench.note("second"); };
  bench.first.wake.at(Cycles{5});
  CHECK(bench.simulation.run() == Cycles{5});
  CHECK(bench.order ==
        std::vector<std::string>{"5 foreign", "5 foreign", "5 foreign", "5 foreign", "5 second", "5 end"});
}

TEST_CASE("an error in a call at the end of a cycle ends the run with its type", "[agenda]") {
  CycleEndBench bench{{}};
  bench.first.then = [&] {
    bench.simulation.agenda.at_end_of_cycle([] { throw Error{ExitCode::kMismatch, "no look"}; });
  };
  bench.first.wake.at(Cycles{5});
  CHECK_THROWS_WITH(bench.simulation.run(), "no look");
}

TEST_CASE("listeners of phases find the last cycle of a phase counted and nothing of the next one", "[agenda]") {
  const bool alone = GENERATE(false, true);
  CAPTURE(alone);
  CycleEndBench bench{{.alone = alone}};
  machine::Counter& counter =
      bench.simulation.statistics.group("unit", "").counter("wakes", machine::StatisticUnit::kEvents, "");
  std::vector<std::uint64_t> until, before, seen;
  bench.simulation.count_until.emplace_back([&](Cycles end) { until.push_back(end.value()); });
  bench.simulation.count_before.emplace_back([&](Cycles end) { before.push_back(end.value()); });
  bench.simulation.phase_listeners.emplace_back([&](Cycles next) {
    seen = {bench.simulation.clock.now().value(), next.value(), counter.value()};
  });
  bench.first.then = [&] {
    counter.add();
    bench.simulation.phase_is_over();
    bench.second.wake.at(bench.simulation.clock.now());
    bench.later.wake.at(bench.simulation.clock.now() + Cycles{1});
  };
  bench.second.then = bench.later.then = [&] { counter.add(); };
  bench.first.wake.at(Cycles{5});
  bench.simulation.run();
  CHECK(seen == std::vector<std::uint64_t>{5, 6, 2});
  CHECK((until.front() == 5 && before == std::vector<std::uint64_t>{6}));
}
