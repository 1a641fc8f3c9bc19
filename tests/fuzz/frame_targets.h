// Damaged recordings of frames, and damaged texts of them: refused with an Error, or read to their end.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "workload/frame/frame_assembly.h"
#include "workload/frame/frame_dump.h"
#include "workload/frame/frame_survey.h"

namespace texpipe::fuzz {

inline void frame_recording(std::span<const std::byte> bytes) try {
  const std::vector<std::byte> file{bytes.begin(), bytes.end()};
  study::FrameRecording surveyed{file, "fuzz"};
  study::survey_frames(surveyed);
  study::FrameRecording dumped{file, "fuzz"};
  study::dump_frames(dumped, {.bytes = true}, [](std::string_view) {});
} catch (const Error&) {
}

inline void frame_text(std::span<const std::byte> bytes) try {
  study::assemble_frames({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "fuzz");
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
