// One line of vISA text with the column of everything in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace texpipe::visa {

/// A word and where it starts.
struct Word {
  std::string_view text;
  int column = 0;
};

class TextCursor {
 public:
  /// `line` must outlive the cursor and holds no comments.
  TextCursor(std::string_view line, const std::string& file, int number);

  int column() const { return static_cast<int>(next_) + 1; }
  void skip_spaces();
  bool at_end();
  char peek();
  /// Looks past the next word: the character that follows its letters.
  char after_word();
  bool accept(char expected);
  /// True when the very next character, without spaces before it, is `expected`.
  bool touches(char expected) const { return next_ < line_.size() && line_[next_] == expected; }
  void expect(char expected, const char* what);

  /// Letters, digits, `_`, `%` and `$`; an error that names `what` when there are none.
  Word word(const char* what);
  /// Characters up to a space or one of `stop`.
  Word until(std::string_view stop);
  std::string quoted_or_word(const char* what);
  /// Unsigned decimal or 0x number not above `most`.
  std::uint64_t number(const char* what, std::uint64_t most);

  [[noreturn]] void fail(int column, std::string problem, std::string hint = {}) const;
  /// An error for what the compiler's text may hold and texpipe does not have (exit 8).
  [[noreturn]] void not_supported(int column, std::string what) const;

 private:
  std::string_view line_;
  const std::string& file_;
  int number_;
  std::size_t next_ = 0;
};

/// Value of an unsigned decimal or 0x number; false when it is none or needs more than 64 bits.
bool parse_unsigned(std::string_view text, std::uint64_t& value);

}  // namespace texpipe::visa
