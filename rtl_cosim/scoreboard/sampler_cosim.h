// Model and RTL of the whole sampler side by side: the same subspans, memory, back-pressure and resets; the bits of
// every sum, total cycles, unloaded latency, and what each stage did with its cycles.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/parameter.h"
#include "rtl_cosim/scoreboard/cosim_waves.h"
#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/scoreboard/sampler_stimulus.h"
#include "rtl_cosim/scoreboard/sampler_trace.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(SamplerVariant);

/// By how much the model's timing may differ from the RTL's.
struct SamplerLimits {
  double cycles = 1;    // of a workload's total, in percent
  double latency = 0;   // of a subspan alone, in cycles
  double accounts = 2;  // a stage's blocked, missing and full cycles, in percent of all
  double lookups = 2;   // hits, merges and misses, in percent of all lookups

  template <class Visitor>
  void describe(Visitor& v) {
    v("cycles", cycles, {.range = {{0.0, 100.0}}, .help = "difference of a workload's total cycles, in percent"});
    v("latency", latency, {.range = {{0.0, 1e6}}, .help = "difference of the latency of a subspan alone, in cycles"});
    v("accounts", accounts,
      {.range = {{0.0, 100.0}}, .help = "difference of a stage's cycles in a state, in percent of the workload's"});
    v("lookups", lookups,
      {.range = {{0.0, 100.0}},
       .help = "difference of hits, merges or misses of the texture cache, in percent of all"});
  }
};

struct SamplerCosimParameters {
  SamplerStimulusParameters stimulus;
  SamplerLimits limits;
  SamplerVariant rtl = SamplerVariant::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stimulus.describe(v);
    v.group("limits", limits, "by how much the cycles of model and RTL may differ");
    v("rtl", rtl, {.help = "the RTL under test; `repository` is the shipped one, the others have a planted bug"});
  }
};

/// A workload in both.
struct SamplerTiming {
  struct Side {
    std::uint64_t cycles = 0;
    // Counts of stretches that no reset cut.
    std::array<std::uint64_t, 3> lookups{};  // hits, merges, misses
    std::array<SamplerAccount, kSamplerStages> accounts{};
  };

  SamplerWorkload workload{};
  std::uint64_t subspans = 0;
  std::uint64_t later = 0;   // results that come in another cycle
  std::uint64_t silent = 0;  // resets in a row before which the RTL took nothing in, after which it was given up
  Side model, rtl;
  std::uint64_t alone = 0;            // subspans whose latency alone was taken
  std::uint64_t alone_differ = 0;     // in how many of these
  std::uint64_t alone_most = 0;       // by how many cycles, at most
  std::uint64_t least = 0, most = 0;  // latency of the RTL alone

  /// Difference of the totals in percent of the RTL's.
  double cycles_apart() const;
  /// The largest difference of a stage's state in percent of the RTL's cycles, and which it is.
  double accounts_apart(std::string* where = nullptr) const;
  /// The largest difference of hits, merges or misses in percent of the RTL's lookups.
  double lookups_apart() const;
};

struct SamplerMismatch {
  SamplerWorkload workload;
  std::uint64_t number = 0;  // of the subspan
  std::uint64_t cycle = 0;
  std::string what;     // one line
  std::string details;  // several indented lines
};

struct SamplerCosimResult {
  std::uint64_t compared = 0;    // subspans whose sums were taken
  std::uint64_t mismatches = 0;  // of these, other sums; and faults of the RTL
  std::uint64_t dropped = 0;     // by resets
  std::uint64_t cycles = 0;
  std::vector<SamplerTiming> timings;
  std::optional<SamplerMismatch> first;
  CoverBins bins;
};

/// @param waves  of the first workload; null: none
SamplerCosimResult run_sampler_cosim(const SamplerCosimParameters& parameters, CosimWaves* waves = nullptr);

/// Limits that the timings exceed, one line each; none: nothing.
std::vector<std::string> beyond_limits(const std::vector<SamplerTiming>& timings, const SamplerLimits& limits);

/// A table of the timings, the worst workload named.
std::string timing_table(const std::vector<SamplerTiming>& timings);

/// The shortest stimulus found that still differs: one workload, the subspan alone where that is enough, else what of
/// the subspans before it is needed.
/// `parameters` must differ.
SamplerCosimParameters shrink(const SamplerCosimParameters& parameters);

}  // namespace texpipe::rtl_cosim
