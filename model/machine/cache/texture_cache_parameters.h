// Parameters of the first-level texture cache.
#pragma once

#include <array>
#include <cstdint>

#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/cache/bank_hash.h"
#include "machine/cache/sectors.h"
#include "machine/cache/tag_array.h"
#include "machine/prefetch/prefetch.h"

namespace texpipe::machine {

/// Place of block decompression: on the way into the cache, which then holds decoded texels, or behind it, where the
/// cache holds blocks.
enum class DecompressionPlace : std::uint8_t { kBeforeL1, kAfterL1 };

inline constexpr std::array<EnumRow, 2> kDecompressionPlaces{{
    {0, "before_l1", "between the next level and the first: the first holds decoded texels"},
    {1, "after_l1", "behind the first level, which holds blocks"},
}};
inline EnumRows enum_rows(DecompressionPlace) {
  return {"place of block decompression", kDecompressionPlaces};
}

struct DecompressionParameters {
  DecompressionPlace place = DecompressionPlace::kBeforeL1;
  Cycles latency{8};
  Fraction blocks_per_cycle = 8;

  template <class Visitor>
  void describe(Visitor& v) {
    v("place", place,
      {.help = "before_l1: the cache holds decoded texels; after_l1: it holds blocks", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{0}, Cycles{1000}}}, .help = "cycles to decompress a block", .source = kAssumed});
    v("blocks_per_cycle", blocks_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}},
       .help = "blocks decompressed per cycle: those of a line on its way in, or those that a footprint reads",
       .source = kAssumed});
  }
};

/// Time at which the lines of a footprint are looked up.
enum class LookupOrder : std::uint8_t { kTogether, kOneByOne };

inline constexpr std::array<EnumRow, 2> kLookupOrders{{
    {0, "together", "all lines of a footprint when its first is, with the miss registers of that cycle"},
    {1, "one_by_one",
     "each line in a cycle of its own, with the miss registers of that cycle; one footprint per cycle enters the tags "
     "and the data read, and a footprint without lines passes like one with a line"},
}};
inline EnumRows enum_rows(LookupOrder) {
  return {"lookup order", kLookupOrders};
}

/// Parts of the cached lines that a data bank holds.
enum class BankChoice : std::uint8_t { kLines, kWords };

inline constexpr std::array<EnumRow, 2> kBankChoices{{
    {0, "lines", "each bank holds whole lines; bank_hash chooses the bank of a line"},
    {1, "words",
     "each bank holds words of 8 bytes; the column and row of the surface that a word lies in choose its bank: 32 "
     "banks are 4 columns by 8 rows"},
}};
inline EnumRows enum_rows(BankChoice) {
  return {"choice of data banks", kBankChoices};
}

/// Words that an element of more than 8 bytes reads from banks of words.
enum class WideReads : std::uint8_t { kWords, kRows };

inline constexpr std::array<EnumRow, 2> kWideReads{{
    {0, "words", "the words of the element"},
    {1, "rows", "all four words of the row that it lies in, 32 bytes at a multiple of 32"},
}};
inline EnumRows enum_rows(WideReads) {
  return {"reads of wide elements", kWideReads};
}

struct TextureCacheParameters {
  Implementation implementation;
  bool enabled = true;
  ByteSize size{16 << 10};
  std::uint32_t ways = 4;
  ByteSize line{64};
  ByteSize sector{0};
  SetHash set_hash = SetHash::kModulo;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  std::uint32_t mshrs = 16;
  Prefetch prefetch = Prefetch::kNone;
  std::uint32_t prefetch_degree = 1;
  Fraction lookups_per_cycle = 16;
  LookupOrder lookup_order = LookupOrder::kTogether;
  Cycles tag_latency{4};
  std::uint32_t banks = 16;
  BankHash bank_hash;
  BankChoice bank_choice = BankChoice::kLines;
  bool level_banks = false;
  WideReads wide_reads = WideReads::kWords;
  bool overlapping_reads = true;
  std::uint32_t ports = 4;
  Cycles data_latency{8};
  std::uint32_t data_slots = 48;
  DecompressionParameters decompression;

