// Pictures that a recording notes: where a program reads what it drew.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "functional/memory/gpu_memory.h"
#include "pictures/texture/png.h"
#include "workload/frame/frame_record.h"

namespace texpipe::study {

/// A note of the form `picture N: W x H, R8G8B8A8, P bytes a row`, or B8G8R8A8.
struct NotedPicture {
  std::uint32_t number = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool blue_first = false;
  std::uint32_t row_bytes = 0;
};

/// The picture that a note's text tells of; none for texts that do not begin as `picture N:`. Errors: kMalformedInput
/// for one that does and goes on in another way.
std::optional<NotedPicture> parse_noted_picture(std::string_view text);

/// Red, green, blue as memory holds them now. Errors: kMalformedInput for an extent, a row or a note's memory that no
/// picture has.
Picture read_noted_picture(const NotedPicture& noted, const FrameNote& note, const functional::GpuMemory& memory);

/// Name of the file with the picture that another renderer drew for picture N of a recording: a.3.png for
/// a.frames.zst. It stands beside the recording.
std::string expected_picture_name(const std::filesystem::path& recording, std::uint32_t number);

/// Gives each picture of a recording whose writes hold what a driver drew (capture_contract.h, kReferenceVariable). A
/// recording whose program ended within a record is read up to there. Errors: those of the recording otherwise.
void read_drawn_pictures(const std::filesystem::path& recording,
                         const std::function<void(std::uint32_t number, const Picture& picture)>& take);

}  // namespace texpipe::study
