#include "host/text/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace texpipe::study {

namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

constexpr std::size_t kUsual = 80;  // columns of a terminal that does not say

struct Symbol {
  std::string_view utf8, ascii;
};
constexpr Symbol kSymbols[] = {
    {"▁", "_"}, {"▂", "."}, {"▃", ":"}, {"▄", "-"}, {"▅", "="},  {"▆", "+"},  {"▇", "*"},
    {"█", "#"}, {"°", " "}, {"×", "x"}, {"µ", "u"}, {"→", "->"}, {"±", "+-"},
};

/// None: standard output is no terminal, and COLUMNS does not say.
std::optional<std::size_t> known_width() {
  constexpr std::size_t kFewest = 20;
  const std::string_view columns = variable("COLUMNS");
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), width);
  if (error == std::errc{} && end == columns.data() + columns.size() && width >= kFewest) return width;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= kFewest) return size.ws_col;
  if (isatty(STDOUT_FILENO) == 1) return kUsual;
  return std::nullopt;
}

}  // namespace

std::size_t terminal_width() {
  return known_width().value_or(kUsual);
}

std::size_t table_width() {
  return known_width().value_or(kWholeLines);
}

bool terminal_is_ascii() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    locale = variable(name);
    if (!locale.empty()) break;
  }
  if (locale.empty()) return false;
  std::string letters;
  for (const char c : locale)
    if (c != '-') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters.find("utf8") == std::string::npos;
}

std::string for_terminal(std::string text) {
  if (!terminal_is_ascii()) return text;
  for (const Symbol& symbol : kSymbols) {
    for (std::size_t at = 0; (at = text.find(symbol.utf8, at)) != std::string::npos; at += symbol.ascii.size())
      text.replace(at, symbol.utf8.size(), symbol.ascii);
  }
  return text;
}

}  // namespace texpipe::study
