// The one executor of workloads: without time, or on a timed machine. Every verb that runs one comes here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "functional/device/untimed_run.h"
#include "functional/device/workload.h"
#include "machine/frame/draw_accounts.h"
#include "machine/graph/machine_parameters.h"
#include "machine/statistics/statistics.h"
#include "machine/time_series/time_series.h"
#include "study/definition/study.h"
#include "study/sampled_run/sampled_source.h"
#include "timing/observe/vcd_window.h"
#include "timing/system/block_registry.h"

namespace texpipe::timing {
class WaveFile;
struct Simulation;
}  // namespace texpipe::timing

namespace texpipe::study {

struct Execution {
  functional::UntimedRun counts;  // on a machine the threads alone
  std::optional<Cycles> cycles;   // none without time; of a sample, those of the whole
  std::shared_ptr<machine::StatisticsRegistry> statistics = std::make_shared<machine::StatisticsRegistry>();
  std::optional<machine::TimeTable> time_table;         // on a machine, where intervals were asked for
  std::optional<SampleResult> sample;                   // of sampled threads: cycles and statistics are extrapolated
  std::map<std::uint32_t, machine::DrawAccount> draws;  // of a timed frame, by number
  std::vector<machine::StallAccount> stalls;            // of its command streamer
  std::optional<ExitCode> stopped;   // kInterrupted or kTerminated: what is here is of the part that ran
  std::vector<Diagnostic> warnings;  // what the sampler was asked that the manual does not support
};

/// Progress that an execution tells while it runs.
struct ExecutionProgress {
  std::uint64_t threads_ended = 0;
  std::uint64_t threads_total = 0;
  Cycles now;
};
/// Between two looks at progress, limits and signals; a few milliseconds of a large machine.
inline constexpr Cycles kProgressStep{1'000};

/// Destination of waves, and the window of time that they hold.
struct WaveSink {
  timing::WaveFile* file;
  timing::VcdWindow window;
};

/// A run that is longer fails.
struct CycleLimit {
  Cycles most;
  std::string what;  // runs: `the SPA program`
};
inline constexpr Cycles kMostCycles{1'000'000'000};

struct ExecutionOptions {
  Timing timing = Timing::kUntimed;
  unsigned threads = 1;  // of this host, for workloads whose groups are independent; untimed only

  // On a machine only.
  const timing::BlockRegistry* blocks = nullptr;  // the caller's implementations; outlive the execution
  std::optional<Cycles> watchdog;                 // 0: off; none: what suits the machine
  std::optional<CycleLimit> limit;
  bool check_protocols = false;
  std::uint32_t intervals = 0;                                // of the time series, at least; 0: none
  std::optional<WaveSink> waves;                              // their last time is written also when the run fails
  std::function<void(const ExecutionProgress&)> on_progress;  // first when the machine stands and time begins
  std::function<void(const std::string&)> on_warning;         // of a foreign block; none: to standard error
  std::function<void(timing::Simulation&)> on_built;          // before that: who listens to its events adds himself
};

/// Runs the workload to its end, or until a stop request (base/stop_request.h): without time it throws, on a machine
/// the part that ran comes back. Errors: those of run_untimed and timing::System; kUsage for waves of blocks that the
/// machine does not have; kWatchdog beyond the limit.
Execution execute(const machine::MachineParameters& machine, functional::Workload& workload,
                  const ExecutionOptions& options);

/// The parts of `execute`.
Execution execute_untimed(functional::Workload& workload, unsigned threads = 1);
Execution execute_timed(const machine::MachineParameters& machine, functional::Workload& workload,
                        const ExecutionOptions& options);

}  // namespace texpipe::study
