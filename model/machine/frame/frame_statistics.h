// Statistics of the fixed functions of the 3D pipeline.
#pragma once

#include <string>

#include "functional/message/target_work.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

enum class FrameCycle : std::uint8_t { kBusy, kWaiting, kBlocked, kIdle };
EnumRows enum_rows(FrameCycle);

/// Counters by unit, in groups below `path`.
struct FrameStatistics {
  FrameStatistics(StatisticsRegistry& registry, const std::string& path);

  CycleAccount& streamer_cycles;
  Counter& dwords;
  Counter& stalls;
  Counter& written_back;
  Counter& invalidations;
  Counter& invalidated_lines;
  CycleAccount& fetch_cycles;
  Counter& indices;
  Counter& vertices;
  Counter& urb_written;
  Counter& urb_read;
  CycleAccount& geometry_cycles;
  Counter& primitives;
  Counter& culled;
  Counter& clipped;
  Counter& points;
  CycleAccount& raster_cycles;
  Counter& tiles;
  Counter& full_tiles;
  Counter& subspans;
  Counter& pixels;
  CycleAccount& hiz_cycles;
  Counter& blocks;
  Counter& rejected_blocks;
  Counter& clear_lines;
  CycleAccount& depth_cycles;
  Counter& tested_pixels;
  Counter& passed_pixels;
  CycleAccount& opening_cycles;
  Counter& threads;
  CycleAccount& backend_cycles;
  Counter& writes;
  Counter& written_pixels;
  Counter& written_colors;
  Counter& blended_pixels;
  Counter& clear_colors;

  /// A line of depth or of colours is not read, as it is clear.
  void spare(functional::FrameCache cache) {
    (cache == functional::FrameCache::kColor ? clear_colors : clear_lines).add();
  }
};

}  // namespace texpipe::machine
