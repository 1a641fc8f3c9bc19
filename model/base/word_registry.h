// Words of a parameter to which a program adds while it starts: the model's own first, then those of plug-ins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/enum_table.h"

namespace texpipe {

/// Checks a word that is to join a registry: small letters, digits and underscores, a letter first, and not taken.
/// Errors: Error (kInvalidConfiguration).
void check_new_word(const EnumRows& rows, std::string_view word);

/// Words with what each stands for. Words are added before configurations are read: who reads the rows keeps no copy.
/// @tparam Number  an enumeration without an end, whose values number the words
/// @tparam Meant   what a word stands for
template <class Number, class Meant>
class WordRegistry {
 public:
  /// @param called  name of the words in error texts, as "replacement policy"
  explicit WordRegistry(std::string_view called) : called_{called} {}

  /// Adds a word. Errors: those of check_new_word.
  /// @param meaning  for help texts
  Number add(std::string_view word, std::string_view meaning, Meant meant) {
    check_new_word(rows(), word);
    const Entry& entry = entries_.emplace_back(Entry{std::string{word}, std::string{meaning}, std::move(meant)});
    rows_.push_back({static_cast<std::uint32_t>(rows_.size()), entry.word, entry.meaning});
    return static_cast<Number>(rows_.back().value);
  }

  const Meant& at(Number number) const { return entries_.at(static_cast<std::size_t>(number)).meant; }
  EnumRows rows() const { return {called_, rows_}; }

 private:
  struct Entry {
    std::string word;
    std::string meaning;
    Meant meant;
  };

  std::string_view called_;
  std::deque<Entry> entries_;  // rows_ refer to its texts, which stay where they are
  std::vector<EnumRow> rows_;
};

}  // namespace texpipe
