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

/// Line that begins with a letter that looks like a space and is none; 0: there is none.
int line_of_odd_blank(std::string_view text) {
  int number = 1;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\r", at), text.size());
    const std::string_view rest = text.substr(first);
    for (const std::string_view blank : {"\xc2\xa0", "\xe2\x80\x83", "\xe2\x80\x82", "\xe2\x80\x89", "\xe2\x80\xaf",
                                         "\xe3\x80\x80", "\xe2\x80\x8b", "\xef\xbb\xbf"})
      if (rest.starts_with(blank) && number > 1) return number;
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return 0;
}

/// The parser's words for brackets and lists that are left open, in ours.
std::string open_structure(std::string_view said, std::string_view line) {
  line.remove_prefix(indentation(line));
  if (said == "end of map flow not found") return "a { is not closed before this, or a comma is missing";
  if (said == "end of sequence flow not found") return "a [ is not closed before this, or a comma is missing";
  if (said == "end of map not found" && line.starts_with("- "))
    return "an item of a list stands where a key is expected";
  if (said == "end of sequence not found") return "a key stands where an item of a list is expected";
  return std::string{said};
}

}  // namespace

std::string other_language(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (begin == std::string_view::npos) return "";
  if (text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos)
    return "has lines that end by a carriage return alone; save it with line feeds";
  const char next = begin + 1 < text.size() ? text[begin + 1] : ' ';
  const bool tag = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '?' || next == '!';
  if (text[begin] == '<' && tag) return "is XML or HTML; expected YAML or JSON";
  if (text.find(": ") != std::string_view::npos || text.find(":\n") != std::string_view::npos) return "";
  const std::string_view first = line_of(text.substr(begin), 1);
  const bool section = first.starts_with('[') && first.ends_with(']') && first.find('"') == std::string_view::npos &&
                       text.find('=', begin + first.size()) != std::string_view::npos;
  if (section || key_line(first).mark == "=") return "is INI or TOML; expected YAML, `key: value`, or JSON";
  return "";
}

Diagnostic yaml_mistake(std::string_view text, const SourcePosition& place, const std::string& said) {
  const std::string_view line = line_of(text, place.line);
  if (const int odd = line_of_odd_blank(text); odd != 0)
    return told({place.file, odd, 1},
                "the line begins with a letter that looks like a space; YAML is indented by spaces", "");
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
  return told(place, open_structure(said, line), "");
}

}  // namespace texpipe::study
