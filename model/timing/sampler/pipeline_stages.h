// The sampler's stages whose behaviour is slots, latency and rate alone: address generator, texel decoder, filter.
#pragma once

#include <bit>
#include <cstdint>

#include "base/parameter.h"
#include "timing/sampler/rates.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

struct AddressGeneratorParameters {
  std::uint32_t slots = 16;
  Cycles latency{6};
  std::uint32_t footprints_per_cycle = 2;

  template <class Visitor>
  void describe(Visitor& v) {
    v("slots", slots, {.range = {{1, 4096}}, .help = "footprints held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "coordinates to addresses", .source = kAssumed});
    v("footprints_per_cycle", footprints_per_cycle,
      {.range = {{1, 64}}, .help = "footprints made per cycle", .source = kAssumed});
  }
};

/// Turns subspans into footprints: coordinates, level of detail and texel addresses.
class AddressGenerator final : public FootprintStage {
 public:
  AddressGenerator(sc_core::sc_module_name name, Simulation& simulation, const AddressGeneratorParameters& parameters)
      : FootprintStage{name, simulation, "address generator: subspans to footprints", parameters.slots,
                       parameters.latency},
        interval_{work_at_rate(1, parameters.footprints_per_cycle)} {}

 private:
  Subcycles interval(const FootprintExtension&) override { return interval_; }

  Subcycles interval_;
};

struct TexelDecoderParameters {
  std::uint32_t slots = 16;
  Cycles latency{4};
  std::uint32_t texels_per_cycle = 32;

  template <class Visitor>
  void describe(Visitor& v) {
    v("slots", slots, {.range = {{1, 4096}}, .help = "footprints held", .source = kAssumed});
    v("latency", latency, {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "bytes to colours", .source = kAssumed});
    v("texels_per_cycle", texels_per_cycle,
      {.range = {{1, 1024}}, .help = "texels converted to colours per cycle", .source = kAssumed});
  }
};

/// Converts texels from their format to colours. Blocks are decompressed with the texture cache (its `decompression`).
class TexelDecoder final : public FootprintStage {
 public:
  TexelDecoder(sc_core::sc_module_name name, Simulation& simulation, const TexelDecoderParameters& parameters)
      : FootprintStage{name, simulation, "texel decoder: bytes to colours", parameters.slots, parameters.latency},
        texels_per_cycle_{parameters.texels_per_cycle} {}

 private:
  Subcycles interval(const FootprintExtension& footprint) override {
    return work_at_rate(static_cast<std::uint64_t>(std::popcount(footprint.footprint->texels)), texels_per_cycle_);
  }

  std::uint32_t texels_per_cycle_;
};

struct FilterParameters {
  std::string implementation = "model";
  RateTable rates = RateTable::kKabyLake;
  std::uint32_t slots = 32;
  Cycles latency{12};

  template <class Visitor>
  void describe(Visitor& v) {
    v("implementation", implementation, {.help = "entry of the block registry: model, rtl, or the user's own"});
    v("rates", rates,
      {.help = "texels per clock by format and filter",
       .source = {"Kaby Lake PRM vol. 4; Skylake PRM vol. 4, Configurations"}});
    v("slots", slots, {.range = {{1, 4096}}, .help = "footprints held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "texels in to sums out", .source = kAssumed});
  }
};

/// Weighs and sums texels at the documents' rates.
class TexelFilter final : public FootprintStage {
 public:
  TexelFilter(sc_core::sc_module_name name, Simulation& simulation, const FilterParameters& parameters)
      : FootprintStage{name, simulation, "filter: texels to sums", parameters.slots, parameters.latency},
        rates_{parameters.rates} {}

 private:
  Subcycles interval(const FootprintExtension& footprint) override {
    return filter_interval(rates_, footprint.footprint->filter, footprint.footprint->format_class);
  }

  RateTable rates_;
};

}  // namespace texpipe::timing
