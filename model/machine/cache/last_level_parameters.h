// Parameters of the last-level cache, which GPU and CPU share.
#pragma once

#include "base/fraction.h"
#include "base/parameter.h"
#include "machine/cache/line_cache_parameters.h"

namespace texpipe::machine {

struct LastLevelCacheParameters {
  bool enabled = false;
  LineCacheParameters cache{.size = ByteSize{8 << 20}, .hit_latency = Cycles{104}, .mshrs = 64, .queue = 64};
  Fraction write_bytes_per_cycle = 32;

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled, {.help = "a cache between L3 and memory, at the end of the ring", .source = kAssumed});
    cache.describe_written(v);
    v("write_bytes_per_cycle", write_bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "bytes per cycle of the ring from L3 to this cache; towards L3 bytes_per_cycle counts",
       .source = {"Intel's Gen9 and Gen11 compute architecture: 32 of client parts"}});
  }
};

}  // namespace texpipe::machine
