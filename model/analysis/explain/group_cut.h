// Place where a group of changes is cut into two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
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

}  // namespace texpipe::study
