// Characters of the text of SPA instructions, with their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"

namespace texpipe::spa {

/// Characters with their places; skips blanks and comments.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_{text}, place_{file, 1, 1} {}

  [[noreturn]] void fail(const SourcePosition& place, std::string problem, std::string hint = "") const;

  SourcePosition place();

  bool at_end();

  char peek();

  bool accept(char c);

  void expect(char c, const char* where);

  /// Letters, digits and underscores; empty when there are none.
  std::string word();

  /// A modifier that follows its stem without a blank: `.NODEP`.
  bool next_is_modifier() const { return at_ < text_.size() && text_[at_] == '.'; }

  /// Decimal or 0x hexadecimal, an optional # before it, within [low, high].
  std::int64_t number(const char* what, std::int64_t low, std::int64_t high);

  std::string found();

 private:
  std::int64_t magnitude_of(const std::string& digits, const char* what, const SourcePosition& here) const;

  void advance();

  void skip();

  std::string_view text_;
  std::size_t at_ = 0;
  SourcePosition place_;
};

}  // namespace texpipe::spa
