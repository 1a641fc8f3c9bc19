// Differences of two runs, the largest effect first, and the settings that may explain it.
#pragma once

#include <string>
#include <vector>

#include "parameters/layers/parameter_changes.h"
#include "study/run_folder/run_record.h"

namespace texpipe::study {

/// A number of both runs. Equal parts of a machine (`slice.subslice[*]`) are one: counters, cycles of accounts and
/// counts and sums of histograms added, ratios and the rest of histograms averaged.
struct NumberChange {
  std::string path;
  NumberKind kind = NumberKind::kCounter;
  double before = 0;
  double after = 0;
  std::string unit;
  std::string description;

  /// Weight of the change, 0 to 1: for a ratio the difference, for an account's category the difference in shares of
  /// the account's cycles, for counters (and means of histograms) the difference over the largest of this unit in
  /// either run; 0 for the other parts of histograms.
  double effect = 0;

  /// after / before - 1; infinite from 0.
  double relative() const;
};

struct RunComparison {
  std::string before, after;          // names of the runs
  std::vector<NumberChange> all;      // of both runs, in the order of the first
  std::vector<NumberChange> changes;  // those that differ, largest effect first; of equals the earlier one
  std::vector<std::string> only_before, only_after;  // paths
  std::vector<ParameterChange> settings;             // where both runs have their configuration
  std::string limited_before, limited_after;         // what limits each (RunLimit::text); empty: it has no accounts
};

RunComparison compare_runs(const RunRecord& before, const RunRecord& after);

}  // namespace texpipe::study
