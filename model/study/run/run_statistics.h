// stats.json of a run.
#pragma once

#include <string>

#include "pictures/texture/png.h"
#include "study/definition/study.h"
#include "study/execution/execution.h"

namespace texpipe::study {

/// Text of stats.json: study, machine and timing, cycles, the picture's hash, and all statistics. Nothing in it depends
/// on host, time of day or folder.
/// @param picture     without pixels where the workload draws none
/// @param unfinished  why the run is not complete; empty: it is
std::string run_statistics_json(const Configuration& configuration, const Execution& execution, const Picture& picture,
                                const std::string& unfinished);

}  // namespace texpipe::study
