// Table of the cycles that footprints take in the texel decoder.
#pragma once

#include <algorithm>
#include <array>

#include "functional/sampling/footprint.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/statistics/issue_slot.h"
#include "machine/time_series/intervals.h"

namespace texpipe::machine {

/// Cycles by the number of texels of the footprint.
using DecodeIntervals = std::array<Subcycles, functional::kTexelsPerFootprint + 1>;

inline DecodeIntervals decode_intervals(const TexelDecoderParameters& p) {
  DecodeIntervals intervals = works_at_rate<functional::kTexelsPerFootprint + 1>(p.texels_per_cycle);
  if (!p.whole_cycles) return intervals;
  for (Subcycles& interval : intervals) interval = subcycles(std::max(cycles_touched(interval), Cycles{1}));
  return intervals;
}

}  // namespace texpipe::machine
