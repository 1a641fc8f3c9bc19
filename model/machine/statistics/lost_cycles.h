// The accounts of the cycles that the filters lost, by cause.
#pragma once

#include <vector>

#include "machine/statistics/relaxed_times.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Learns when the last work leaves the machine, with each cause relaxed, and charges each filter's lost cycles to the
/// causes in proportion to what their relaxing saves of the run. So the first cause is the one whose relaxing helps
/// most. Of a unit and something in it that alone helps as much it is the latter.
class LostCycles {
 public:
  /// A filter: its account (rows of lost_cycle_rows()) and its work in subcycles, at the documented rate.
  void add(CycleAccount& account, const Counter& work) { filters_.push_back({&account, &work}); }

  /// Work left the machine.
  void reached(const RelaxedTimes& times) { end_.join(times); }
  const RelaxedTimes& end() const { return end_; }

  /// Fills the accounts of a run of `end` cycles. Cycles that no single cause brings back go to Cause::kNone.
  void settle(Cycles end);

  /// Counts, of each cause that saves any, the cycles that a run with its parameter relaxed would be shorter.
  void publish(StatisticsRegistry& statistics) const;

  Relaxations relaxations;

 private:
  /// What relaxing the cause saves, unless something in that unit saves as much alone.
  double own_savings(Cause cause) const;

  struct Filter {
    CycleAccount* account;
    const Counter* work;
  };
  std::vector<Filter> filters_;
  RelaxedTimes end_;
};

/// Parts that sum to `whole`, in proportion to `weights`; all of them to `rest` when the weights are 0.
std::vector<std::uint64_t> divide(std::uint64_t whole, const std::vector<std::uint64_t>& weights, std::size_t rest);

}  // namespace texpipe::machine
