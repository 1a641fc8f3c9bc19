// Statistics of plug-ins: counts that are derived from those of blocks when a run has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Path of the group that holds them.
inline constexpr std::string_view kOwnStatistics = "own";

/// Computes a count from the statistics of a run that has ended, those of earlier plug-ins among them.
using DerivedCount = std::function<std::uint64_t(const StatisticsRegistry&)>;

/// Adds a count to all runs of this process that come. Errors: Error (kInvalidConfiguration) for a name that is taken
/// or is no word.
void add_derived_count(std::string name, StatisticUnit unit, std::string description, DerivedCount count);

/// Adds the quotient of two counters, times `scale`. Both paths name counters of blocks, or counts that were added
/// before as `own.NAME`. Errors: those of add_derived_count.
void add_derived_ratio(std::string name, std::string description, std::string numerator, std::string denominator,
                       double scale = 1.0);

/// Sum of the counters that a path names; `[*]` stands for every index, as in `slice.subslice[*].sampler.l1.misses`.
/// Errors: Error (kInvalidConfiguration) when it names none.
std::uint64_t count_of(const StatisticsRegistry& statistics, std::string_view path);

/// Computes all of them into the group `own`; nothing when no plug-in has brought any. To be called once, at the end
/// of a run. Errors: those of the counts.
void add_own_statistics(StatisticsRegistry& statistics);

}  // namespace texpipe::machine
