// Whether a study has what somebody wants to watch.
#pragma once

#include "study/run/run_study.h"

namespace texpipe::study {

/// Errors: kUsage for waves, traces and maps of what has no clock, no picture or no such time; kUnsupported for stages
/// of a timing that has none.
void check_observations(const Configuration& configuration, const RunOptions& options);

}  // namespace texpipe::study
