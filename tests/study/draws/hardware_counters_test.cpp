#include "study/draws/hardware_counters.h"

#include <catch2/catch.hpp>

#include "machine/eu/eu_statistics.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;

TEST_CASE("hardware counters are sums over equal units, and cycles of accounts", "[counters]") {
  machine::StatisticsRegistry statistics;
  for (const char* subslice : {"slice.subslice[0]", "slice.subslice[1]"}) {
    const std::string path = subslice;
    statistics.group(path + ".sampler.front_end").counter("subspans", machine::StatisticUnit::kSubspans, "").add(5);
    statistics.group(path + ".sampler.l1").counter("misses", machine::StatisticUnit::kLookups, "").add(3);
    auto& cycles = statistics.group(path + ".eu[0]").account("cycles", "", machine::enum_rows(machine::EuCycle{}));
    cycles.work(Cycles{10}, Cycles{30});
    cycles.enter(Cycles{30}, machine::EuCycle::kWaitingForMessage);
    cycles.enter(Cycles{70}, machine::EuCycle::kIdle);
  }
  functional::PerformanceCounters counters;
  counters.aggregating[functional::kPixelThreads] = 12;
  MachineCounters{statistics}.add(Cycles{100}, Frequency{1'000'000'000}, counters);
  CHECK(counters.clocks == 100);
  CHECK(counters.timestamp == 1);  // 1.2 ticks of 12 MHz
  CHECK(counters.aggregating[0] == 100);
  CHECK(counters.aggregating[functional::kPixelThreads] == 12);
  CHECK(counters.aggregating[7] == 2 * 20);
  CHECK(counters.aggregating[8] == 2 * 40);
  CHECK(counters.aggregating[28] == 10);
  CHECK(counters.aggregating[29] == 6);
}

TEST_CASE("the table of counters names what is not counted", "[counters]") {
  functional::PerformanceCounters counters;
  counters.aggregating[functional::kVertexThreads] = 2;
  counters.aggregating[28] = 10;
  const std::string timed = counter_table(counters, CountedTime::kClock);
  CHECK_THAT(timed, Contains("A1,\"VS threads dispatched\",2,threads,threads that were started\n"));
  CHECK_THAT(timed, Contains("A28,\"2x2s requested from the sampler\",10,2x2s,slice.subslice.sampler"));
  CHECK_THAT(timed, Contains("A22,\"2x2s failing the hierarchical depth test\",0,2x2s,not counted\n"));
  CHECK_THAT(timed, Contains("C7,C7,0,,not counted: what it counts is the driver's choice\n"));
  const std::string untimed = counter_table(counters, CountedTime::kNone);
  CHECK_THAT(untimed, Contains("not counted without time") && Contains("A1,\"VS threads dispatched\",2,threads"));
}
