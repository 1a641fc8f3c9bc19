#include "machine/cache/line_cache_statistics.h"

namespace texpipe::machine {

LineCacheStatistics::LineCacheStatistics(StatisticsGroup& group)
    : requests{group.counter("requests", StatisticUnit::kRequests, "requests granted by a bank")},
      reads{group.counter("reads", StatisticUnit::kLookups, "reads: hits, merges and misses")},
      hits{group.counter("hits", StatisticUnit::kLookups, "reads that found the line")},
      merges{group.counter("merges", StatisticUnit::kLookups, "reads of a line on its way")},
      misses{group.counter("misses", StatisticUnit::kLookups, "reads that asked memory")},
      writes{group.counter("writes", StatisticUnit::kRequests, "writes")},
      read_bytes{group.counter("read_bytes", StatisticUnit::kBytes, "bytes answered to readers")},
      fills{group.counter("fills", StatisticUnit::kLines, "lines that came from memory")},
      write_backs{group.counter("write_backs", StatisticUnit::kLines, "dirty lines written to memory")},
      dirty_at_end{group.counter("dirty_at_end", StatisticUnit::kBytes,
                                 "dirty lines that were here when the run ended: memory traffic to come")},
      conflicts{group.counter("bank_conflicts", StatisticUnit::kEvents,
                              "requesters that a bank let wait for another's grant")},
      occupancy{group.histogram("queue", StatisticUnit::kRequests, "requests waiting, weighted by cycles")},
      latency{group.histogram("latency", StatisticUnit::kCycles, "read taken to its line ready to leave")} {
  group.ratio("hit_rate", "hits per read", hits, reads);
  occupancy.set_level(Cycles{}, 0);
}

LinkAccount port_account(StatisticsGroup& group, std::size_t port) {
  return {group, "port_" + std::to_string(port), "port over which answers leave"};
}

LinkAccount way_account(StatisticsGroup& group, std::size_t requester) {
  return {group, "write_" + std::to_string(requester), "link over which written lines come"};
}

}  // namespace texpipe::machine
