#include "workload/frame/noted_bytes.h"

#include <charconv>
#include <cstddef>
#include <span>

#include "base/diagnostic.h"

namespace texpipe::study {

std::optional<std::uint32_t> parse_noted_bytes(std::string_view text) {
  constexpr std::string_view kWord = "bytes ";
  if (!text.starts_with(kWord)) return std::nullopt;
  text.remove_prefix(kWord.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && text.front() != ' ' && text.front() != '\0') return std::nullopt;
  return number;
}

std::string read_noted_bytes(const FrameNote& note, const functional::GpuMemory& memory) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
  if (note.size > kMost)
    throw Error{ExitCode::kUnsupported, "a note of " + std::to_string(note.size) + " bytes: expected at most 1 GiB"};
  std::string bytes(note.size, '\0');
  memory.read(ByteAddress{note.address}, std::as_writable_bytes(std::span{bytes}));
  return bytes;
}

}  // namespace texpipe::study
