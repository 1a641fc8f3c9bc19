#include "study/run/observation_checks.h"

#include <utility>

#include "base/unit_text.h"
#include "study/definition/prepare_study.h"

namespace texpipe::study {

namespace {

bool is_table(const Configuration& configuration) {
  return configuration.study.workload.kind == WorkloadKind::kCacheTable;
}

/// @param what  needs it: `waves`, for the option `--waves`
void require_clock(const Configuration& configuration, const std::string& what) {
  const bool table = is_table(configuration);
  if (!table && configuration.study.timing != Timing::kUntimed) return;
  throw Error{
      ExitCode::kUsage,
      Diagnostic{.path = "--" + what,
                 .problem = what + (what.ends_with('s') ? " need" : " needs") + " a clock, and this run has none: " +
                            (table ? "the workload is a cache_table" : "the timing is untimed"),
                 .hint = table ? "" : "--timing approximately_timed has one"}};
}

void require_events(const Configuration& configuration, const std::string& option, const std::string& what) {
  if (configuration.study.timing != Timing::kLooselyTimed) return;
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.path = option,
                         .problem = what + " in timing loosely_timed, whose blocks exchange no events",
                         .hint = "--timing approximately_timed has them"}};
}

void check_waves(const Configuration& configuration, const WaveRequest& waves) {
  require_clock(configuration, "waves");
  require_events(configuration, "--waves", "waves");
  if (waves.window.to > waves.window.from) return;
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--waves-to",
                                           .problem = "the waves end at cycle " + value_text(waves.window.to) +
                                                      " and start at " + value_text(waves.window.from),
                                           .hint = "expected a later end"}};
}

void check_trace(const Configuration& configuration, const TraceRequest& trace) {
  require_clock(configuration, "trace");
  if (trace.to > trace.from) return;
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--trace-window",
                                           .problem = "the trace ends at cycle " + value_text(trace.to) +
                                                      " and starts at " + value_text(trace.from),
                                           .hint = "expected FROM..TO with a later end"}};
}

/// Maps are of a picture that threads store pixel by pixel. Whether a recording, a kernel or a file of accesses has one
/// is known when it is read.
void check_maps(const Configuration& configuration) {
  const WorkloadParameters& workload = configuration.study.workload;
  if (workload.kind == WorkloadKind::kMessages || workload.kind == WorkloadKind::kKernel ||
      workload.kind == WorkloadKind::kFrame || workload.kind == WorkloadKind::kAccesses)
    return;
  const bool walk = workload.kind == WorkloadKind::kTextureWalk;
  if (walk && workload.texture_walk.walk != Walk::kSteady) return;
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = "--maps",
                         .problem = walk ? "a steady walk stores no pixels that maps could show"
                                         : "this workload draws no picture that maps could show",
                         .hint = walk ? "workload.walk perspective_floor, rotating_zoom and random_gather do"
                                      : "texture walks, frames, kernels with a 2D image among their outputs, and "
                                        "recordings of walks and kernels do"}};
}

/// Refuses observations of single events for a sample: they would take its events for the whole run's.
void check_sample(const RunOptions& options) {
  const char* looking = options.maps        ? "--maps"
                        : options.waves     ? "--waves"
                        : options.trace     ? "--trace"
                        : options.recording ? "--record"
                        : options.accesses  ? "--accesses"
                                            : nullptr;
  if (looking == nullptr) return;
  throw Error{ExitCode::kUsage, Diagnostic{.path = looking,
                                           .problem = "a sample simulates parts of the recording, one after the other",
                                           .hint = "-p workload.sample.enabled=false simulates the whole"}};
}

}  // namespace

void check_clock(const Configuration& configuration, const std::string& option) {
  require_clock(configuration, option);
}

void check_observations(const Configuration& configuration, const RunOptions& options) {
  if (is_sampled(configuration)) check_sample(options);
  if (options.maps) check_maps(configuration);
  if (options.waves) check_waves(configuration, *options.waves);
  if (options.trace) check_trace(configuration, *options.trace);
  for (const auto& [file, option] : {std::pair{options.recording, "--record"}, {options.accesses, "--accesses"}}) {
    if (file && is_table(configuration))
      throw Error{ExitCode::kUsage, Diagnostic{.path = option, .problem = "a cache_table sends no messages"}};
  }
}

}  // namespace texpipe::study
