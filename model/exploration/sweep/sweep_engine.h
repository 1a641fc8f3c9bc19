// Engines that run the points of a sweep.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "exploration/sweep/batch.h"
#include "exploration/sweep/sweep_plan.h"
#include "exploration/sweep/sweep_state.h"

namespace texpipe::study {

/// Task of an engine: a plan, and what it needs besides.
struct EngineTask {
  const SweepPlan& plan;
  std::filesystem::path folder;     // of the sweep
  std::vector<std::size_t> points;  // to run, in this order
  const timing::BlockRegistry& blocks;
  std::function<void(std::size_t point, const PointOutcome& outcome)> on_ended;
  std::function<void()> on_idle;  // now and then
  std::function<bool()> proceed;  // false: start no more points
};

class SweepEngine {
 public:
  virtual ~SweepEngine() = default;

  /// Comes back when every point has ended, or none may be started any more; at a stop request at once, with the points
  /// that were running gone without a trace.
  /// Errors: kInvalidConfiguration for an objective that no run has.
  virtual void run(const EngineTask& task) = 0;
};

/// Processes of this host, at most `jobs` at a time.
std::unique_ptr<SweepEngine> local_engine(unsigned jobs);

struct BatchOptions {
  std::size_t each = 0;  // points of a task; 0: one, more where tasks would be too many
  unsigned jobs = 1;     // tasks at a time, of GNU parallel
  bool submit = true;    // else the scripts are all
  std::function<void(const std::string& script)> say;
};

/// Hands points out in a batch (batch.h); workers are this program's `sweep work`.
/// Errors: kUnsupported for a scheduler that is not there.
std::unique_ptr<SweepEngine> batch_engine(EngineKind kind, const BatchOptions& options);

}  // namespace texpipe::study