  /// Division of the lines.
  Sectors sectors() const { return {line, sector}; }

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("enabled", enabled,
      {.help = "false: no line stays; footprints fetch theirs from the next level and share what is on its way",
       .source = kAssumed});
    v("size", size, {.range = {{ByteSize{64}, ByteSize{64 << 20}}}, .help = "data capacity", .source = kAssumed});
    v("ways", ways, {.range = {{1, 4096}}, .help = "lines per set", .source = kAssumed});
    v("line", line,
      {.range = {{ByteSize{16}, ByteSize{1024}}},
       .power_of_two = true,
       .help = "bytes of a line",
       .source = {"Mesa and PRM comments name 64-byte lines (docs/specification/sampling.md, section 14)"}});
    v("sector", sector, {.range = kSectorBytes, .help = kSectorHelp, .source = kAssumed});
    v("set_hash", set_hash, {.help = "how a line number chooses its set", .source = kAssumed});
    v("replacement", replacement, {.help = "which line of a full set makes room", .source = kAssumed});
    v("seed", seed, {.help = "seed of the random numbers of replacement: random, nmru"});
    v("mshrs", mshrs,
      {.range = {{1, 65536}},
       .help =
           "miss registers: lines that can be on their way at a time; later sectors of such a line take a further one",
       .source = kAssumed});
    v("prefetch", prefetch,
      {.help = "lines that are asked for before anybody looks them up, within 4 KiB of the addresses that the cache "
               "holds; the last miss register stays free for misses",
       .source = kAssumed});
    v("prefetch_degree", prefetch_degree, {.range = {{1, 64}}, .help = "lines that a prefetch asks for"});
    v("lookups_per_cycle", lookups_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "tag lookups per cycle", .source = kAssumed});
    v("lookup_order", lookup_order,
      {.help = "together: a footprint's lines are looked up when the first is; one_by_one: each in its own cycle",
       .source = kAssumed});
    v("tag_latency", tag_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from the addresses of a footprint to the result of its tag lookup",
       .source = kAssumed});
    v("banks", banks,
      {.range = {{1, 256}},
       .power_of_two = true,
       .help = "banks of the data array, read at the same time",
       .source = kAssumed});
    v("bank_hash", bank_hash,
      {.help = "how a line's number chooses its bank: modulo, xor, or a mask of its bits for each bit of the index",
       .source = kAssumed});
    v("bank_choice", bank_choice,
      {.help =
           "contents of a data bank. lines: whole lines, chosen by bank_hash; words: 8 bytes, chosen by the place of "
           "their texels in the surface",
       .source = kAssumed});
    v("level_banks", level_banks,
      {.help = "even and odd mip levels have banks of their own, as many each, so that both levels of a trilinear "
               "sample are read at once",
       .source = kAssumed});
    v("wide_reads", wide_reads,
      {.help =
           "words that an element of more than 8 bytes reads from banks of words. words: its own; rows: rows of four",
       .source = kAssumed});
    v("overlapping_reads", overlapping_reads,
      {.help = "a footprint's banks may be read while other banks are still read for the footprint before it; false: "
               "footprints whose levels share their banks are read one after the other",
       .source = kAssumed});
    v("ports", ports, {.range = {{1, 16}}, .help = "line reads per bank and cycle", .source = kAssumed});
    v("data_latency", data_latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from reading the data array until the texels are out",
       .source = kAssumed});
    v("data_slots", data_slots,
      {.range = {{1, 4096}}, .help = "footprints that can be in the data read at a time", .source = kAssumed});
    v.group("decompression", decompression, "decompression of block formats");
  }
};

/// Tags of the first level. Errors: those of geometry_of.
inline CacheGeometry first_level_geometry(const TextureCacheParameters& cache) {
  CacheGeometry geometry =
      geometry_of(cache.size, cache.ways, cache.line, cache.set_hash, cache.replacement, cache.seed);
  geometry.sectors = cache.sectors().count();
  return geometry;
}

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

}  // namespace texpipe::machine
