#include "workload/frame/noted_picture.h"

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/note_fields.h"

namespace texpipe::study {

namespace {

constexpr unsigned kPixelBytes = 4;

[[noreturn]] void refuse_picture(const NotedPicture& noted, const std::string& problem, const std::string& expected) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = "the note of picture " + std::to_string(noted.number) + ' ' + problem,
                         .hint = "expected " + expected}};
}

}  // namespace

std::optional<NotedPicture> parse_noted_picture(std::string_view text) {
  constexpr std::string_view kWord = "picture ";
  constexpr std::array<std::string_view, 2> kOrders{"R8G8B8A8", "B8G8R8A8"};
  const std::string_view line = words_of_note(text);
  if (!line.starts_with(kWord)) return std::nullopt;
  const std::size_t digits = number_length(line.substr(kWord.size()));
  if (digits == 0 || !line.substr(kWord.size() + digits).starts_with(':')) return std::nullopt;
  NoteFields fields{line, "`picture N: W x H, R8G8B8A8, P bytes a row`, or B8G8R8A8"};
  NotedPicture noted;
  fields.word(kWord);
  noted.number = fields.number();
  fields.word(": ");
  noted.width = fields.number();
  fields.word(" x ");
  noted.height = fields.number();
  fields.word(", ");
  noted.blue_first = fields.one_of(kOrders) == 1;
  fields.word(", ");
  noted.row_bytes = fields.number();
  fields.word(" bytes a row");
  fields.end();
  return noted;
}

Picture read_noted_picture(const NotedPicture& noted, const FrameNote& note, const functional::GpuMemory& memory) {
  constexpr std::uint32_t kMostPixels = 16384;
  const std::uint64_t needed = std::uint64_t{noted.height} * noted.row_bytes;
  const std::string extent = std::to_string(noted.width) + " x " + std::to_string(noted.height);
  if (noted.width == 0 || noted.height == 0 || noted.width > kMostPixels || noted.height > kMostPixels)
    refuse_picture(noted, "names " + extent + " pixels", "1 to " + std::to_string(kMostPixels) + " each way");
  if (noted.row_bytes / kPixelBytes < noted.width)
    refuse_picture(noted, "names " + std::to_string(noted.row_bytes) + " bytes a row",
                   "at least " + std::to_string(kPixelBytes * noted.width) + " for " + extent + " pixels");
  if (needed > note.size)
    refuse_picture(noted, "names " + std::to_string(note.size) + " bytes of memory",
                   std::to_string(needed) + ", the picture's rows");
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
