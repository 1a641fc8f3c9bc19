// Whole cycles of an account's categories in each interval.
#pragma once

#include <cstdint>
#include <vector>

namespace texpipe::machine {

/// Subcycles, or cycles, by category and interval.
using CategoryTable = std::vector<std::vector<std::uint64_t>>;

/// Rounds what an account's categories had at the end of each interval to whole cycles in the intervals. They sum over
/// the categories to the interval's, and over the intervals to CycleAccount::cycles of the account at the end: rounding
/// intervals alone loses up to a cycle in each.
/// @param subcycles  of each category at the end of each interval, since the beginning
CategoryTable whole_cycles(const CategoryTable& subcycles);

}  // namespace texpipe::machine
