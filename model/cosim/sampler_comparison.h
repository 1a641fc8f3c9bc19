// The part of texpipe cosim that compares the whole sampler.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cosim/cosim_outcome.h"
#include "rtl_cosim/scoreboard/sampler_cosim.h"

namespace texpipe::cosim {

CosimOutcome compare_sampler(const CosimAsked& asked, const rtl_cosim::SamplerCosimParameters& parameters);

/// Cycles, latencies and accounts of both, by workload.
nlohmann::ordered_json timing_json(const std::vector<rtl_cosim::SamplerTiming>& timings);

}  // namespace texpipe::cosim
