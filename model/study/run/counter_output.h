// Hardware counters of a frame: for its own reports while it runs, and as a table in the run's folder.
#pragma once

#include <optional>

#include "functional/device/workload.h"
#include "study/draws/hardware_counters.h"
#include "study/execution/execution.h"
#include "study/run_folder/run_folder.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

class CounterOutput {
 public:
  /// The workload is a frame; it outlives the output, which stays in place.
  CounterOutput(functional::Workload& workload, Frequency clock);
  CounterOutput(const CounterOutput&) = delete;
  CounterOutput& operator=(const CounterOutput&) = delete;

  /// The machine stands: reports have what it has counted before the cycle in which the commands between two phases of
  /// threads run.
  void listen(timing::Simulation& simulation);

  /// After the run.
  void write(const Execution& execution, RunFolder& folder);

 private:
  functional::Workload& workload_;
  Frequency clock_;
  std::optional<MachineCounters> machine_;           // while it runs
  functional::PerformanceCounters at_end_of_phase_;  // of the machine alone
};

}  // namespace texpipe::study
