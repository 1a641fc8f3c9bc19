// Hardware counters of the manual, from a machine's statistics.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/frame/state/performance_counters.h"
#include "machine/statistics/statistics.h"

namespace texpipe::study {

inline constexpr const char* kCounterTableName = "counters.csv";

/// Hardware counters of a machine. It looks for their statistics only when there are new ones.
class MachineCounters {
 public:
  /// @param statistics  outlive the counters
  explicit MachineCounters(const machine::StatisticsRegistry& statistics) : statistics_{statistics} {}

  /// Adds what the machine has counted until `now` to counters that know their threads: clocks, timestamp, and those A
  /// counters that the model counts.
  void add(Cycles now, Frequency clock, functional::PerformanceCounters& counters);

 private:
  void find_statistics();

  const machine::StatisticsRegistry& statistics_;
  std::size_t known_ = 0;
  std::array<std::vector<const machine::Statistic*>, functional::kAggregatingCounters> sources_;  // of equal units
};

/// Whether a run had a clock.
enum class CountedTime : std::uint8_t { kNone, kClock };

/// CSV: a row for each counter of a report, with its name, value, unit, where the value comes from, or `not counted`.
std::string counter_table(const functional::PerformanceCounters& counters, CountedTime time);

}  // namespace texpipe::study
