#include "isa/spa/scanner.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace texpipe::spa {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

void Scanner::fail(const SourcePosition& place, std::string problem, std::string hint) const {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = place, .problem = std::move(problem), .hint = std::move(hint)}};
}

SourcePosition Scanner::place() {
  skip();
  return place_;
}

bool Scanner::at_end() {
  skip();
  return at_ == text_.size();
}

char Scanner::peek() {
  skip();
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool Scanner::accept(char c) {
  if (peek() != c) return false;
  advance();
  return true;
}

void Scanner::expect(char c, const char* where) {
  const SourcePosition here = place();
  if (!accept(c)) fail(here, std::string{"expected '"} + c + "' " + where, found());
}

std::string Scanner::word() {
  skip();
  std::string word;
  while (at_ < text_.size() && is_word(text_[at_])) {
    word += text_[at_];
    advance();
  }
  return word;
}

std::int64_t Scanner::number(const char* what, std::int64_t low, std::int64_t high) {
  const SourcePosition here = place();
  accept('#');
  const bool negative = accept('-');
  if (negative) accept('#');  // [Ra-#5]
  const std::string digits = word();
  const std::int64_t magnitude = magnitude_of(digits, what, here);
  const std::int64_t value = negative ? -magnitude : magnitude;
  if (value < low || value > high) {
    fail(here, std::string{what} + " " + std::to_string(value) + " is out of range",
         "expected " + std::to_string(low) + ".." + std::to_string(high));
  }
  return value;
}

std::string Scanner::found() {
  skip();
  if (at_ == text_.size()) return "found the end of the text";
  const char c = text_[at_];
  return std::isprint(static_cast<unsigned char>(c)) != 0 ? std::string{"found '"} + c + "'"
                                                          : "found an unprintable character";
}

std::int64_t Scanner::magnitude_of(const std::string& digits, const char* what, const SourcePosition& here) const {
  const bool hexadecimal = digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  const std::string_view body = hexadecimal ? std::string_view{digits}.substr(2) : std::string_view{digits};
  const auto is_digit = [&](char c) {
    const auto u = static_cast<unsigned char>(c);
    return hexadecimal ? std::isxdigit(u) != 0 : std::isdigit(u) != 0;
  };
  if (body.empty() || !std::all_of(body.begin(), body.end(), is_digit)) {
    fail(here, std::string{what} + " is not a number" + (digits.empty() ? "" : ": " + digits),
         "expected a decimal or 0x number");
  }
  std::int64_t value = 0;
  for (const char c : body) {
    const int digit = c <= '9' ? c - '0' : std::tolower(c) - 'a' + 10;
    value = value * (hexadecimal ? 16 : 10) + digit;
    if (value > std::numeric_limits<std::int32_t>::max())
      fail(here, std::string{what} + " " + digits + " is too large");
  }
  return value;
}

void Scanner::advance() {
  if (text_[at_] == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  ++at_;
}

void Scanner::skip() {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_, 2);
    if (rest == "//") {
      while (at_ < text_.size() && text_[at_] != '\n') advance();
    } else if (rest == "/*") {
      const SourcePosition start = place_;
      while (at_ < text_.size() && text_.substr(at_, 2) != "*/") advance();
      if (at_ == text_.size()) fail(start, "the comment does not end", "expected */");
      advance();
      advance();
    } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      advance();
    } else {
      return;
    }
  }
}

}  // namespace texpipe::spa
