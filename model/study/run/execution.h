// How a workload is executed: without time, or on a timed machine. Both fill the same result.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "functional/device/workload.h"
#include "machine/statistics/statistics.h"
#include "study/run/study.h"
#include "timing/observe/vcd.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

struct Execution {
  std::optional<Cycles> cycles;  // none without time
  std::shared_ptr<machine::StatisticsRegistry> statistics = std::make_shared<machine::StatisticsRegistry>();
  std::string topology;             // DOT; empty without a machine
  std::optional<ExitCode> stopped;  // kInterrupted or kTerminated: what is here is of the part that ran
};

/// What an execution tells while it runs.
struct ExecutionProgress {
  std::uint64_t threads_ended = 0;
  std::uint64_t threads_total = 0;
  Cycles now;
};
/// Between two looks at progress and signals; a few milliseconds of a large machine.
inline constexpr Cycles kProgressStep{1'000};

/// Where waves go, and what of which time they hold.
struct WaveSink {
  std::ostream* out;
  timing::VcdWindow window;
};

struct ExecutionOptions {
  const timing::BlockRegistry* blocks = nullptr;
  bool check_protocols = false;
  std::optional<WaveSink> waves;                              // their last time is written also when the run fails
  std::function<void(const ExecutionProgress&)> on_progress;  // first when the machine stands and time begins
};

Execution execute_untimed(functional::Workload& workload);

/// Event-driven, on the configuration's machine; ends early at a stop request (base/stop_request.h). Errors: those of
/// timing::System; kUsage for waves of blocks that the machine does not have.
Execution execute_timed(Configuration& configuration, functional::Workload& workload, const ExecutionOptions& options);

}  // namespace texpipe::study
