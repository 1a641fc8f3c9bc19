// The values of sampler messages, as the timing plane calls them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/execute_sampler_message.h"

namespace texpipe::timing {

/// What a sampler computes. Timing decides when; tests put their own plans here.
struct SamplerSemantics {
  /// Into an outcome of an earlier message, whose storage it uses again.
  std::function<void(const functional::Message&, const functional::PlanRequest&, functional::SamplerOutcome&)> execute;
  std::function<functional::MessageResponse(const functional::Message&,
                                            std::span<const std::vector<functional::FootprintSums>>)>
      response_from_sums;
};

/// The functional core over `memory`, which must outlive the result: Gen9 sampler messages, and TXQ for messages of
/// SPA.
SamplerSemantics functional_semantics(const functional::GpuMemory& memory);

}  // namespace texpipe::timing
