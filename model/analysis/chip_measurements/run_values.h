// The numbers of a run, by the names that expressions over statistics use.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "parameters/layers/value_sources.h"
#include "study/execution/execution.h"
#include "study/run_folder/run_record.h"

namespace texpipe::study {

/// Prefix of a constant's name.
inline constexpr std::string_view kConstantPrefix = "constants.";

/// Numbers of a finished run. Between two runs of one machine, every counter is the difference of the two.
class RunValues {
 public:
  RunValues(const Execution& execution, const machine::MachineParameters& machine, MachineConstants constants);

  /// Subtracts the first run's counters from the second's, so that what both do, a start-up or cold caches, counts in
  /// neither. Ratios and means have no difference, and go.
  void subtract(const RunValues& first);

  /// `cycles`, `clock_hz`, a constant of the machine file as `constants.NAME`, or a number by its name, equal
  /// parts together, as objectives of sweeps read it (NamedStatistics). Errors: kInvalidConfiguration with the nearest
  /// name for one that the run does not have, with the candidates for one that may be several.
  double value(const std::string& name) const;

 private:
  RunRecord run_;
  MachineConstants constants_;
  double clock_hz_;
};

}  // namespace texpipe::study
