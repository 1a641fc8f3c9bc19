#include "isa/gen9/states/dump_line.h"

#include <algorithm>
#include <charconv>

#include "isa/gen9/states/dump_prefix.h"

namespace texpipe::gen9 {

namespace {

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

/// Without escape sequences, as of INTEL_DEBUG=bat,color.
std::string uncoloured(std::string_view line) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\x1b' || at + 1 == line.size() || line[at + 1] != '[') {
      text += line[at];
      continue;
    }
    at += 2;
    while (at < line.size() && (line[at] < '@' || line[at] > '~')) ++at;
  }
  return text;
}

/// Number of hexadecimal digits from a place on.
std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_hexadecimal_digit(text[end])) ++end;
  return end - std::min(at, end);
}

/// Blanks of web pages, which do not break, as blanks.
void replace_wide_blanks(std::string& text) {
  constexpr std::string_view kWide = "\xc2\xa0";
  for (std::size_t at = text.find(kWide); at != std::string::npos; at = text.find(kWide, at + 1))
    text.replace(at, kWide.size(), " ");
}

/// `0x1fu32` of Rust and `x"1f"` of VHDL as `0x1f`.
void replace_typed_numbers(std::string& text) {
  for (const std::string_view type : {"_u32", "u32", "_u64", "u64"}) {
    for (std::size_t at = text.find(type); at != std::string::npos; at = text.find(type, at + 1))
      if (at > 0 && is_hexadecimal_digit(text[at - 1])) text.erase(at, type.size());
  }
  for (const std::string_view open : {"x\"", "X\""}) {
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
      const std::size_t close = at + 2 + digits_at(text, at + 2);
      if (close == at + 2 || close >= text.size() || text[close] != '"' ||
          (at > 0 && is_hexadecimal_digit(text[at - 1])))
        continue;
      text.erase(close, 1);
      text.replace(at, 2, "0x");
    }
  }
}

/// `32'h1f` as `0x1f`.
void replace_verilog_numbers(std::string& text) {
  for (std::size_t quote = text.find('\''); quote != std::string::npos; quote = text.find('\'', quote + 1)) {
    if (quote + 2 >= text.size() || (text[quote + 1] != 'h' && text[quote + 1] != 'H')) continue;
    if (!is_hexadecimal_digit(text[quote + 2])) continue;
    std::size_t begin = quote;
    while (begin > 0 && is_decimal(text[begin - 1])) --begin;
    text.replace(begin, quote + 2 - begin, "0x");
    quote = begin;
  }
}

/// Digit separators behind 0x, and the backtick in any number.
void remove_separators(std::string& text) {
  std::string result;
  bool prefixed = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool inside =
        at > 0 && at + 1 < text.size() && is_hexadecimal_digit(text[at - 1]) && is_hexadecimal_digit(text[at + 1]);
    if ((c == 'x' || c == 'X') && at > 0 && text[at - 1] == '0') prefixed = true;
    if (inside && (c == '`' || (prefixed && (c == '_' || c == '\'')))) continue;
    if (!is_hexadecimal_digit(c) && c != 'x' && c != 'X') prefixed = false;
    result += c;
  }
  text = std::move(result);
}

/// `3f 70-1d 23` of debuggers.
void remove_byte_dashes(std::string& text) {
  for (std::size_t dash = text.find('-'); dash != std::string::npos; dash = text.find('-', dash + 1)) {
    const bool pair_before = dash >= 3 && is_dump_blank(text[dash - 3]) && digits_at(text, dash - 2) == 2;
    const bool pair_behind = digits_at(text, dash + 1) == 2 && dash + 3 < text.size() && is_dump_blank(text[dash + 3]);
    if (pair_before && pair_behind) text[dash] = ' ';
  }
}

/// `[0x40] 0x1f` as `0x40: 0x1f`.
void open_address_brackets(std::string& text) {
  if (!text.starts_with('[')) return;
  const std::string_view number = leading_number(std::string_view{text}.substr(1));
  const std::size_t close = number.size() + 1;
  if (number.empty() || close >= text.size() || text[close] != ']') return;
  const std::size_t behind = text.find_first_not_of(" \t:=", close + 1);
  if (behind == std::string::npos || leading_number(std::string_view{text}.substr(behind)).empty()) return;
  text = std::string{number} + ": " + text.substr(behind);
}

/// Place of the bracket that opens a list of numbers with 0x; npos: there is none. `0x40 (Foo): 0x1f`, `name (0x1f)`
/// and `batch: [0x1000, 0x2000]` are no lists. @param quoted  the numbers stood in quotes
std::size_t list_in(std::string_view text, bool quoted) {
  constexpr const char* kBrackets = "{[(";
  for (std::size_t open = text.find_first_of(kBrackets); open != std::string_view::npos;
       open = text.find_first_of(kBrackets, open + 1)) {
    const std::size_t first = text.find_first_not_of(" \t", open + 1);
    if (first == std::string_view::npos || !has_hexadecimal_prefix(text.substr(first))) continue;
    const std::string_view before = trimmed_dump_text(text.substr(0, open));
    const bool list = before.empty() || before.ends_with('=') || (quoted && before.ends_with(':')) || text[open] == '{';
    if (list && !begins_with_number(before)) return open;
  }
  return std::string_view::npos;
}

