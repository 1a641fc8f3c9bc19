// Sum of the latencies of a sampler's stages.
#pragma once

#include "machine/sampler/sampler_parameters.h"

namespace texpipe::timing::test {

/// Cycles of a footprint that waits for nothing, from the front end to the response.
inline Cycles stage_latencies(const machine::SamplerParameters& sampler) {
  Cycles sum = sampler.l1.tag_latency + sampler.l1.data_latency;
  machine::for_each_stage(sampler, [&sum](machine::BlockKind, const auto& stage) {
    if constexpr (requires { stage.latency; }) sum = sum + stage.latency;
  });
  return sum;
}

}  // namespace texpipe::timing::test
