// Model and RTL of a block side by side, in lockstep: the same requests, offers, back-pressure and resets; every
// result, and in every cycle what both sides' handshakes say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/parameter.h"
#include "rtl_cosim/scoreboard/cosim_waves.h"
#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/scoreboard/last_reset.h"
#include "rtl_cosim/scoreboard/stream_block.h"

namespace texpipe::rtl_cosim {

struct StreamCosimParameters {
  std::uint64_t seed = 1;
  std::uint32_t requests = 10'000;
  std::vector<std::uint64_t> only;
  std::uint32_t offered_percent = 70;
  std::uint32_t ready_percent = 60;
  std::uint32_t reset_every = kUsualResetEvery;

  template <class Visitor>
  void describe(Visitor& v) {
    v("seed", seed, {.help = "of requests, offers, back-pressure, resets and what registers hold at first"});
    v("requests", requests, {.range = {{1, 100'000'000}}, .help = "how many are driven"});
    v("only", only, {.help = "numbers of the requests that are driven, in this order; empty: all from 0 on"});
    v("offered_percent", offered_percent, {.range = {{1, 100}}, .help = "cycles in which a request is offered"});
    v("ready_percent", ready_percent, {.range = {{1, 100}}, .help = "cycles in which a result is taken"});
    v("reset_every", reset_every,
      {.range = {{0, 1'000'000'000}}, .help = "cycles from one reset to the next, on average; 0: only the first"});
  }
};

/// The first cycle in which model and RTL differ.
struct StreamMismatch {
  std::uint64_t cycle = 0;               // counted from 0
  std::string what;                      // one line
  std::optional<std::uint64_t> request;  // that came out differently
  std::string details;                   // request, both results, the model's way; several indented lines
  bool of_latency = false;               // values agree, a promise of cycles does not hold
};

struct StreamCosimResult {
  std::uint64_t compared = 0;
  std::uint64_t mismatches = 0;  // results; 1 when the handshakes part, after which nothing can be compared
  std::uint64_t late = 0;        // first results that came in other cycles than promised
  std::uint64_t dropped = 0;     // by resets
  std::uint64_t cycles = 0;
  std::optional<StreamMismatch> first;  // a result before a latency
  CoverBins bins;
};

/// @param waves  of the run; null: none
StreamCosimResult run_stream_cosim(const StreamBlock& block, const StreamCosimParameters& parameters,
                                   CosimWaves* waves = nullptr);

/// The shortest stimulus found that still differs: fewer requests, every cycle offered and taken, no resets, where
/// these are not needed. `parameters` must differ.
StreamCosimParameters shrink(const StreamBlock& block, const StreamCosimParameters& parameters);

/// Shortest stimulus that still differs, for any run of a stimulus.
StreamCosimParameters shrink(const std::function<StreamCosimResult(const StreamCosimParameters&)>& run,
                             const StreamCosimParameters& parameters);

}  // namespace texpipe::rtl_cosim
