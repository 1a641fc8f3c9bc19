// The sampler's stages whose behaviour is slots, latency and rate alone: texel decoder, filter.
#pragma once

#include <bit>
#include <cstdint>

#include "machine/sampler/decode_intervals.h"
#include "machine/sampler/filter_intervals.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/sampler/sampler_statistics.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

/// Converts texels from their format to colours. Blocks are decompressed with the texture cache (its `decompression`).
class TexelDecoder final : public FootprintStage {
 public:
  TexelDecoder(sc_core::sc_module_name name, Simulation& simulation, const machine::TexelDecoderParameters& parameters)
      : FootprintStage{name, simulation, machine::kDecoderDescription, parameters.slots, parameters.latency},
        intervals_{machine::decode_intervals(parameters)} {}

 private:
  machine::Subcycles interval(const FootprintExtension& footprint) override {
    return intervals_[static_cast<unsigned>(std::popcount(footprint.footprint->texels))];
  }

  machine::DecodeIntervals intervals_;
};

/// Weighs and sums texels at the documents' rates.
class TexelFilter final : public FootprintStage {
 public:
  TexelFilter(sc_core::sc_module_name name, Simulation& simulation, const machine::FilterParameters& parameters)
      : FootprintStage{name, simulation, machine::kFilterDescription, parameters.slots, parameters.latency},
        intervals_{parameters.rates} {}

 private:
  machine::Subcycles interval(const FootprintExtension& footprint) override { return intervals_(*footprint.footprint); }

  machine::FilterIntervals intervals_;
};

}  // namespace texpipe::timing
