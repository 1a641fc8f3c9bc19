// One call of a sweep or a search: what was waiting, run by an engine, noted and put into tables.
#pragma once

#include <chrono>
#include <vector>

#include "exploration/sweep/run_sweep.h"
#include "exploration/sweep/sweep_folder.h"

namespace texpipe::study {

/// Which points that failed before are waiting again: those whose failure was the host's (exit 1: no room on the disk,
/// no memory, a process that was killed) say nothing about the point.
enum class RunAgain : std::uint8_t { kNone, kFailedByHost, kFailed };

/// Points that run again by `--resume` and `--retry-failed`.
constexpr RunAgain run_again(const SweepOptions& options) {
  return options.retry_failed ? RunAgain::kFailed : options.resume ? RunAgain::kFailedByHost : RunAgain::kNone;
}

class Campaign {
 public:
  /// Takes in what ended meanwhile, and finds what is waiting. The options outlive this.
  Campaign(const SweepOptions& options, SweepFolder folder, SweepPlan plan, const timing::BlockRegistry& blocks,
           RunAgain again);

  /// The plan has more points; those that the folder has already are known.
  /// Errors: kInvalidConfiguration when these are others.
  void extend(const SweepPlan& plan);

  /// Runs what is waiting, until a stop request. @param engine  null: nothing
  void run(SweepEngine* engine);

  /// States of the plan's points.
  std::vector<PointState> states() const;

  /// Writes the tables, unless it was stopped.
  SweepOutcome finish();

 private:
  using Clock = std::chrono::steady_clock;

  void adopt();
  bool runs_again(const PointOutcome& outcome) const;
  void note(std::size_t point, const PointOutcome& outcome);
  void look();

  const SweepOptions& options_;
  SweepPlan plan_;
  SweepFolder folder_;
  const timing::BlockRegistry& blocks_;
  RunAgain again_;
  SweepState state_;
  Progress progress_;
  std::vector<std::size_t> waiting_;
  std::size_t total_ = 0, ended_ = 0;
  std::size_t failures_ = 0, failures_now_ = 0;  // all, and of this call
  double simulation_seconds_ = 0, wall_seconds_ = 0;
  Clock::time_point began_ = Clock::now(), committed_ = began_;
};

}  // namespace texpipe::study
