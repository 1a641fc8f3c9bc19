// Parameters of a cache of the fixed functions of the 3D pipeline.
#pragma once

#include <array>
#include <cstdint>

#include "base/parameter.h"
#include "base/quantity.h"
#include "functional/message/target_work.h"
#include "machine/cache/line_cache_parameters.h"

namespace texpipe::machine {

/// Such a cache has lines of 64 bytes, and a port of its own to the last-level cache, past L3.
struct FrameCacheParameters {
  ByteSize size{8 << 10};
  std::uint32_t ways = 4;
  std::uint32_t banks = 1;
  Fraction bytes_per_cycle = 64;
  Cycles hit_latency{8};
  std::uint32_t mshrs = 48;

  /// The cache as one of lines.
  /// @param sector  of its lines; 0: they move whole
  LineCacheParameters line_cache(ByteSize sector = ByteSize{0}) const {
    LineCacheParameters cache;
    cache.sector = sector;
    cache.size = size;
    cache.ways = ways;
    cache.line = ByteSize{functional::kFrameLine};
    cache.banks = banks;
    cache.bytes_per_cycle = bytes_per_cycle;
    cache.hit_latency = hit_latency;
    cache.mshrs = mshrs;
    return cache;
  }

  template <class Visitor>
  void describe(Visitor& v) {
    v("size", size,
      {.range = {{ByteSize{1024}, ByteSize{16 << 20}}},
       .help = "data capacity",
       .source = {"SKL PRM vol. 14 for HiZ, depth, stencil, colour and MSC; vertex cache: assumed"}});
    v("ways", ways, {.range = {{1, 256}}, .help = "lines per set", .source = kAssumed});
    v("banks", banks,
      {.range = {{1, 16}},
       .help = "parts by the low bits of a line's number; each takes a request a cycle",
       .source = {"assumed: a request a cycle"}});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "bytes per cycle of a bank and of the port",
       .source = {"assumed: a line a cycle"}});
    v("hit_latency", hit_latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from the grant of a request that hits until its data is there",
       .source = kAssumed});
    v("mshrs", mshrs,
      {.range = {{1, 4096}},
       .help = "lines that can be on their way at a time",
       .source = {"assumed: about as many as the counters' signal of a full queue of requests tells"}});
  }
};

/// Names of the caches in paths, and what they hold, by functional::FrameCache.
struct FrameCacheFacts {
  const char* name;
  const char* description;
};
inline constexpr std::array<FrameCacheFacts, functional::kFrameCaches> kFrameCacheFacts{{
    {"vertex_cache", "vertex cache: vertices and indices of draws"},
    {"hiz_cache", "cache of hierarchical depth buffers"},
    {"depth_cache", "depth cache"},
    {"stencil_cache", "stencil cache"},
    {"color_cache", "colour cache of render targets"},
    {"mcs_cache", "cache of CCS and MCS lines, which tell how colours are stored"},
}};

}  // namespace texpipe::machine
