// Request of a comparison of model and RTL, and its outcome.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_cosim/scoreboard/cosim_waves.h"
#include "rtl_cosim/scoreboard/cover_bins.h"
#include "rtl_cosim/scoreboard/free_cosim.h"
#include "rtl_cosim/scoreboard/sampler_cosim.h"

namespace texpipe::cosim {

/// Options of the command line beside the parameters.
struct CosimAsked {
  std::string file;
  bool as_found = false;  // the first mismatch, no shorter stimulus that differs
  bool waves = false;     // also of a run without a mismatch, all of it
};

struct CosimOutcome {
  std::string unit;
  std::uint64_t compared = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t late = 0;  // differences of cycles alone
  std::uint64_t dropped = 0;
  std::uint64_t cycles = 0;
  std::string first_mismatch;  // several lines; empty: none
  std::string rerun;
  rtl_cosim::CosimWaves waves;  // of the shortest stimulus that differs, or of all where nothing does
  rtl_cosim::CoverBins bins;
  std::vector<rtl_cosim::NumberDifferences> numbers;  // of RTL of one's own
  std::optional<rtl_cosim::LatencyRange> latency;     // of RTL of one's own
  std::vector<rtl_cosim::SamplerTiming> timings;      // of the whole sampler, whose cycles have limits
  std::vector<std::string> beyond_limits;             // what is beyond them, one line each
};

}  // namespace texpipe::cosim
