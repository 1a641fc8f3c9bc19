// Tables and timeline of a timed frame's draws that a run leaves in its folder.
#pragma once

#include <optional>
#include <string>

#include "functional/device/workload.h"
#include "study/definition/study.h"
#include "study/draws/draw_phases.h"
#include "study/draws/frame_course.h"
#include "study/execution/execution.h"
#include "study/run_folder/run_folder.h"
#include "timing/simulation/simulation.h"

namespace texpipe::study {

/// Whether a run times the fixed functions of a frame.
bool times_draws(const StudyParameters& study, const functional::Workload& workload);

class DrawOutput {
 public:
  /// Follows the phases of the workload's threads; it stays in place until the run is over.
  DrawOutput(const Configuration& configuration, functional::Workload& workload)
      : configuration_{configuration}, phases_{workload} {}

  void listen(timing::Simulation& simulation) { phases_.listen(simulation); }

  /// After the run: the tables, and a timeline with a title.
  void write(const Execution& execution, const std::string& title, RunFolder& folder);

  /// After write(); none of a frame without draws.
  const FrameCourse* course() const { return course_ ? &*course_ : nullptr; }

 private:
  const Configuration& configuration_;
  DrawPhases phases_;
  std::optional<FrameCourse> course_;
};

}  // namespace texpipe::study
