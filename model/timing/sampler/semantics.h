// The values of sampler messages, as the timing plane calls them.
#pragma once

#include <functional>
#include <memory>

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "functional/shared_function/staged_message.h"

namespace texpipe::timing {

/// Functions that compute a sampler's values. Timing decides when; tests put plans of their own here.
struct SamplerSemantics {
  /// Computes a message into an outcome, which may be an earlier message's: its storage is used again.
  std::function<void(const functional::Message&, const functional::PlanRequest&, functional::SamplerOutcome&)> execute;
  /// Computes a message's plan alone, for stages that make values. Returns null where these have nothing to make: then
  /// the outcome is complete.
  std::function<std::shared_ptr<functional::StagedMessage>(const functional::Message&, const functional::PlanRequest&,
                                                           functional::SamplerOutcome&)>
      stage;
};

/// Functions of the functional core over `memory`, which must outlive the result: Gen9 sampler messages, and TXQ for
/// messages of SPA.
SamplerSemantics functional_semantics(const functional::GpuMemory& memory);

}  // namespace texpipe::timing
