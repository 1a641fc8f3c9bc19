// Statistics of a cache of lines.
#pragma once

#include <cstdint>

#include "machine/cache/line_cache_surroundings.h"
#include "machine/statistics/link_account.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// State of a bank in a cycle.
enum class BankCycle : std::uint8_t { kBusy, kBlocked, kWaiting, kIdle };
EnumRows enum_rows(BankCycle);

/// Counts of a cache that prefetches.
struct PrefetchStatistics {
  explicit PrefetchStatistics(StatisticsGroup& group);

  Counter& prefetches;
  Counter& used;
  Counter& dropped;
};

/// Counts of a cache whose lines have sectors.
struct SectorStatistics {
  explicit SectorStatistics(StatisticsGroup& group);

  Counter& misses;
  Counter& fill_bytes;
  Counter& write_back_bytes;
};

struct LineCacheStatistics {
  explicit LineCacheStatistics(StatisticsGroup& group);

  /// The account of a bank; made in the order of the banks.
  CycleAccount& bank_cycles(std::uint32_t bank) const;

  StatisticsGroup& group;

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

/// Accounts of a port over which answers leave, and of the link over which a requester's written lines come.
LinkAccount port_account(StatisticsGroup& group, std::size_t port);
LinkAccount way_account(StatisticsGroup& group, std::size_t requester);
/// Account of a slice's port into the crossbar.
LinkAccount slice_account(StatisticsGroup& group, std::size_t slice);

/// The place of a line until its request has arrived. All requests come through a crossbar where there is one, and
/// written lines over the requester's link where that has a width.
inline LinePlace place_before_arrival(const LineCacheSurroundings& surroundings, bool crossbar, bool write) {
  if (crossbar) return LinePlace::kCrossbar;
  const bool on_way = write && surroundings.write_bytes_per_cycle;
  return on_way ? surroundings.places.port() : surroundings.places.banks;
}

}  // namespace texpipe::machine
