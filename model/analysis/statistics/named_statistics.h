// Numbers of a run by the names that people use (name_rule.h); equal parts of the machine as one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/run_folder/run_record.h"

namespace texpipe::study {

/// Whether equal parts are added: counters, cycles of accounts, counts and sums of histograms. Others are averaged.
bool is_added(const RunNumber& number);

class NamedStatistics {
 public:
  /// The record outlives this.
  explicit NamedStatistics(const RunRecord& run);

  /// `cycles`, `slice.subslice[0].sampler.l1.misses`, and of all samplers together
  /// `slice.subslice[*].sampler.l1.misses` or `l1.misses`. Nothing when no number has the name. Errors:
  /// kInvalidConfiguration, with the candidates, when different numbers have it.
  std::optional<double> find(const std::string& name) const;

  /// The numbers that find() makes one of; none when no number has the name. Errors: those of find().
  std::vector<const RunNumber*> all(const std::string& name) const;

  /// `did you mean ...?` for a name that no number has; empty when none is near.
  std::string hint(const std::string& name) const;

 private:
  const RunRecord& run_;
  std::vector<std::string_view> paths_;  // of its numbers
};

}  // namespace texpipe::study
