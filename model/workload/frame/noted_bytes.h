// Memory that a recording notes for its bytes, where it is no picture to look at: other formats, buffers, results of
// queries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "functional/memory/gpu_memory.h"
#include "workload/frame/frame_record.h"

namespace texpipe::study {

/// The number N of a note whose text is `bytes N`, also with more words behind it; none for other texts. Errors:
/// kMalformedInput for a number that is not of 32 bits.
std::optional<std::uint32_t> parse_noted_bytes(std::string_view text);

/// Contents of the memory that a note names, as it is now. Refused beyond 1 GiB (ExitCode::kUnsupported).
std::string read_noted_bytes(const FrameNote& note, const functional::GpuMemory& memory);

}  // namespace texpipe::study
