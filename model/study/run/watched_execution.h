// Execution of a run's workload with a watcher told, and the time that it took on this host.
#pragma once

#include "study/execution/execution.h"
#include "study/run/run_watcher.h"

namespace texpipe::study {

struct WatchedExecution {
  Execution execution;
  double wall_seconds = 0;       // without the time that the watcher held the run
  double processor_seconds = 0;  // of all of the process's threads
};

/// @param options  their callbacks are called before the watcher's
/// @param watcher  told when the machine stands, how the run goes, and that it is over, however it ends; null: nobody
/// Errors: those of `execute`.
WatchedExecution execute_watched(const Configuration& configuration, functional::Workload& workload,
                                 ExecutionOptions options, RunWatcher* watcher);

}  // namespace texpipe::study
