// The accounts of the cycles that the filters lost, by cause.
#pragma once

#include <vector>

#include "machine/statistics/cause_path.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Keeps the path of what happened last and charges each filter's lost cycles to the causes on it, in proportion: a
/// cycle in which the filter works is its own, and the others went where the critical path went.
class LostCycles {
 public:
  /// A filter: its account (rows of lost_cycle_rows()) and its work in subcycles, at the documented rate.
  void add(CycleAccount& account, const Counter& work) { filters_.push_back({&account, &work}); }

  /// Work left the machine.
  void reached(const CausePath& path) {
    if (path.beats(last_)) last_ = path;
  }
  const CausePath& path() const { return last_; }

  /// Fills the accounts of a run of `end` cycles.
  void settle(Cycles end);

  CauseStrains strains = [] {
    CauseStrains all{};
    all.fill(1.0);
    return all;
  }();

 private:
  struct Filter {
    CycleAccount* account;
    const Counter* work;
  };
  std::vector<Filter> filters_;
  CausePath last_;
};

/// Parts that sum to `whole`, in proportion to `weights`; all of them to `rest` when the weights are 0.
std::vector<std::uint64_t> divide(std::uint64_t whole, const std::vector<std::uint64_t>& weights, std::size_t rest);

}  // namespace texpipe::machine
