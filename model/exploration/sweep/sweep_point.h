// One point of a sweep: run in this process, or read back from its folder.
#pragma once

#include <filesystem>
#include <string>

#include "exploration/sweep/sweep_plan.h"
#include "exploration/sweep/sweep_state.h"

namespace texpipe::study {

/// The folder of a point, below that of the sweep.
std::filesystem::path point_folder(const std::filesystem::path& sweep, const PlannedPoint& point);

/// Runs a point and leaves its folder. What goes wrong is an outcome, too; only an objective that no run can have is an
/// error (kInvalidConfiguration).
PointOutcome run_point(const SweepPlan& plan, std::size_t point, const std::filesystem::path& sweep,
                       PointLoader& loader, const timing::BlockRegistry& blocks);

/// Outcome of a point by its folder; waiting when there is none, or one that is not as it was written.
PointOutcome read_point(const SweepPlan& plan, std::size_t point, const std::filesystem::path& sweep,
                        PointLoader& loader);

/// Outcome of a point as text between processes.
std::string outcome_text(const PointOutcome& outcome);
PointOutcome read_outcome(const std::string& text);

}  // namespace texpipe::study