/// Numbers of a list in brackets. The head of a list of bytes stays as `u8 {`.
void open_lists(std::string& text) {
  bool quoted = false;
  for (const char* quote : {"\"0x", "\"0X", "'0x", "'0X"}) quoted = quoted || text.find(quote) != std::string::npos;
  if (quoted) {
    std::replace(text.begin(), text.end(), '"', ' ');
    std::replace(text.begin(), text.end(), '\'', ' ');
  }
  const std::size_t open = list_in(text, quoted);
  if (open == std::string::npos) return;
  const std::string head = text[open] != '{' ? "" : is_byte_array(text.substr(0, open)) ? "u8 { " : "{ ";
  text.erase(0, open + 1);
  for (char& c : text) {
    if (c == '}' || c == ']' || c == ')' || c == '{' || c == '[' || c == '(') c = ' ';
  }
  text.insert(0, head);
}

struct AddressedRow {
  std::uint64_t first = 0;
  std::size_t first_size = 0;  // letters
  std::size_t bytes = 0;       // of the numbers behind it
};

/// A line of a long number and words behind it, without any mark between; nothing for another.
std::optional<AddressedRow> addressed_row(std::string_view line) {
  const std::string_view first = leading_number(line);
  const auto number = plain_number(first);
  const std::string_view behind = line.substr(first.size());
  if (!number || first.size() < kWordDigits - 2 || behind.empty() || !is_dump_blank(behind.front())) return {};
  AddressedRow row{*number, first.size(), 0};
  std::size_t width = 0;
  for (std::string_view rest = trimmed_dump_text(behind); !rest.empty();) {
    const std::string_view group = leading_number(rest);
    const std::size_t digits = number_width(group);
    const bool ends = group.size() == rest.size() || is_dump_blank(rest[group.size()]);
    const bool whole = digits == kWordDigits || digits == 2 * kWordDigits;
    if (group.empty() || !ends || !whole || (width != 0 && digits != width)) break;
    width = digits;
    row.bytes += digits / 2;
    rest = trimmed_dump_text(rest.substr(group.size()));
  }
  return row.bytes == 0 ? std::nullopt : std::optional{row};
}

}  // namespace

bool is_hexadecimal_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_dump_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed_dump_text(std::string_view text) {
  while (!text.empty() && is_dump_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_dump_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool has_hexadecimal_prefix(std::string_view text) {
  return text.starts_with("0x") || text.starts_with("0X");
}

std::string_view leading_number(std::string_view text) {
  const std::size_t prefix = has_hexadecimal_prefix(text) ? 2 : 0;
  return text.substr(0, prefix + digits_at(text, prefix));
}

std::optional<std::uint64_t> number_of_digits(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::size_t number_width(std::string_view number) {
  if (!has_hexadecimal_prefix(number)) return number.size();
  const std::size_t digits = number.size() - 2;
  return digits == 0 ? 0 : (digits + kWordDigits - 1) / kWordDigits * kWordDigits;
}

std::optional<std::uint64_t> plain_number(std::string_view text) {
  return number_of_digits(has_hexadecimal_prefix(text) ? text.substr(2) : text);
}

bool begins_with_number(std::string_view text) {
  const std::size_t end = leading_number(text).size();
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return end > 0 && (end == text.size() || !is_letter(text[end]));
}

bool is_byte_array(std::string_view declaration) {
  for (const std::string_view type : {"char ", "int8_t ", "u8 "}) {
    if (declaration.find(type) != std::string_view::npos) return true;
  }
  return false;
}

std::string plain_dump_line(std::string_view line) {
  if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
  std::string text = uncoloured(line);
  replace_wide_blanks(text);
  text = std::string{behind_line_prefix(trimmed_dump_text(text))};
  write_repeats_out(text);
  replace_typed_numbers(text);
  replace_verilog_numbers(text);
  remove_separators(text);
  remove_byte_dashes(text);
  open_address_brackets(text);
  open_lists(text);
  return std::string{trimmed_dump_text(text)};
}

void mark_address_columns(std::vector<std::string>& lines) {
  for (std::size_t begin = 0; begin < lines.size();) {
    std::vector<AddressedRow> rows;
    std::size_t end = begin;
    for (; end < lines.size(); ++end) {
      const auto row = addressed_row(lines[end]);
      if (!row || (!rows.empty() && rows.back().first + rows.back().bytes != row->first)) break;
      rows.push_back(*row);
    }
    if (rows.size() > 1) {
      for (std::size_t i = 0; i < rows.size(); ++i) lines[begin + i].insert(rows[i].first_size, ":");
    }
    begin = std::max(end, begin + 1);
  }
}

}  // namespace texpipe::gen9
