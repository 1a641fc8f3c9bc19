// Statistics of the two ends of the sampler.
#pragma once

#include <span>
#include <string_view>

#include "functional/shared_function/execute_sampler_message.h"
#include "machine/sampler/filter_intervals.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

struct FrontEndStatistics {
  explicit FrontEndStatistics(StatisticsGroup& group);

  /// Counts a message's subspans, footprints and pixels. @param intervals  at the filter's documented rates
  void count(std::span<const functional::SubspanPlan> subspans, const FilterIntervals& intervals) const;

  CycleAccount& cycles;
  Counter& messages;
  Counter& subspans;
  Counter& footprints;
  Counter& texels;
  Counter& pixels;
  Counter& filter_work;
  Histogram& occupancy;
  Histogram& anisotropy;
  Histogram& footprints_per_subspan;
  Counter& message_cycles;
};

struct WritebackStatistics {
  explicit WritebackStatistics(StatisticsGroup& group);

  CycleAccount& cycles;
  Counter& messages;
  Counter& bytes;
  Histogram& latency;
  Histogram& occupancy;
  Counter& message_cycles;
};

}  // namespace texpipe::machine
