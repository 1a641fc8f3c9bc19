#include "isa/visa/text_cursor.h"

#include <cctype>
#include <charconv>

namespace texpipe::visa {

namespace {

bool is_word_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '$';
}

std::string shown(char c) {
  return std::isprint(static_cast<unsigned char>(c)) ? "'" + std::string{c} + "'"
                                                     : "byte " + std::to_string(static_cast<unsigned char>(c));
}

}  // namespace

TextCursor::TextCursor(std::string_view line, const std::string& file, int number)
    : line_{line}, file_{file}, number_{number} {}

void TextCursor::skip_spaces() {
  while (next_ < line_.size() && (line_[next_] == ' ' || line_[next_] == '\t' || line_[next_] == '\r')) ++next_;
}

bool TextCursor::at_end() {
  skip_spaces();
  return next_ == line_.size();
}

char TextCursor::peek() {
  skip_spaces();
  return next_ < line_.size() ? line_[next_] : '\0';
}

char TextCursor::after_word() {
  skip_spaces();
  std::size_t end = next_;
  while (end < line_.size() && is_word_letter(line_[end])) ++end;
  return end < line_.size() ? line_[end] : '\0';
}

bool TextCursor::accept(char expected) {
  if (peek() != expected) return false;
  ++next_;
  return true;
}

void TextCursor::expect(char expected, const char* what) {
  if (accept(expected)) return;
  const std::string found = at_end() ? "the line ends" : "found " + shown(line_[next_]);
  fail(column(), found + " in " + what, "expected '" + std::string{expected} + "'");
}

Word TextCursor::word(const char* what) {
  skip_spaces();
  const std::size_t start = next_;
  while (next_ < line_.size() && is_word_letter(line_[next_])) ++next_;
  const int at = static_cast<int>(start) + 1;
  if (next_ == start) {
    fail(at, start == line_.size() ? "the line ends before " + std::string{what}
                                   : "found " + shown(line_[start]) + " instead of " + what);
  }
  return {line_.substr(start, next_ - start), at};
}

Word TextCursor::until(std::string_view stop) {
  skip_spaces();
  const std::size_t start = next_;
  while (next_ < line_.size() && line_[next_] != ' ' && line_[next_] != '\t' && line_[next_] != '\r' &&
         stop.find(line_[next_]) == std::string_view::npos) {
    ++next_;
  }
  return {line_.substr(start, next_ - start), static_cast<int>(start) + 1};
}

std::string TextCursor::quoted_or_word(const char* what) {
  if (!accept('"')) return std::string{word(what).text};
  const std::size_t end = line_.find('"', next_);
  if (end == std::string_view::npos) fail(column(), std::string{"the quotation mark of "} + what + " is not closed");
  std::string text{line_.substr(next_, end - next_)};
  next_ = end + 1;
  return text;
}

std::uint64_t TextCursor::number(const char* what, std::uint64_t most) {
  const Word digits = word(what);
  std::uint64_t value = 0;
  if (!parse_unsigned(digits.text, value))
    fail(digits.column, std::string{what} + " is not a number: " + std::string{digits.text});
  if (value > most)
    fail(digits.column, std::string{what} + " is " + std::string{digits.text},
         "expected at most " + std::to_string(most));
  return value;
}

void TextCursor::fail(int column, std::string problem, std::string hint) const {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = file_, .line = number_, .column = column},
                                                    .problem = std::move(problem),
                                                    .hint = std::move(hint)}};
}

void TextCursor::not_supported(int column, std::string what) const {
  throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = file_, .line = number_, .column = column},
                                                 .problem = "unsupported: " + std::move(what)}};
}

bool parse_unsigned(std::string_view text, std::uint64_t& value) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    text.remove_prefix(2);
    base = 16;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace texpipe::visa
