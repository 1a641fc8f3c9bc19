#include "base/shell_word.h"

#include <algorithm>
#include <cctype>

#include "base/printable.h"

namespace texpipe {

std::string shell_word(std::string_view name) {
  std::string text = printable(name);
  if (text.starts_with('-')) text.insert(0, "./");
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || byte >= 0x80 || std::string_view{"./_-+=,:@%"}.find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word += '\'';
}

}  // namespace texpipe
