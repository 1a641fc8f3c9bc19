// Statistics of the first-level texture cache.
#pragma once

#include <string_view>

#include "machine/statistics/statistics.h"

namespace texpipe::machine {

inline constexpr std::string_view kLineWaitsDescription =
    "where the last line was that the oldest footprint waited for, cycle by cycle";

/// Statistics of lines on their way.
struct FillStatistics {
  explicit FillStatistics(StatisticsGroup& group)
      : requested{group.counter("fills_requested", StatisticUnit::kLines, "lines asked of the next level")},
        filled{group.counter("fills", StatisticUnit::kLines, "lines that came from the next level")},
        bytes{group.counter("fill_bytes", StatisticUnit::kBytes, "bytes that came from the next level")},
        latency{group.histogram("fill_latency", StatisticUnit::kCycles, "line asked for to line there")},
        occupancy{group.histogram("mshrs", StatisticUnit::kEntries, "miss registers taken, weighted by cycles")} {
    occupancy.set_level(Cycles{}, 0);
  }

  Counter& requested;
  Counter& filled;
  Counter& bytes;
  Histogram& latency;
  Histogram& occupancy;
};

/// Statistics of lookups in its tags.
struct LookupStatistics {
  /// @param sectored  lines have sectors
  explicit LookupStatistics(StatisticsGroup& group, bool sectored = false)
      : texels{group.counter("texels", StatisticUnit::kTexels, "texel accesses")},
        lookups{group.counter("lookups", StatisticUnit::kLookups, "lines looked up, once per footprint")},
        hits{group.counter("hits", StatisticUnit::kLookups, "lookups that found the line")},
        merges{group.counter("merges", StatisticUnit::kLookups, "lookups of a line on its way")},
        misses{group.counter("misses", StatisticUnit::kLookups, "lookups that asked the next level")} {
    group.ratio("hit_rate", "hits per lookup", hits, lookups);
    group.ratio("miss_rate_per_texel", "misses per texel access", misses, texels);
    if (sectored) {
      sector_misses = &group.counter("sector_misses", StatisticUnit::kLookups,
                                     "misses of a line that was here without the sectors that were read");
    }
  }

  Counter& texels;
  Counter& lookups;
  Counter& hits;
  Counter& merges;
  Counter& misses;
  Counter* sector_misses = nullptr;  // null: lines have no sectors
};

}  // namespace texpipe::machine
