// Recordings of frames from text: what `frame dump` prints, or a stream written by hand
// (docs/reference/frame-recordings.md).
#pragma once

#include <string>
#include <string_view>

#include "workload/frame/frame_writer.h"

namespace texpipe::study {

/// The recording that a text describes. Commands and structures are written where they differ from what is in memory:
/// text that was dumped with its bytes gives the recording that it was dumped from.
/// @param name  begins messages
/// Errors: kMalformedInput with line and column: a statement, name, field or value that does not exist, with the
/// nearest that does, memory that is not mapped; those of FrameRecording::next for what the whole recording is refused
/// for.
FrameWriter assemble_frames(std::string_view text, const std::string& name);

}  // namespace texpipe::study
