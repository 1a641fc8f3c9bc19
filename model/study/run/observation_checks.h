// Whether a study has what somebody wants to watch.
#pragma once

#include <string>

#include "study/run/run_study.h"

namespace texpipe::study {

/// Errors: kUsage for waves, traces and maps of what has no clock, no picture or no such time; kUnsupported for stages
/// of a timing that has none.
void check_observations(const Configuration& configuration, const RunOptions& options);

/// Errors: kUsage, naming the option `--OPTION`, for a study that has no clock.
void check_clock(const Configuration& configuration, const std::string& option);

}  // namespace texpipe::study
