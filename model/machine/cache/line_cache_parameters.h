// Parameters of a cache of lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/enum_table.h"
#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/cache/bank_hash.h"
#include "machine/cache/sectors.h"
#include "machine/cache/tag_array.h"
#include "machine/prefetch/prefetch.h"

namespace texpipe::machine {

/// Ports of L3 towards a subslice.
enum class SubslicePorts : std::uint8_t { kSeparate, kShared };

inline constexpr std::array<EnumRow, 2> kSubslicePorts{{
    {0, "separate", "sampler and data port have one each"},
    {1, "shared", "sampler and data port share one"},
}};
inline EnumRows enum_rows(SubslicePorts) {
  return {"ports towards a subslice", kSubslicePorts};
}

/// Crossbar between the requesters of a cache and its slices.
struct CrossbarParameters {
  Cycles latency{4};
  Fraction bytes_per_cycle = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{100'000}}},
       .help = "cycles that a request takes from its requester to a slice, and an answer back",
       .source = kAssumed});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "bytes per cycle of a slice's port, for answers to all requesters, and of each requester's, for written "
               "lines",
       .source = kAssumed});
  }
};

struct LineCacheParameters {
  Implementation implementation;
  ByteSize size{768 << 10};
  std::uint32_t ways = 16;
  ByteSize line{64};
  ByteSize sector{0};
  SetHash set_hash = SetHash::kXor;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  std::uint32_t banks = 4;
  BankHash bank_hash;
  Fraction bytes_per_cycle = 64;
  Cycles hit_latency{30};
  Cycles data_latency{20};
  Cycles fill_latency{4};
  std::uint32_t mshrs = 32;
  std::uint32_t queue = 16;
  Prefetch prefetch = Prefetch::kNone;
  std::uint32_t prefetch_degree = 1;
  std::uint32_t write_buffer = 64;
  ByteSize urb{0};
  ByteSize slm{0};
  SubslicePorts subslice_ports = SubslicePorts::kSeparate;
  std::uint32_t slices = 1;  // of L3, as all that follows
  BankHash slice_hash;
  CrossbarParameters crossbar;
  bool enabled = true;  // of L3; other caches that may be left out say so beside their parameters

  /// Bytes of the array that hold lines: all but URB and SLM.
  ByteSize capacity() const { return size - urb - slm; }

  /// Banks of all slices.
  std::uint32_t all_banks() const { return slices * banks; }

  /// Division of the lines.
  Sectors sectors() const { return {line, sector}; }

  /// Cycles from the grant until the tags are read, when a miss is known.
  Cycles tag_latency() const { return hit_latency - std::min(hit_latency, data_latency); }

  template <class Visitor>
  void describe(Visitor& v) {
    constexpr ParameterRange<ByteSize> kShare{ByteSize{0}, ByteSize{std::uint64_t{1} << 30}};
    v("enabled", enabled,
      {.help = "a cache of the slice. false: samplers and data ports ask the last-level cache, or memory",
       .source = kChoice});
    describe_written(v);
    describe_slices(v);
    v("urb", urb,
      {.range = kShare,
       .help = "bytes of size that are the unified return buffer and hold no lines",
       .source = kAssumed});
    v("slm", slm,
      {.range = kShare, .help = "bytes of size that are shared local memory and hold no lines", .source = kAssumed});
    v("subslice_ports", subslice_ports,
      {.help = "ports of a subslice. separate: one for its sampler, one for its data port; shared: one for both",
       .source = kAssumed});
  }

  template <class Visitor>
  void describe_slices(Visitor& v) {
    v("slices", slices,
      {.range = {{1, 64}},
       .help =
           "slices behind a crossbar, each with its part of size, with banks, queues and a write_buffer of its own, "
           "and with a way of its own to the next level; 1: no crossbar",
       .source = kAssumed});
    v("slice_hash", slice_hash,
      {.help = "how a line's number chooses its slice: modulo, xor, or a mask of its bits for each bit of the index",
       .source = kAssumed});
    v.group("crossbar", crossbar, "crossbar between requesters and slices");
  }

