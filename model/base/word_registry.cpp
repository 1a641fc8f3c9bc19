#include "base/word_registry.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/printable.h"

namespace texpipe {

void check_new_word(const EnumRows& rows, std::string_view word) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_inside = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  const std::string what = std::string{rows.enumeration} + " `" + printable(word) + '`';
  constexpr std::size_t kLongest = 64;
  if (word.size() > kLongest) {
    throw Error{ExitCode::kInvalidConfiguration,
                std::string{rows.enumeration} + " `" + printable(word.substr(0, kLongest)) + "...` has " +
                    std::to_string(word.size()) + " letters; at most " + std::to_string(kLongest)};
  }
  if (word.empty() || !is_letter(word.front()) || !std::all_of(word.begin(), word.end(), is_inside)) {
    throw Error{
        ExitCode::kInvalidConfiguration,
        Diagnostic{.problem = what + " is no word", .hint = "small letters, digits and underscores, a letter first"}};
  }
  if (rows.find(word) != nullptr) throw Error{ExitCode::kInvalidConfiguration, what + " is there already"};
}

}  // namespace texpipe
