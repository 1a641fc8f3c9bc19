#include "machine/cache/line_cache_statistics.h"

#include <string>

namespace texpipe::machine {

namespace {

constexpr EnumRow kBankCycles[] = {
    {0, "busy", "moves a request's bytes"},
    {1, "blocked_downstream", "a request waits: no miss register is free, or the write buffer is full"},
    {2, "waiting", "lines are on their way, and no request waits"},
    {3, "idle", "nothing is asked"},
};

}  // namespace

EnumRows enum_rows(BankCycle) {
  return {"bank cycle", kBankCycles};
}

CycleAccount& LineCacheStatistics::bank_cycles(std::uint32_t bank) const {
  return group.account("bank_" + std::to_string(bank) + "_cycles", "where the cycles of the bank went",
                       enum_rows(BankCycle{}));
}

PrefetchStatistics::PrefetchStatistics(StatisticsGroup& group)
    : prefetches{group.counter("prefetches", StatisticUnit::kLines, "lines asked for before anybody read them")},
      used{group.counter("prefetches_used", StatisticUnit::kLines, "of those, read later, here or on their way")},
      dropped{group.counter("prefetches_dropped", StatisticUnit::kLines,
                            "lines not asked for: no miss register or no room was free")} {
  group.ratio("prefetch_accuracy", "prefetched lines that were read", used, prefetches);
}

SectorStatistics::SectorStatistics(StatisticsGroup& group)
    : misses{group.counter("sector_misses", StatisticUnit::kLookups,
                           "misses of a line that was here without the sectors that were read")},
      fill_bytes{group.counter("fill_bytes", StatisticUnit::kBytes, "bytes of sectors that came from memory")},
      write_back_bytes{
          group.counter("write_back_bytes", StatisticUnit::kBytes, "bytes of changed sectors written to memory")} {}

LineCacheStatistics::LineCacheStatistics(StatisticsGroup& group)
    : group{group},
      requests{group.counter("requests", StatisticUnit::kRequests, "requests granted by a bank")},
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

LinkAccount slice_account(StatisticsGroup& group, std::size_t slice) {
  return {group, "slice_" + std::to_string(slice), "port of a slice into the crossbar, for answers"};
}

LinkAccount way_account(StatisticsGroup& group, std::size_t requester) {
  return {group, "write_" + std::to_string(requester), "link over which written lines come"};
}

}  // namespace texpipe::machine
