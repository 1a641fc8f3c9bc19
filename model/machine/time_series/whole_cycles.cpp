#include "machine/time_series/whole_cycles.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "machine/statistics/cycle_account.h"

namespace texpipe::machine {

namespace {

/// Whole cycles of each category at the end of an interval, none of which is more than at the end of the next one. What
/// a category would have too many of goes to that which grows most in the next interval: there is room, because the
/// whole does not shrink.
std::vector<std::uint64_t> no_more_than(const std::vector<std::uint64_t>& next, std::vector<std::uint64_t> cycles) {
  std::uint64_t over = 0;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const std::uint64_t fitting = std::min(cycles[i], next[i]);
    over += cycles[i] - fitting;
    cycles[i] = fitting;
  }
  while (over != 0) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < next.size(); ++i)
      if (next[i] - cycles[i] > next[most] - cycles[most]) most = i;
    if (cycles[most] == next[most]) break;
    ++cycles[most];
    --over;
  }
  return cycles;
}

}  // namespace

CategoryTable whole_cycles(const CategoryTable& subcycles) {
  const std::size_t categories = subcycles.size(), intervals = categories == 0 ? 0 : subcycles.front().size();
  CategoryTable table(categories, std::vector<std::uint64_t>(intervals));
  std::vector<std::uint64_t> parts(categories), next;
  for (std::size_t interval = intervals; interval-- > 0;) {
    for (std::size_t i = 0; i < categories; ++i) parts[i] = subcycles[i][interval];
    std::vector<std::uint64_t> cycles(categories);
    for (std::size_t i = 0; i < categories; ++i) cycles[i] = cycles_of_part(parts, i);
    if (!next.empty()) cycles = no_more_than(next, std::move(cycles));
    for (std::size_t i = 0; i < categories; ++i) {
      table[i][interval] = cycles[i];
      if (!next.empty()) table[i][interval + 1] = next[i] - cycles[i];
    }
    next = std::move(cycles);
  }
  return table;
}

}  // namespace texpipe::machine
