// A sample of a recording as a workload.
#pragma once

#include <cstdint>

#include "functional/device/workload.h"
#include "study/workload/workload_parameters.h"

namespace texpipe::study {

/// Representative stretches of the recording, with its footprints and without values, so that there is no picture; the
/// whole recording, with a warning that says so, where a sample would not be worth it.
/// @param machine_threads  that run at one time
/// Errors: those of Recording and replay_recording; kMalformedInput for a recording without intervals.
functional::Workload sampled_messages(const MessagesParameters& parameters, std::uint64_t machine_threads);

}  // namespace texpipe::study
