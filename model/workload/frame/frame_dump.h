// A recording of frames as text that the assembler reads (docs/reference/frame-recordings.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "workload/frame/frame_recording.h"

namespace texpipe::study {

struct DumpOptions {
  std::optional<std::uint64_t> submission;  // only this one, by its place in the file
  std::optional<std::uint64_t> draw;        // only the state of this draw of the recording
  bool bytes = false;                       // all that the CPU wrote, too, so that the text makes the same recording
};

/// Prints a recording part by part: records, every command with its fields, and, before a draw or dispatch, the state
/// in memory that it points to, as the CPU wrote it. State that was printed for an earlier draw of the submission and
/// is the same comes once. Errors: those of FrameRecording::next and walk_commands; kUsage for a submission or draw
/// that the recording does not have.
void dump_frames(FrameRecording& recording, const DumpOptions& options,
                 const std::function<void(std::string_view)>& print);

}  // namespace texpipe::study
