#include "workload/frame/noted_picture.h"

#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

std::optional<NotedPicture> parse_noted_picture(std::string_view text) {
  NotedPicture noted;
  char order[9] = {};
  const std::string line{text.substr(0, text.find('\0'))};
  if (std::sscanf(line.c_str(), "picture %u: %u x %u, %8[A-Z0-9], %u bytes a row", &noted.number, &noted.width,
                  &noted.height, order, &noted.row_bytes) != 5)
    return std::nullopt;
  const std::string_view names{order};
  if (names != "R8G8B8A8" && names != "B8G8R8A8") return std::nullopt;
  noted.blue_first = names == "B8G8R8A8";
  return noted;
}

Picture read_noted_picture(const NotedPicture& noted, const FrameNote& note, const functional::GpuMemory& memory) {
  constexpr std::uint32_t kMostPixels = 16384;
  constexpr unsigned kPixelBytes = 4;
  const std::uint64_t needed = std::uint64_t{noted.height} * noted.row_bytes;
  if (noted.width == 0 || noted.height == 0 || noted.width > kMostPixels || noted.height > kMostPixels ||
      noted.row_bytes / kPixelBytes < noted.width || needed > note.size) {
    throw Error{ExitCode::kMalformedInput,
                "the note of picture " + std::to_string(noted.number) + " names fewer bytes than the picture has"};
  }
  Picture picture{.width = noted.width, .height = noted.height};
  picture.rgba.reserve(std::size_t{noted.width} * noted.height * kPixelBytes);
  std::vector<std::uint8_t> row(std::size_t{noted.width} * kPixelBytes);
  for (std::uint32_t y = 0; y < noted.height; ++y) {
    memory.read(ByteAddress{note.address + std::uint64_t{y} * noted.row_bytes}, std::as_writable_bytes(std::span{row}));
    for (std::size_t pixel = 0; pixel < row.size(); pixel += kPixelBytes) {
      const std::uint8_t* stored = row.data() + pixel;
      const unsigned red = noted.blue_first ? 2 : 0;
      picture.rgba.insert(picture.rgba.end(), {stored[red], stored[1], stored[2 - red], 255});
    }
  }
  return picture;
}

std::string expected_picture_name(const std::filesystem::path& recording, std::uint32_t number) {
  const std::string name = recording.filename().string();
  return name.substr(0, name.find(".frames")) + '.' + std::to_string(number) + ".png";
}

void read_drawn_pictures(const std::filesystem::path& recording,
                         const std::function<void(std::uint32_t number, const Picture& picture)>& take) {
  FrameRecording records{recording};
  functional::GpuMemory memory;
  const auto next = [&]() -> std::optional<FrameRecord> {
    try {
      return records.next();
    } catch (const Error& error) {
      if (error.code() != ExitCode::kMalformedInput) throw;
      return {};
    }
  };
  while (const std::optional<FrameRecord> record = next()) {
    replay_into(memory, *record);
    const auto* const note = std::get_if<FrameNote>(&record->content);
    if (note == nullptr) continue;
    if (const std::optional<NotedPicture> noted = parse_noted_picture(note->text))
      take(noted->number, read_noted_picture(*noted, *note, memory));
  }
}

}  // namespace texpipe::study
