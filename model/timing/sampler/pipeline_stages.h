// The sampler's stages whose behaviour is slots, latency and rate alone: texel decoder, filter.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "machine/sampler/filter_intervals.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/sampler/sampler_statistics.h"
#include "machine/statistics/intervals.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

/// Converts texels from their format to colours. Blocks are decompressed with the texture cache (its `decompression`).
class TexelDecoder final : public FootprintStage {
 public:
  TexelDecoder(sc_core::sc_module_name name, Simulation& simulation, const machine::TexelDecoderParameters& parameters)
      : FootprintStage{name,
                       simulation,
                       machine::kDecoderDescription,
                       parameters.slots,
                       parameters.latency,
                       {machine::Cause::kDecoderSlots, machine::Cause::kDecoderLatency, machine::Cause::kDecoderRate}},
        intervals_{machine::works_at_rate<functional::kTexelsPerFootprint + 1>(parameters.texels_per_cycle)} {}

 private:
  machine::Subcycles interval(const FootprintExtension& footprint) override {
    return intervals_[static_cast<unsigned>(std::popcount(footprint.footprint->texels))];
  }

  std::array<machine::Subcycles, functional::kTexelsPerFootprint + 1> intervals_;  // by texels
};

/// Weighs and sums texels at the documents' rates.
class TexelFilter final : public FootprintStage {
 public:
  TexelFilter(sc_core::sc_module_name name, Simulation& simulation, const machine::FilterParameters& parameters)
      : FootprintStage{name,
                       simulation,
                       machine::kFilterDescription,
                       parameters.slots,
                       parameters.latency,
                       {machine::Cause::kFilterSlots, machine::Cause::kFilterLatency, machine::Cause::kFilterRate}},
        intervals_{parameters.rates} {}

 private:
  machine::Subcycles interval(const FootprintExtension& footprint) override { return intervals_(*footprint.footprint); }

  machine::FilterIntervals intervals_;
};

}  // namespace texpipe::timing
