// Replays a recording.
#pragma once

#include <memory>

#include "functional/device/workload.h"
#include "study/recording/recording.h"

namespace texpipe::study {

/// The recorded threads over their memory. Every instruction issues as it was recorded, and waits for what it waited
/// for; messages have their recorded payload, and their values are computed anew.
functional::Workload replay_recording(std::shared_ptr<const Recording> recording);

}  // namespace texpipe::study