  /// Parameters of a cache whose whole array holds lines.
  template <class Visitor>
  void describe_written(Visitor& v) {
    describe_read_only(v);
    v("write_buffer", write_buffer,
      {.range = {{1, 65536}},
       .help = "changed lines that can wait to be written to memory; of sectored lines, runs of changed sectors",
       .source = kAssumed});
  }

  /// Parameters of a cache that is only read.
  template <class Visitor>
  void describe_read_only(Visitor& v) {
    implementation.describe(v);
    v("size", size,
      {.range = {{ByteSize{1024}, ByteSize{std::uint64_t{1} << 30}}},
       .help = "data capacity",
       .source = {"L3: Skylake PRM vol. 4; sampler L2: assumed"}});
    v("ways", ways, {.range = {{1, 4096}}, .help = "lines per set", .source = kAssumed});
    v("line", line,
      {.range = {{ByteSize{16}, ByteSize{1024}}}, .power_of_two = true, .help = "bytes of a line", .source = kAssumed});
    v("sector", sector, {.range = kSectorBytes, .help = kSectorHelp, .source = kAssumed});
    v("set_hash", set_hash, {.help = "how a line number chooses its set", .source = kAssumed});
    v("replacement", replacement, {.help = "which line of a full set makes room", .source = kAssumed});
    v("seed", seed, {.help = "seed of the random numbers of replacement: random, nmru"});
    v("banks", banks,
      {.range = {{1, 64}}, .help = "banks, each with its own lookups and data", .source = {"L3: Skylake PRM vol. 4"}});
    v("bank_hash", bank_hash,
      {.help = "how a line's number chooses its bank: modulo, xor, or a mask of its bits for each bit of the index",
       .source = kAssumed});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "bytes per cycle of a bank and of a requester's port",
       .source = {"L3: Skylake PRM vol. 4"}});
    v("hit_latency", hit_latency,
      {.range = {{Cycles{1}, Cycles{100'000}}},
       .help = "cycles from the grant of a request that hits until its data is at the requester",
       .source = kAssumed});
    v("data_latency", data_latency,
      {.range = {{Cycles{0}, Cycles{100'000}}},
       .help =
           "part of hit_latency that follows the tag lookup: a miss is known hit_latency - data_latency cycles after "
           "the grant, at once when that is not positive",
       .source = kAssumed});
    v("fill_latency", fill_latency,
      {.range = {{Cycles{1}, Cycles{100'000}}},
       .help = "cycles from the arrival of a missed line until its data is at the requester",
       .source = kAssumed});
    v("mshrs", mshrs,
      {.range = {{1, 65536}},
       .help = "miss registers: lines of a bank that can be on their way at a time, each with all its sectors",
       .source = kAssumed});
    v("queue", queue,
      {.range = {{1, 65536}}, .help = "requests of one requester that can wait for a grant", .source = kAssumed});
    v("prefetch", prefetch,
      {.help = "lines that are asked for before anybody reads them, within the 4 KiB page of a read; the last miss "
               "register of a bank stays free for reads",
       .source = kAssumed});
    v("prefetch_degree", prefetch_degree, {.range = {{1, 64}}, .help = "lines that a prefetch asks for"});
  }
};

/// Tags of one bank. Errors: those of geometry_of.
inline CacheGeometry bank_geometry(const LineCacheParameters& cache) {
  const std::uint32_t banks = cache.all_banks();
  CacheGeometry geometry = geometry_of(ByteSize{cache.capacity().value() / banks}, cache.ways, cache.line,
                                       cache.set_hash, cache.replacement, cache.seed);
  geometry.interleave = banks;
  geometry.sectors = cache.sectors().count();
  return geometry;
}

}  // namespace texpipe::machine
