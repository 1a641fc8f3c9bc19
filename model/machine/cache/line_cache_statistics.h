// What a cache of lines counts.
#pragma once

#include <cstdint>

#include "machine/cache/line_cache_surroundings.h"
#include "machine/statistics/link_account.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// What a bank does in a cycle.
enum class BankCycle : std::uint8_t { kBusy, kBlocked, kWaiting, kIdle };
EnumRows enum_rows(BankCycle);

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

/// A port over which answers leave, and a requester's way here over which written lines come.
LinkAccount port_account(StatisticsGroup& group, std::size_t port);
LinkAccount way_account(StatisticsGroup& group, std::size_t requester);

/// Where a line is until its request has arrived: what is written comes over a link where that has a width.
inline LinePlace place_before_arrival(const LineCacheSurroundings& surroundings, bool write) {
  return write && surroundings.write_bytes_per_cycle ? surroundings.places.port() : surroundings.places.banks;
}

}  // namespace texpipe::machine
