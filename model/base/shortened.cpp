#include "base/shortened.h"

namespace texpipe {

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string{text};
  const auto splits = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
  std::size_t begin = most - most / 4, end = text.size() - most / 4;
  while (begin > 0 && splits(begin)) --begin;
  while (end < text.size() && splits(end)) ++end;
  std::string result{text.substr(0, begin)};
  result += " ... (" + std::to_string(text.size()) + " bytes) ... ";
  return result += text.substr(end);
}

}  // namespace texpipe
