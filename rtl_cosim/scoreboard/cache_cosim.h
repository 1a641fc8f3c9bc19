// Model and RTL of the texture cache side by side: the same footprints, memory, back-pressure and resets; every lookup,
// every request, every result, and the cycles of all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/parameter.h"
#include "rtl_cosim/scoreboard/cache_stimulus.h"
#include "rtl_cosim/scoreboard/cosim_waves.h"
#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/scoreboard/free_cosim.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(TextureCacheVariant);

struct CacheCosimParameters {
  CacheStimulusParameters stimulus;
  TextureCacheVariant rtl = TextureCacheVariant::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stimulus.describe(v);
    v("rtl", rtl, {.help = "the RTL under test; `repository` is the shipped one, the others have a planted bug"});
  }
};

/// The first difference between the traces of model and RTL.
struct CacheMismatch {
  std::uint64_t cycle = 0;
  std::uint64_t turn = 0;  // of the footprint to which it belongs
  std::string what;        // one line
  std::string details;     // the footprint's way through both; several indented lines
};

struct CacheCosimResult {
  std::uint64_t compared = 0;    // footprints whose result was taken
  std::uint64_t mismatches = 0;  // of those that were accepted
  std::uint64_t late = 0;        // of the mismatches, in cycles alone
  std::uint64_t dropped = 0;     // by resets
  std::uint64_t cycles = 0;
  NumberDifferences latency{.field = "cycles from acceptance to result", .compared = 0, .differing = {}};
  std::optional<CacheMismatch> first;
  CoverBins bins;
};

/// @param waves  of the run; null: none
CacheCosimResult run_cache_cosim(const CacheCosimParameters& parameters, CosimWaves* waves = nullptr);

/// The shortest stimulus found that still differs: fewer footprints, no resets, every cycle offered and taken, where
/// these are not needed. `parameters` must differ.
CacheCosimParameters shrink(const CacheCosimParameters& parameters);

}  // namespace texpipe::rtl_cosim
