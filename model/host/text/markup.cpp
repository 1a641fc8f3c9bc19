#include "host/text/markup.h"

#include <span>

namespace texpipe::study {

namespace {

struct Escape {
  char letter;
  std::string_view text;
};

constexpr Escape kHtml[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}};
constexpr Escape kRoff[] = {{'\\', "\\e"}, {'-', "\\-"}};

std::string replaced(std::string_view text, std::span<const Escape> escapes) {
  std::string result;
  for (const char letter : text) {
    std::string_view written{&letter, 1};
    for (const Escape& escape : escapes)
      if (escape.letter == letter) written = escape.text;
    result += written;
  }
  return result;
}

}  // namespace

std::string html_text(std::string_view text) {
  return replaced(text, kHtml);
}

std::string roff_text(std::string_view text) {
  std::string result = replaced(text, kRoff);
  if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
  return result;
}

}  // namespace texpipe::study
