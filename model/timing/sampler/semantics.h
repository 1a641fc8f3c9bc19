// The values of sampler messages, as the timing plane calls them.
#pragma once

#include <functional>
#include <memory>

#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "functional/shared_function/staged_message.h"

namespace texpipe::timing {

/// What a sampler computes. Timing decides when; tests put their own plans here.
struct SamplerSemantics {
  /// Into an outcome of an earlier message, whose storage it uses again.
  std::function<void(const functional::Message&, const functional::PlanRequest&, functional::SamplerOutcome&)> execute;
  /// Its plan alone, for stages that make values; null where those have nothing to make: the outcome is complete.
  std::function<std::shared_ptr<functional::StagedMessage>(const functional::Message&, const functional::PlanRequest&,
                                                           functional::SamplerOutcome&)>
      stage;
};

/// The functional core over `memory`, which must outlive the result: Gen9 sampler messages, and TXQ for messages of
/// SPA.
SamplerSemantics functional_semantics(const functional::GpuMemory& memory);

}  // namespace texpipe::timing
