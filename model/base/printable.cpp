#include "base/printable.h"

#include <algorithm>

namespace texpipe {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::string hex(unsigned value, unsigned digits) {
  std::string text;
  for (unsigned i = digits; i-- > 0;) text += kDigits[value >> 4 * i & 15];
  return text;
}

bool is_continuation(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

/// The code point of a sequence of 2 or 3 bytes of UTF-8 at the text's start; 0: no such sequence.
unsigned code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.size() >= 2 && (byte(0) & 0xE0) == 0xC0 && is_continuation(byte(1)))
    return (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
  if (text.size() >= 3 && (byte(0) & 0xF0) == 0xE0 && is_continuation(byte(1)) && is_continuation(byte(2)))
    return (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
  return 0;
}

bool is_control(unsigned point) {
  return (point >= 0x80 && point <= 0x9F) || (point >= 0x200E && point <= 0x200F) ||
         (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text, LineBreaks breaks) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string{text};
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool line_break = byte == '\n';
    if ((byte < 0x20 && byte != '\t' && !(line_break && breaks == LineBreaks::kKept)) || byte == 0x7F) {
      result += line_break ? "\\n" : "\\x" + hex(byte, 2);
    } else if (const unsigned point = code_point(text.substr(i)); is_control(point)) {
      result += "\\u" + hex(point, 4);
      i += point < 0x800 ? 1 : 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace texpipe
