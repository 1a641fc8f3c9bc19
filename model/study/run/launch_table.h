// Statistics of each of a run's launches in a row.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/device/workload.h"
#include "machine/statistics/statistics.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

inline constexpr const char* kLaunchTableName = "launches.csv";

/// Looks at a timed run's counters whenever a launch is over, before the cycle in which the next one begins.
class LaunchTable {
 public:
  /// Has the workload's threads tell when they come to the next launch. Without phases there is nothing to tell.
  explicit LaunchTable(functional::Workload& workload);

  /// The machine stands: its counters are looked at from here on.
  void listen(timing::Simulation& simulation);

  /// CSV: cycles and every counter, a column for each launch and one for all. Empty when nothing was looked at.
  /// @param statistics  of the whole run
  std::string csv(const machine::StatisticsRegistry& statistics, Cycles end) const;
  /// A line for each launch: its kernel and its cycles.
  std::string text(Cycles end) const;

 private:
  friend class LaunchThreads;
  struct Look {
    std::string name;  // of the launch that begins
    Cycles at;
    std::map<std::string, std::uint64_t> counters;  // by path
  };

  void begin(std::string name);
  static std::map<std::string, std::uint64_t> counters_of(const machine::StatisticsRegistry& statistics);
  Cycles end_of(std::size_t launch, Cycles end) const {
    return launch + 1 < looks_.size() ? looks_[launch + 1].at : end;
  }

  const timing::Simulation* simulation_ = nullptr;
  std::vector<Look> looks_;
  std::map<std::string, std::uint64_t> last_counters_;  // when the last launch was over
};

}  // namespace texpipe::study
