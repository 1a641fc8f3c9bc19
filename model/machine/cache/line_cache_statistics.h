// What a cache of lines counts.
#pragma once

#include <string_view>

#include "machine/statistics/statistics.h"

namespace texpipe::machine {

inline constexpr std::string_view kL2Description = "second texture cache level: blocks as stored";
inline constexpr std::string_view kSharedL2Description = "second texture cache level of all samplers: blocks as stored";
inline constexpr std::string_view kL3Description = "last cache before memory";
inline constexpr std::string_view kLlcDescription = "last-level cache: shared with the CPU, at the end of the ring";

struct LineCacheStatistics {
  explicit LineCacheStatistics(StatisticsGroup& group);

  Counter& requests;
  Counter& reads;
  Counter& hits;
  Counter& merges;
  Counter& misses;
  Counter& writes;
  Counter& read_bytes;
  Counter& fills;
  Counter& write_backs;
  Counter& dirty_at_end;
  Counter& conflicts;
  Histogram& occupancy;
  Histogram& latency;
};

}  // namespace texpipe::machine
