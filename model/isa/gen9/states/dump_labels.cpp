#include "isa/gen9/states/dump_labels.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "isa/gen9/states/dump_line.h"

namespace texpipe::gen9 {

namespace {

bool is_name_letter(char c) {
  return is_hexadecimal_digit(c) || (c >= 'g' && c <= 'z') || (c >= 'G' && c <= 'Z') || c == '_';
}

/// A number that stands for itself, and what stands before it.
struct TextBeforeNumber {
  std::string_view before, number;
};

/// The last number of a text with no letters beside it. @param is_word  0x, or eight digits
std::optional<TextBeforeNumber> last_number(std::string_view text, bool is_word) {
  for (std::size_t end = text.size(); end > 0;) {
    while (end > 0 && !is_name_letter(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_name_letter(text[begin - 1])) --begin;
    std::string_view token = text.substr(begin, end - begin);
    if (is_word) {
      if (plain_number(token) && (has_hexadecimal_prefix(token) || token.size() == kWordDigits))
        return TextBeforeNumber{text.substr(0, begin), token};
    } else {
      // `DW3` ends in its number.
      const std::size_t letters = has_hexadecimal_prefix(token) ? 0 : token.find_last_not_of("0123456789") + 1;
      const std::string_view number = plain_number(token) ? token : token.substr(letters);
      if (!number.empty()) return TextBeforeNumber{text.substr(0, end - number.size()), number};
    }
    end = begin;
  }
  return {};
}

struct NumberedWord {
  std::string_view before, index, word;
};

std::optional<NumberedWord> numbered_word(std::string_view line) {
  const auto word = last_number(line, true);
  const auto index = word ? last_number(word->before, false) : std::nullopt;
  if (!index) return {};
  return NumberedWord{index->before, index->number, word->number};
}

/// Whether the words count up in this way.
bool count_up(const std::vector<NumberedWord>& words, int base, std::uint64_t step) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view digits = words[i].index.substr(has_hexadecimal_prefix(words[i].index) ? 2 : 0);
    if (number_of_digits(digits, base) != i * step) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> numbered_words(const std::vector<std::string>& lines) {
  std::vector<NumberedWord> words;
  for (const std::string& line : lines)
    if (const auto word = numbered_word(line)) words.push_back(*word);
  const auto has_same_text = [&](const NumberedWord& word) { return word.before == words.front().before; };
  if (words.size() < 2 || !std::all_of(words.begin(), words.end(), has_same_text)) return {};
  constexpr std::array<std::pair<int, std::uint64_t>, 3> kWays{{{10, 1}, {10, 4}, {16, 4}}};
  const auto counts = [&](const auto& way) { return count_up(words, way.first, way.second); };
  if (std::none_of(kWays.begin(), kWays.end(), counts)) return {};
  std::vector<std::string> found;
  for (const NumberedWord& word : words) found.emplace_back(word.word);
  return found;
}

bool are_prefixed_bytes(std::string_view line) {
  std::size_t count = 0;
  for (; !line.empty(); ++count) {
    const std::string_view number = leading_number(line);
    if (!has_hexadecimal_prefix(number) || number.size() != 4) return false;
    line = trimmed_dump_text(line.substr(number.size()));
  }
  return count > 1;
}

}  // namespace texpipe::gen9
