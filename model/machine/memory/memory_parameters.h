// Parameters of the memory behind L3.
#pragma once

#include <array>
#include <cstdint>

#include "base/enum_table.h"
#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/cache/bank_hash.h"

namespace texpipe::machine {

/// Kinds of memory devices: what a byte takes in energy (the study's table), nothing in time.
enum class MemoryKind : std::uint8_t { kDdr4, kLpddr4, kGddr5, kHbm2 };

inline constexpr std::array<EnumRow, 4> kMemoryKinds{{
    {0, "ddr4", "modules on a board"},
    {1, "lpddr4", "devices for mobile machines, beside the chip"},
    {2, "gddr5", "graphics devices on the board"},
    {3, "hbm2", "stacks on the chip's own carrier"},
}};
inline EnumRows enum_rows(MemoryKind) {
  return {"kind of memory", kMemoryKinds};
}

/// Range of a memory's times: far beyond those of any memory, and far below an overflow in cycles of the clock.
inline constexpr ParameterRange<TimeSpan> kMemoryTimes{TimeSpan{0}, TimeSpan{100'000'000'000}};

struct MemoryParameters {
  Implementation implementation;
  MemoryKind kind = MemoryKind::kDdr4;
  TimeSpan latency{120'000};
  Bandwidth bandwidth{34'100'000'000};
  std::uint32_t channels = 1;
  ByteSize interleave{256};
  BankHash channel_hash{BankHash::Kind::kModulo};
  std::uint32_t banks = 16;
  ByteSize row{2048};
  BankHash bank_hash;
  TimeSpan row_miss{30'000};
  TimeSpan bank_cycle{5'000};
  std::uint32_t queue = 64;
  Fraction compression = 1;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("kind", kind,
      {.help = "kind of devices, by which the energy of a byte differs (texpipe energy); it changes no time",
       .source = kAssumed});
    v("latency", latency,
      {.range = kMemoryTimes,
       .help = "time from taking a request to its first byte on the bus, where its row is open",
       .source = kAssumed});
    v("bandwidth", bandwidth,
      {.range = {{Bandwidth{1'000'000}, Bandwidth{std::uint64_t{1} << 44}}},
       .help = "bytes per second of the data bus; of several channels together",
       .source = {"two channels DDR4-2133: 34.1 GB/s"}});
    v("channels", channels,
      {.range = {{1, 64}},
       .help = "channels, each with banks and a data bus of its own, which has its share of the bandwidth; "
               "where there are several, data take a cycle more to be joined",
       .source = kAssumed});
    v("interleave", interleave,
      {.range = {{ByteSize{64}, ByteSize{1 << 20}}},
       .power_of_two = true,
       .help =
           "bytes of neighbouring addresses in one channel, before those of the next; a request goes to the channel "
           "of its first byte",
       .source = kAssumed});
    v("channel_hash", channel_hash,
      {.help = "how the number of a piece of interleave bytes chooses its channel: modulo, xor, or a mask of its bits "
               "for each bit of the index",
       .source = kAssumed});
    v("banks", banks,
      {.range = {{1, 1024}},
       .power_of_two = true,
       .help = "banks of a channel, each with one open row",
       .source = kAssumed});
    v("row", row,
      {.range = {{ByteSize{64}, ByteSize{1 << 20}}},
       .power_of_two = true,
       .help = "bytes of a row",
       .source = kAssumed});
    v("bank_hash", bank_hash,
      {.help = "how a row's number chooses its bank: modulo, xor, or a mask of its bits for each bit of the index",
       .source = kAssumed});
    v("row_miss", row_miss,
      {.range = kMemoryTimes, .help = "further latency where another row is open", .source = kAssumed});
    v("bank_cycle", bank_cycle,
      {.range = kMemoryTimes, .help = "least time between two requests of a bank", .source = kAssumed});
    v("queue", queue,
      {.range = {{1, 65536}}, .help = "requests that can be taken and not answered yet", .source = kAssumed});
    v("compression", compression,
      {.range = {{Fraction{1}, Fraction{16}}},
       .help =
           "lossless compression of lines: their bytes for each byte over the data bus. A ratio of the traffic alone; "
           "lines take the room that they have, and no time is taken to compress them",
       .source = kAssumed});
  }
};

}  // namespace texpipe::machine
