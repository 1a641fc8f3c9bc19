#include "workload/frame/note_text.h"

#include <fmt/format.h>

#include <charconv>

namespace texpipe::study {

namespace {

bool is_plain(char c) {
  return c >= ' ' && c <= '~';
}

}  // namespace

std::string quoted_note(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += is_plain(c) ? std::string{c} : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return quoted + '"';
}

std::optional<std::string> unquoted_note(std::string_view quoted) {
  if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') return std::nullopt;
  quoted = quoted.substr(1, quoted.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '"') return std::nullopt;
    if (quoted[i] != '\\') {
      text += quoted[i];
      continue;
    }
    if (++i == quoted.size()) return std::nullopt;
    if (quoted[i] != 'x') {
      if (quoted[i] != '"' && quoted[i] != '\\') return std::nullopt;
      text += quoted[i];
      continue;
    }
    unsigned char byte = 0;
    const std::string_view digits = quoted.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
    text += static_cast<char>(byte);
    i += 2;
  }
  return text;
}

std::string shown_note(std::string_view text) {
  std::string ascii;
  for (const char c : text)
    ascii += is_plain(c) ? std::string{c} : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return ascii;
}

}  // namespace texpipe::study
