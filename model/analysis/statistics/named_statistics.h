// Numbers of a run by the names that people use: whole paths, or the last words of one; equal parts as one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/run_folder/run_record.h"

namespace texpipe::study {

class NamedStatistics {
 public:
  /// The record outlives this.
  explicit NamedStatistics(const RunRecord& run) : run_{run} {}

  /// `cycles`, `slice.subslice[0].sampler.l1.misses`, and of all samplers together
  /// `slice.subslice[*].sampler.l1.misses` or `sampler.l1.misses`: counters, cycles of accounts and counts and sums of
  /// histograms added, the rest averaged. Nothing when no number has the name. Errors: kInvalidConfiguration when
  /// different numbers have it.
  std::optional<double> find(const std::string& name) const;

  /// The name that was meant, as a hint; empty when none is near.
  std::string hint(const std::string& name) const;

 private:
  const RunRecord& run_;
};

}  // namespace texpipe::study
