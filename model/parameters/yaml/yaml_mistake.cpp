#include "parameters/yaml/yaml_mistake.h"

#include <algorithm>

namespace texpipe::study {

namespace {

/// A line by its number from 1, without its end; empty beyond the text.
std::string_view line_of(std::string_view text, int number) {
  for (; number > 1 && !text.empty(); --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  std::string_view line = number < 1 ? std::string_view{} : text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool is_blank(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
}

/// A line taken apart: `key`, what stands behind it without spaces, and the value.
struct KeyLine {
  std::string_view key, mark, value;
};

KeyLine key_line(std::string_view line) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  line.remove_prefix(indentation(line));
  if (line.starts_with("- ")) line.remove_prefix(2);
  const std::size_t end = std::min(line.find_first_not_of(kLetters), line.size());
  KeyLine parts{.key = line.substr(0, end)};
  const std::size_t mark = std::min(line.find_first_not_of(' ', end), line.size());
  if (mark == line.size() || (line[mark] != ':' && line[mark] != '=')) return parts;
  parts.mark = line.substr(mark, 1);
  parts.value = line.substr(mark + 1);
  return parts;
}

/// Hint for a line whose key and value are not held together by a colon and a space; empty for others.
std::string meant_line(std::string_view line) {
  const KeyLine parts = key_line(line);
  const bool close = parts.mark == ":" && !parts.value.empty() && parts.value.front() != ' ';
  if (parts.key.empty() || (!close && parts.mark != "=")) return "";
  std::string_view value = parts.value;
  value.remove_prefix(indentation(value));
  return "did you mean `" + std::string{parts.key} + ": " + std::string{value} + "`?";
}

Diagnostic told(const SourcePosition& place, std::string problem, std::string hint) {
  return {.position = place, .problem = "not YAML: " + std::move(problem), .hint = std::move(hint)};
}

}  // namespace

Diagnostic yaml_mistake(std::string_view text, const SourcePosition& place, const std::string& said) {
  const std::string_view line = line_of(text, place.line);
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  if (line.substr(0, first).find('\t') != std::string_view::npos)
    return told(place, "the line begins with a tab; YAML is indented by spaces", "");
  int above = place.line - 1;
  while (above > 0 && is_blank(line_of(text, above))) --above;
  for (const int number : {place.line, above}) {
    const std::string hint = meant_line(line_of(text, number));
    if (!hint.empty())
      return told({place.file, number, 1}, "a key and its value have a colon and a space between", hint);
  }
  const KeyLine parts = key_line(line);
  if (parts.mark == ":" && parts.value.find(": ") != std::string_view::npos &&
      parts.value.find('{') == std::string_view::npos)
    return told(place, "a value with a colon needs quotes", "");
  const KeyLine before = key_line(line_of(text, above));
  const bool has_value = before.mark == ":" && !is_blank(before.value);
  if (has_value && indentation(line) > indentation(line_of(text, above)))
    return told(place,
                "the line begins further right than the one above, `" + std::string{before.key} +
                    "`, which has a value already",
                "begin both alike, or leave that value out");
  return told(place, said, "");
}

}  // namespace texpipe::study
