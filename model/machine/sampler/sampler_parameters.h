// Parameters of the sampler: its stages and its caches.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/blocks/block_kind.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/texture_cache_parameters.h"
#include "machine/sampler/rates.h"

namespace texpipe::machine {

struct MessageFrontEndParameters {
  Implementation implementation;
  std::uint32_t slots = 8;
  Cycles latency{4};
  Fraction bytes_per_cycle = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("slots", slots,
      {.range = {{1, 1024}}, .help = "messages that can wait for the address generator", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from the last payload register to the first footprint",
       .source = kAssumed});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}}, .help = "payload bytes taken in per cycle", .source = kAssumed});
  }
};

struct AddressGeneratorParameters {
  Implementation implementation;
  std::uint32_t slots = 16;
  Cycles latency{6};
  Fraction footprints_per_cycle = 2;
  Fraction buffer_texels_per_cycle = 8;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("slots", slots, {.range = {{1, 4096}}, .help = "footprints that can be held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "cycles from coordinates to addresses", .source = kAssumed});
    v("footprints_per_cycle", footprints_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "footprints made per cycle", .source = kAssumed});
    v("buffer_texels_per_cycle", buffer_texels_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}},
       .help = "most texels of typed buffers whose addresses are made per cycle",
       .source = kAssumed});
  }
};

struct TexelDecoderParameters {
  Implementation implementation;
  std::uint32_t slots = 16;
  Cycles latency{4};
  Fraction texels_per_cycle = 32;
  bool whole_cycles = false;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("slots", slots, {.range = {{1, 4096}}, .help = "footprints that can be held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "cycles from bytes to colours", .source = kAssumed});
    v("texels_per_cycle", texels_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}}, .help = "texels converted to colours per cycle", .source = kAssumed});
    v("whole_cycles", whole_cycles,
      {.help = "a footprint takes whole cycles, however few its texels; false: the rest of a cycle is for the next one",
       .source = kAssumed});
  }
};

struct FilterParameters {
  Implementation implementation;
  FilterRates rates = kKabyLakeRates;
  std::uint32_t slots = 32;
  Cycles latency{12};

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v.preset_group("rates", rates, kFilterRatePresets,
                   "texels per clock of one sampler, by filter and bits per texel: a word, or a table of numbers and "
                   "fractions");
    v("slots", slots, {.range = {{1, 4096}}, .help = "footprints that can be held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from the first texels to the filtered sums",
       .source = kAssumed});
  }
};

struct WritebackParameters {
  Implementation implementation;
  std::uint32_t slots = 8;
  Cycles latency{4};
  Fraction bytes_per_cycle = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("slots", slots,
      {.range = {{1, 1024}}, .help = "messages whose results can be collected at a time", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from the last footprint to the first register on the bus",
       .source = kAssumed});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "response bytes per cycle, whole registers",
       .source = kAssumed});
  }
};

struct SecondLevelParameters {
  bool enabled = true;
  LineCacheParameters cache{
      .size = ByteSize{128 * 1024}, .ways = 8, .banks = 1, .hit_latency = Cycles{12}, .data_latency = Cycles{8}};

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled, {.help = "a second texture cache level inside the sampler", .source = kAssumed});
    cache.describe_read_only(v);
  }
};

/// Parameters of the data read. Its banks, ports and times are among those of the texture cache.
struct TextureDataParameters {
  Implementation implementation;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
  }
};

/// Parameters of a sampler. `implementation` names one block that replaces all from address generator to filter.
struct SamplerParameters {
  Implementation implementation;
  MessageFrontEndParameters front_end;
  AddressGeneratorParameters address_generator;
  TextureCacheParameters l1;
  TextureDataParameters l1_data;
  LatencyFifoParameters latency_fifo;
  SecondLevelParameters l2;
  TexelDecoderParameters decoder;
  FilterParameters filter;
  WritebackParameters writeback;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v.group("front_end", front_end, "message front end");
    v.group("address_generator", address_generator, "address generator: makes footprints of subspans");
    v.group("l1", l1, "texture cache");
    v.group("l1_data", l1_data, "data read of the texture cache");
    v.group("latency_fifo", latency_fifo, "queue between tags and data of the texture cache");
    v.group("l2", l2, "second texture cache level");
    v.group("decoder", decoder, "texel decoder");
    v.group("filter", filter, "texel filter");
    v.group("writeback", writeback, "responses to the EUs");
  }
};

/// A kind of block as a type: visitors that choose by it when they are compiled take `auto`, all others a BlockKind.
template <BlockKind kind>
using StageKind = std::integral_constant<BlockKind, kind>;

/// Calls visit(kind, parameters) for each stage of a sampler, in the order in which footprints pass them.
template <class Sampler, class Visit>
void for_each_stage(Sampler& sampler, Visit&& visit) {
  visit(StageKind<BlockKind::kFrontEnd>{}, sampler.front_end);
  visit(StageKind<BlockKind::kAddressGenerator>{}, sampler.address_generator);
  visit(StageKind<BlockKind::kTags>{}, sampler.l1);
  visit(StageKind<BlockKind::kData>{}, sampler.l1_data);
  visit(StageKind<BlockKind::kDecoder>{}, sampler.decoder);
  visit(StageKind<BlockKind::kFilter>{}, sampler.filter);
  visit(StageKind<BlockKind::kWriteback>{}, sampler.writeback);
}

/// Calls visit(kind, enabled, parameters) for each cache of lines that a sampler has to itself, from its first level
/// on.
template <class Sampler, class Visit>
void for_each_own_cache(Sampler& sampler, Visit&& visit) {
  visit(BlockKind::kL2, sampler.l2.enabled, sampler.l2.cache);
}

}  // namespace texpipe::machine
