// Statistics of a memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/memory/memory_parameters.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

inline constexpr std::string_view kMemoryDescription = "memory: banks with open rows and a data bus";

/// State of the data bus in a cycle.
enum class BusCycle : std::uint8_t { kBusy, kQueueFull, kWaiting, kIdle };
inline constexpr EnumRow kBusCycles[] = {
    {0, "busy", "data cross the bus"},
    {1, "queue_full", "the queue is full, and a request waits for a place"},
    {2, "waiting", "banks serve requests, and no data are ready"},
    {3, "idle", "nothing is asked"},
};
inline EnumRows enum_rows(BusCycle) {
  return {"bus cycle", kBusCycles};
}

struct MemoryStatistics {
  explicit MemoryStatistics(StatisticsGroup& group, const MemoryParameters& parameters = {})
      : reads{group.counter("reads", StatisticUnit::kRequests, "read requests")},
        writes{group.counter("writes", StatisticUnit::kRequests, "write requests")},
        bytes{group.counter("bytes", StatisticUnit::kBytes, "bytes over the data bus, both ways")},
        row_hits{group.counter("row_hits", StatisticUnit::kRequests, "requests to an open row")},
        row_misses{group.counter("row_misses", StatisticUnit::kRequests, "requests that opened a row")},
        occupancy{
            group.histogram("queue", StatisticUnit::kRequests, "requests taken and not answered, weighted by cycles")},
        latency{group.histogram("latency", StatisticUnit::kCycles, "request taken to its data on the bus")} {
    for (std::uint32_t channel = 0; channel < parameters.channels; ++channel) {
      const std::string name = parameters.channels == 1 ? "cycles" : "channel_" + std::to_string(channel) + "_cycles";
      cycles.push_back(&group.account(name, "where the cycles of the data bus went", enum_rows(BusCycle{})));
    }
    occupancy.set_level(Cycles{}, 0);
    if (parameters.compression == Fraction{1}) return;
    line_bytes = &group.counter("line_bytes", StatisticUnit::kBytes, "bytes of the lines that were moved");
    group.ratio("compression", "bytes of lines per byte over the data bus", *line_bytes, bytes);
  }

  Counter& reads;
  Counter& writes;
  Counter& bytes;
  Counter& row_hits;
  Counter& row_misses;
  Histogram& occupancy;
  Histogram& latency;
  std::vector<CycleAccount*> cycles;  // by channel
  Counter* line_bytes = nullptr;      // null: lines are not compressed
};

}  // namespace texpipe::machine
