// Watcher of a timed run from outside, who may hold it.
#pragma once

#include <chrono>

#include "study/execution/execution.h"

namespace texpipe::study {

class RunTrace;

/// Told by the thread that simulates. Nothing that it does changes a result: while it keeps a call, no time passes.
class RunWatcher {
 public:
  virtual ~RunWatcher() = default;

  /// The machine stands, and lives until ended().
  virtual void built(const Configuration& configuration, timing::Simulation& simulation) = 0;
  /// The run writes a trace, which may be switched in progress() at its time; lives as long as the machine. Called
  /// before built().
  virtual void traced(RunTrace& /*trace*/) {}
  /// Again and again, every kProgressStep or more.
  virtual void progress(const ExecutionProgress& progress) = 0;
  /// Time that it has spent in progress() so far because somebody held the run.
  virtual std::chrono::nanoseconds held() const = 0;
  /// The simulation is over, or failed.
  virtual void ended() = 0;
};

}  // namespace texpipe::study
