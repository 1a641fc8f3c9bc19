// Shortest stimulus that still differs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace texpipe::rtl_cosim {

/// Leaves out pieces of a list of transactions, halves first, as long as the rest, of one at least, still differs.
/// @param differs  called with a shorter list
/// @param tries    how often at most
template <class Differs>
void shorten(std::vector<std::uint64_t>& only, const Differs& differs,
             std::size_t tries = std::numeric_limits<std::size_t>::max()) {
  for (std::size_t piece = only.size() / 2; piece != 0; piece /= 2) {
    for (std::size_t begin = 0; begin < only.size() && only.size() > 1;) {
      std::vector<std::uint64_t> fewer = only;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(piece, fewer.size() - begin)));
      if (!fewer.empty()) {
        if (tries-- == 0) return;
        if (differs(fewer)) {
          only = std::move(fewer);
          continue;
        }
      }
      begin += piece;
    }
  }
}

}  // namespace texpipe::rtl_cosim
