#include "timing/sampler/semantics.h"

#include "functional/message/spa_message.h"

namespace texpipe::timing {

SamplerSemantics functional_semantics(const functional::GpuMemory& memory) {
  SamplerSemantics semantics;
  semantics.execute = [&memory](const functional::Message& message, functional::PlanDetail detail) {
    if (message.variant == functional::OperationVariant::kSpa) {
      return functional::SamplerOutcome{.response = functional::execute_txq_message(memory, message)};
    }
    return functional::execute_sampler_message(memory, message, detail);
  };
  semantics.response_from_sums = [&memory](const functional::Message& message,
                                           std::span<const std::vector<functional::FootprintSums>> sums) {
    return functional::response_from_sums(memory, message, sums);
  };
  return semantics;
}

}  // namespace texpipe::timing
