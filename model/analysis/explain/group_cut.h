// Groups of changes that are tried together, and the place where one is cut into two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/explain/change_search.h"

namespace texpipe::study {

/// The better half of a list is cut off where its paths part the highest in the machine's tree, in its middle third.
inline std::size_t place_to_cut(const ChangeSet& group, const std::vector<PossibleChange>& changes) {
  const auto common_words = [&](std::size_t at) {
    const std::string_view a = changes[group[at - 1]].path, b = changes[group[at]].path;
    const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return std::count(a.begin(), end, '.');
  };
  const std::size_t third = group.size() / 3;
  std::size_t best = group.size() / 2;
  for (std::size_t at = std::max<std::size_t>(third, 1); at <= group.size() - std::max<std::size_t>(third, 1); ++at)
    if (common_words(at) < common_words(best)) best = at;
  return best;
}

/// Words in groups that have one word of each parameter.
inline std::vector<ChangeSet> groups_of_words(ChangeSet rest, const std::vector<PossibleChange>& changes) {
  std::vector<ChangeSet> groups;
  while (!rest.empty()) {
    ChangeSet group, left;
    for (const std::size_t word : rest) {
      const bool second = !group.empty() && changes[group.back()].path == changes[word].path;
      (second ? left : group).push_back(word);
    }
    groups.push_back(std::move(group));
    rest = std::move(left);
  }
  return groups;
}

}  // namespace texpipe::study
