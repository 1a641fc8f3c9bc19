#include "workload/frame/noted_bytes.h"

#include <cstddef>
#include <span>

#include "base/diagnostic.h"
#include "workload/frame/note_fields.h"

namespace texpipe::study {

std::optional<std::uint32_t> parse_noted_bytes(std::string_view text) {
  constexpr std::string_view kWord = "bytes ";
  const std::string_view line = words_of_note(text);
  if (!line.starts_with(kWord)) return std::nullopt;
  const std::size_t digits = number_length(line.substr(kWord.size()));
  const std::string_view more = line.substr(kWord.size() + digits);
  if (digits == 0 || (!more.empty() && more.front() != ' ')) return std::nullopt;
  NoteFields fields{line, "`bytes N`"};
  fields.word(kWord);
  return fields.number();
}

std::string read_noted_bytes(const FrameNote& note, const functional::GpuMemory& memory) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
  if (note.size > kMost) unsupported("a note of " + std::to_string(note.size) + " bytes: expected at most 1 GiB");
  std::string bytes(note.size, '\0');
  memory.read(ByteAddress{note.address}, std::as_writable_bytes(std::span{bytes}));
  return bytes;
}

}  // namespace texpipe::study
