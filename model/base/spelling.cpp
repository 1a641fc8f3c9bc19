#include "base/spelling.h"

#include <algorithm>
#include <cctype>

namespace texpipe {

namespace {

constexpr std::size_t kLongestWord = 256;  // nobody mistypes longer ones, and the table of costs grows with the square

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> cost((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return cost[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.size(), b.size());
}

std::string_view nearest_spelling(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) return {};
  const int limit = std::max(2, static_cast<int>(word.size()) / 3);
  std::string_view nearest;
  int best = limit + 1;
  for (const std::string_view candidate : candidates) {
    const auto longer = static_cast<std::size_t>(best) + word.size();
    if (candidate.size() >= longer || candidate.size() + static_cast<std::size_t>(best) <= word.size()) continue;
    const int distance = edit_distance(word, candidate);
    // A candidate that shares no letter with the word is a guess, however short the two are (X for B).
    const bool shares_letters = distance < static_cast<int>(std::max(word.size(), candidate.size()));
    if (distance < best && (shares_letters || distance == 0)) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string spelling_hint(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_spelling(word, candidates);
  if (!nearest.empty()) return "did you mean " + std::string{nearest} + "?";
  std::string hint = "expected one of ";
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i > 0) hint += ", ";
    hint += candidates[i];
  }
  return hint;
}

}  // namespace texpipe
