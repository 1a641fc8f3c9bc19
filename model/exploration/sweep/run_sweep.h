// Runs a sweep: the plan, its points, the table of results.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exploration/sweep/sweep_engine.h"
#include "exploration/sweep/sweep_results.h"
#include "host/progress/progress.h"
#include "study/run_folder/run_folder.h"

namespace texpipe::study {

struct SweepOptions {
  std::filesystem::path file;      // a sweep, a study, or the folder of a sweep to go on with
  std::vector<std::string> words;  // of -p
  std::filesystem::path out;       // empty: out/NAME
  Overwrite overwrite = Overwrite::kRefuse;
  bool resume = false;                       // goes on with the folder when it is there
  bool retry_failed = false;                 // and runs again what failed
  std::optional<std::size_t> most_failures;  // starts no more points after these
  ProgressStyle progress = ProgressStyle::kNone;
  const char* const* environment = nullptr;
};

struct SweepOutcome {
  ExitCode exit_code =
      ExitCode::kSuccess;  // kSweepPointsFailed also when points are missing; kInterrupted, kTerminated
  std::filesystem::path folder;
  SweepResults results;
  std::size_t ended_now = 0;      // points that this call ran
  double wall_seconds = 0;        // from the first to the last of them
  double simulation_seconds = 0;  // all of them together
};

/// @param engine  null: only what has ended meanwhile is collected
/// Errors: kUsage for a folder that may not be used, kInvalidConfiguration with every problem of any point before the
/// first one runs.
SweepOutcome run_sweep(const SweepOptions& options, SweepEngine* engine, const timing::BlockRegistry& blocks);

/// Runs points [first, first + count) of a batch (batch.h) that are not complete, one after the other, and notes their
/// outcomes for who collects them. Errors: check_unchanged.
void run_worker(const std::filesystem::path& sweep, std::size_t first, std::size_t count,
                const timing::BlockRegistry& blocks);

}  // namespace texpipe::study
