// Hardware counters of the manual, from a machine's statistics.
#pragma once

#include <string>

#include "base/quantity.h"
#include "functional/frame/state/performance_counters.h"
#include "machine/statistics/statistics.h"

namespace texpipe::study {

inline constexpr const char* kCounterTableName = "counters.csv";

/// Adds what a machine has counted until `now` to counters that know their threads: clocks, timestamp, and those A
/// counters that the model counts.
void add_machine_counters(const machine::StatisticsRegistry& statistics, Cycles now, Frequency clock,
                          functional::PerformanceCounters& counters);

/// Whether a run had a clock.
enum class CountedTime : std::uint8_t { kNone, kClock };

/// CSV: a row for each counter of a report, with its name, value, unit, where the value comes from, or `not counted`.
std::string counter_table(const functional::PerformanceCounters& counters, CountedTime time);

}  // namespace texpipe::study
