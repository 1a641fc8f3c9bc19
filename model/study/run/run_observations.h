// Observations of a run that somebody asked for: waves, trace, maps, and what runs of kernels and
// frames leave without being asked: timelines and tables of draws.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/run/counter_output.h"
#include "study/run/draw_output.h"
#include "study/run/map_output.h"
#include "study/run/run_log.h"
#include "study/run/run_study.h"
#include "study/run/timeline_output.h"
#include "study/run/wave_output.h"
#include "study/trace/run_trace.h"

namespace texpipe::study {

/// Opens the files that they go to, passes on what happens, and writes what was seen.
class RunObservations {
 public:
  /// @param folder  of the run, in which no file of the user's may lie
  /// Errors: those of refuse_inside, OutputFile, wave_file and messages_of_pixel.
  RunObservations(const Configuration& configuration, const RunOptions& options, const std::filesystem::path& folder);

  /// Before the run. Errors: those of MapOutput.
  void follow(functional::Workload& workload);
  /// Whether threads of the host that run groups side by side would not be followed.
  bool need_one_thread() const { return maps_.has_value(); }
  std::optional<WaveSink> waves();
  /// The machine stands.
  void listen(timing::Simulation& simulation);
  void progress(Cycles now);

  /// Warnings of waves and traces that hold nothing, which is known after the run.
  /// @param cycles  of the run; none without time, when there are neither
  std::vector<Diagnostic> unseen(std::optional<Cycles> cycles) const;
  /// After the run: writes maps, timeline and tables of draws into the folder.
  void write(RunFolder& folder, RunLog& log, const Execution& execution);
  /// Waves and trace appear. @param unfinished  why the run is not complete, in a line; empty: it is
  void publish(RunLog& log, std::string_view unfinished);

  /// Null for runs without it.
  RunTrace* trace() { return trace_ ? &*trace_ : nullptr; }
  const TimelineOutput* timeline() const { return timeline_ ? &*timeline_ : nullptr; }
  /// After write(); null for what is no timed frame.
  const FrameCourse* course() const { return draws_ ? draws_->course() : nullptr; }

 private:
  const Configuration& configuration_;
  const RunOptions& options_;
  std::string title_;  // of trace and timeline
  std::optional<WaveOutput> waves_;
  std::optional<RunTrace> trace_;
  std::optional<MapOutput> maps_;
  std::optional<TimelineOutput> timeline_;
  std::optional<DrawOutput> draws_;
  std::optional<CounterOutput> counters_;
};

}  // namespace texpipe::study
