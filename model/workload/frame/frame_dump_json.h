// A recording of frames as JSON (docs/reference/frame-recordings.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "workload/frame/frame_dump.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

/// A dump for programs: an object for each submission, with its commands, their fields and the state they point to.
nlohmann::ordered_json dump_frames_json(FrameRecording& recording, const DumpOptions& options);

}  // namespace texpipe::study
