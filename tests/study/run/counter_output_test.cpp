#include "study/run/counter_output.h"

#include <catch2/catch.hpp>
#include <functional>

#include "timing/kernel/kernel.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

struct Actor {
  void act() { then(); }

  timing::Simulation& simulation;
  std::function<void()> then;
  timing::Wake wake{simulation.agenda, timing::wakes<&Actor::act>(*this)};
};

}  // namespace

TEST_CASE("a frame's report has what the machine counted before the cycle of its command", "[counters]") {
  timing::Kernel kernel;
  timing::Simulation simulation{{}};
  functional::Workload workload;
  functional::CountMore count;
  workload.count_by = [&](functional::CountMore given) { count = std::move(given); };
  CounterOutput output{workload, Frequency{1'000'000'000}};
  output.listen(simulation);
  machine::Counter& misses = simulation.statistics.group("slice.subslice[0].sampler.l1", "")
                                 .counter("misses", machine::StatisticUnit::kLookups, "");
  Actor last{simulation, [&] {
               misses.add(2);
               simulation.phase_is_over();
             }};
  Actor unit{simulation, [&] { misses.add(3); }};
  functional::PerformanceCounters report;
  report.aggregating[functional::kPixelThreads] = 12;
  Actor command{simulation, [&] { count(report); }};
  Actor next_unit{simulation, [&] { misses.add(100); }};
  last.wake.at(Cycles{50});
  unit.wake.at(Cycles{50});
  next_unit.wake.at(Cycles{51});
  command.wake.at(Cycles{51});
  simulation.run();
  CHECK(report.clocks == 51);
  CHECK(report.aggregating[functional::kPixelThreads] == 12);
  CHECK(report.aggregating[0] == 51);
  CHECK(report.aggregating[29] == 5);
}
