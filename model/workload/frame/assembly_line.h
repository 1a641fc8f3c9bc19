// A line of the text of a recording: its words, with columns, and errors that say where they are.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

/// A part of a line, with its column from 1.
struct Token {
  std::string_view text;
  int column = 1;
};

/// Space, tab, or the carriage return of lines that end as on Windows.
bool is_space(char c);

/// The line without its remark: a # at the beginning or after a space, outside of quotation marks.
std::string_view without_remark(std::string_view line);

class AssemblyLine {
 public:
  /// @param name    begins messages
  /// @param number  from 1
  /// @param text    without its remark
  AssemblyLine(const std::string& name, int number, std::string_view text);

  int number() const { return number_; }
  std::string_view text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& first() const { return tokens_.front(); }

  /// The line with its first words alone.
  AssemblyLine beginning(std::size_t tokens) const;

  /// Refusals (kMalformedInput) at a token, and behind the last one.
  [[noreturn]] void refuse(const Token& token, const std::string& problem, const std::string& hint = {}) const;
  [[noreturn]] void refuse_end(const std::string& expected) const;

  /// Does something whose errors get the place of a token.
  template <class Do>
  void placed(const Token& token, Do&& action) const {
    try {
      action();
    } catch (const Error& error) {
      Diagnostic problem = error.diagnostics().front();
      problem.position = {*name_, number_, token.column};
      throw Error{error.code(), problem};
    }
  }

  /// Number that stands at a place of the line, and one with a limit. Errors: kMalformedInput when the line ends
  /// before, for a text that is no number, and beyond the limit.
  std::uint64_t number_at(std::size_t place, const char* what) const;
  std::uint64_t number_below(std::size_t place, const char* what, std::uint64_t most) const;

  /// An address of the GPU. Errors: as of numbers.
  std::uint64_t address(std::size_t place) const;

  /// Numbers of 32 bits from a place to the end.
  std::vector<std::uint32_t> words(std::size_t place) const;

  /// Names with numbers, as `size 0x1000 flags 1`, from a place on.
  struct Option {
    std::string_view name;
    std::uint64_t* value;
    std::uint64_t most = ~std::uint64_t{0};
  };
  void options(std::size_t place, std::initializer_list<Option> known) const;

 private:
  const std::string* name_;
  int number_;
  std::string_view text_;
  std::vector<Token> tokens_;
};

/// Refuses (kMalformedInput) at a line and column of a text.
[[noreturn]] void refuse_at(const std::string& name, int line, int column, const std::string& problem,
                            const std::string& hint = {});

}  // namespace texpipe::study
