// The timeline of threads that a run of a kernel leaves in its folder.
#pragma once

#include <optional>
#include <sstream>
#include <string>

#include "base/quantity.h"
#include "study/definition/study.h"
#include "study/run_folder/run_folder.h"
#include "study/trace/thread_timeline.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Whether a run of a study has a timeline of its threads: people look at a timed run of a compiled kernel for what
/// threads wait for.
bool has_timeline(const StudyParameters& study);

class TimelineOutput {
 public:
  /// @param title  of the timeline
  explicit TimelineOutput(const std::string& title) : timeline_{bytes_, title} {}

  void listen(timing::Simulation& simulation) { timeline_.listen(simulation); }

  /// After the run: the timeline and the table of what threads waited for. @param end  cycle at which the run ended
  void write(RunFolder& folder, Cycles end);
  /// Cycle at which the timeline stopped because it was full.
  std::optional<Cycles> full_at() const { return timeline_.full_at(); }

  /// The summary's lines, after write(): what threads waited for, and the file that tells more.
  std::string waits_text() const { return thread_waits_text(timeline_); }
  std::string place_text(const RunFolder& folder) const;

 private:
  std::ostringstream bytes_;
  ThreadTimeline timeline_;
};

}  // namespace texpipe::study
