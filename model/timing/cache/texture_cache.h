// The sampler's first-level texture cache after Igehy, Eldridge and Proudfoot (1998): tags run ahead of data by a
// latency FIFO.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/parameter.h"
#include "timing/cache/fill_path.h"
#include "timing/cache/tag_array.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

/// Where blocks are decompressed: on the way into the cache, which then holds decoded texels, or behind it, where it
/// holds blocks.
enum class DecompressionPlace : std::uint8_t { kBeforeL1, kAfterL1 };
EnumRows enum_rows(DecompressionPlace);

struct DecompressionParameters {
  DecompressionPlace place = DecompressionPlace::kBeforeL1;
  Cycles latency{8};
  std::uint32_t lines_per_cycle = 1;

  template <class Visitor>
  void describe(Visitor& v) {
    v("place", place,
      {.help = "before_l1: the cache holds decoded texels; after_l1: it holds blocks", .source = kAssumed});
    v("latency", latency, {.range = {{Cycles{0}, Cycles{1000}}}, .help = "block to texels", .source = kAssumed});
    v("lines_per_cycle", lines_per_cycle,
      {.range = {{1, 64}}, .help = "cache lines of a compressed surface that pass per cycle", .source = kAssumed});
  }
};

struct TextureCacheParameters {
  ByteSize size{16 * 1024};
  std::uint32_t ways = 4;
  ByteSize line{64};
  SetHash set_hash = SetHash::kModulo;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  std::uint32_t mshrs = 16;
  std::uint32_t lookups_per_cycle = 8;
  Cycles tag_latency{4};
  std::uint32_t banks = 8;
  std::uint32_t ports = 2;
  Cycles data_latency{8};
  std::uint32_t data_slots = 24;
  DecompressionParameters decompression;

  template <class Visitor>
  void describe(Visitor& v) {
    v("size", size, {.range = {{ByteSize{64}, ByteSize{64 << 20}}}, .help = "data capacity", .source = kAssumed});
    v("ways", ways, {.range = {{1, 4096}}, .help = "lines per set", .source = kAssumed});
    v("line", line,
      {.range = {{ByteSize{16}, ByteSize{1024}}},
       .power_of_two = true,
       .help = "bytes of a line",
       .source = {"Mesa and PRM comments name 64-byte lines (gen9-sampling.md section 14)"}});
    v("set_hash", set_hash, {.help = "how a line number chooses its set", .source = kAssumed});
    v("replacement", replacement, {.help = "which line of a full set makes room", .source = kAssumed});
    v("seed", seed, {.help = "of random replacement"});
    v("mshrs", mshrs, {.range = {{1, 65536}}, .help = "lines that can be on their way at a time", .source = kAssumed});
    v("lookups_per_cycle", lookups_per_cycle,
      {.range = {{1, 64}}, .help = "tag lookups per cycle", .source = kAssumed});
    v("tag_latency", tag_latency,
      {.range = {{Cycles{1}, Cycles{1000}}}, .help = "address to tag result", .source = kAssumed});
    v("banks", banks, {.range = {{1, 256}}, .power_of_two = true, .help = "data banks", .source = kAssumed});
    v("ports", ports, {.range = {{1, 16}}, .help = "line reads per bank and cycle", .source = kAssumed});
    v("data_latency", data_latency,
      {.range = {{Cycles{1}, Cycles{1000}}}, .help = "data read to texels out", .source = kAssumed});
    v("data_slots", data_slots, {.range = {{1, 4096}}, .help = "footprints in the data read", .source = kAssumed});
    v.group("decompression", decompression, "decompression of block formats");
  }
};

struct LatencyFifoParameters {
  std::uint32_t slots = 128;

  template <class Visitor>
  void describe(Visitor& v) {
    v("slots", slots,
      {.range = {{1, 65536}},
       .help = "footprints between tag lookup and data read: hides the latency of misses",
       .source = kAssumed});
  }
};

/// Tag lookup and latency FIFO. A footprint holds a FIFO slot from its lookup until all its lines are there and the
/// data read takes it. Tags change at the lookup, data in the order of the FIFO, so an early eviction harms nobody in
/// front; lines that came too early wait beside the FIFO (assumed large enough). Each line that a footprint touches is
/// one lookup.
class CacheTags final : public FootprintStage {
 public:
  CacheTags(sc_core::sc_module_name name, Simulation& simulation, const TextureCacheParameters& parameters,
            const LatencyFifoParameters& fifo);

  FillPath fills;

 private:
  /// One line of a footprint, with what a miss needs.
  struct Access {
    LineKey key;
    std::uint8_t expansion;
  };

  Start start(FootprintExtension& footprint, Sequence sequence) override;
  Subcycles interval(const FootprintExtension& footprint) override;

  void collect(FootprintExtension& footprint);
  void collect_line(ByteAddress address, AddressSpace space, std::uint8_t expansion);
  bool look_up(const Access& access, Sequence sequence);
  void publish(const Access& access, LookupResult result);

  TextureCacheParameters parameters_;
  TagArray tags_;
  std::vector<Access> accesses_;  // of the footprint that issues
  std::size_t done_ = 0;          // of those, looked up
  bool collected_ = false;
  std::vector<std::uint32_t> bank_load_;

  Counter& texels_;
  Counter& lookups_;
  Counter& hits_;
  Counter& merges_;
  Counter& misses_;
  ChannelId channel_;
};

/// Data read: one line per port and bank in a cycle. Blocks of a cache that holds blocks are decompressed here.
class CacheData final : public FootprintStage {
 public:
  CacheData(sc_core::sc_module_name name, Simulation& simulation, const TextureCacheParameters& parameters);

 private:
  Subcycles interval(const FootprintExtension& footprint) override;
  Cycles extra_latency(const FootprintExtension& footprint) override;
  bool decompresses(const FootprintExtension& footprint) const;

  TextureCacheParameters parameters_;
};

/// Bank of a line. Neighbours in a row, in a column of a tile and across tiles lie in different banks.
/// @param banks  a power of two
std::uint32_t bank_of(LineKey key, std::uint32_t banks);

}  // namespace texpipe::timing
