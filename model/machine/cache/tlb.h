// The GPU's translation of addresses behind L3: the pages that it holds, and the cost of a walk through the page
// tables.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/cache/tag_array.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

inline constexpr std::string_view kTlbDescription = "translations of what L3 asks for";

struct TlbParameters {
  bool enabled = false;
  std::uint32_t entries = 768;
  ByteSize page{4096};
  Cycles walk_latency{21};

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled,
      {.help = "translating addresses of what L3 asks for takes time; false: it takes none", .source = kAssumed});
    v("entries", entries,
      {.range = {{1, 4096}},
       .help = "pages held, fully associative; the one used least recently makes room",
       .source = {"Chips and Cheese on Adreno and Gen9, after Intel: 768"}});
    v("page", page,
      {.range = {{ByteSize{4096}, ByteSize{1 << 30}}},
       .power_of_two = true,
       .help = "bytes of a page",
       .source = kAssumed});
    v("walk_latency", walk_latency,
      {.range = {{Cycles{1}, Cycles{100'000}}},
       .help = "further cycles when the page is not held; page walks overlap, requests leave in order",
       .source = kAssumed});
  }
};

class Tlb {
 public:
  Tlb(const TlbParameters& parameters, StatisticsGroup& group)
      : page_{parameters.page},
        walk_latency_{parameters.walk_latency},
        pages_{{.sets = 1, .ways = parameters.entries}},
        lookups_{group.counter("lookups", StatisticUnit::kRequests, "lines looked up")},
        walks_{group.counter("walks", StatisticUnit::kRequests, "of those, page not held")} {}

  /// Translates an address. Returns the cycles that this takes beyond those for a page that is held.
  Cycles look_up(ByteAddress address) {
    const LineKey page{AddressSpace::kStored, address.value() / page_.value()};
    lookups_.add();
    if (pages_.lookup(page)) return {};
    pages_.allocate(page);
    walks_.add();
    return walk_latency_;
  }

 private:
  ByteSize page_;
  Cycles walk_latency_;
  TagArray pages_;
  Counter& lookups_;
  Counter& walks_;
};

}  // namespace texpipe::machine
