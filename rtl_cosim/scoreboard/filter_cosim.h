// Model and RTL of the filter side by side: the same footprints at the same times, the same back-pressure, every result
// and its cycle compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/parameter.h"
#include "functional/sampling/footprint.h"
#include "rtl_cosim/adapters/verilated_bilinear_filter.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(BilinearFilterRtl);

struct FilterCosimParameters {
  std::uint64_t seed = 1;
  std::uint32_t footprints = 10'000;
  std::uint32_t offered_percent = 70;
  std::uint32_t ready_percent = 60;
  BilinearFilterRtl rtl = BilinearFilterRtl::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    v("seed", seed, {.help = "of footprints, offers and back-pressure"});
    v("footprints", footprints, {.range = {{1, 100'000'000}}, .help = "how many are driven"});
    v("offered_percent", offered_percent, {.range = {{1, 100}}, .help = "cycles in which a footprint is offered"});
    v("ready_percent", ready_percent, {.range = {{1, 100}}, .help = "cycles in which a result is taken"});
    v("rtl", rtl, {.help = "the RTL under test; others than repository have a planted bug"});
  }
};

/// One footprint that came out differently.
struct FilterMismatch {
  std::uint64_t index = 0;  // of the footprint, from 0
  functional::FootprintOperands operands;
  functional::FootprintSums model_sums{};
  functional::FootprintSums rtl_sums{};
  Cycles model_cycle;  // in which the result was taken
  Cycles rtl_cycle;

  /// Inputs, both outputs and the places where they differ, as several lines.
  std::string text() const;
};

struct FilterCosimResult {
  std::uint64_t compared = 0;
  std::uint64_t mismatches = 0;
  std::optional<FilterMismatch> first;
  Cycles cycles;          // of the model
  Cycles clocked_cycles;  // of the RTL
};

/// Footprint i depends on the seed and on i alone, so that `footprints` of a failing index + 1 reproduces it.
FilterCosimResult run_filter_cosim(const FilterCosimParameters& parameters);

}  // namespace texpipe::rtl_cosim
