#include "timing/sampler/semantics.h"

#include "functional/shared_function/spa_message.h"

namespace texpipe::timing {

namespace {

/// Outcome of a TXQ. It reads no texel; its quads count as subspans with the lanes that take part.
functional::SamplerOutcome execute_txq(const functional::GpuMemory& memory, const functional::Message& message) {
  functional::SamplerOutcome outcome{.response = functional::execute_txq_message(memory, message)};
  for (std::uint32_t lanes = message.execution_mask; lanes != 0; lanes >>= 4)
    outcome.subspans.push_back({.pixels = static_cast<std::uint8_t>(lanes & 0xF)});
  return outcome;
}

}  // namespace

SamplerSemantics functional_semantics(const functional::GpuMemory& memory) {
  SamplerSemantics semantics;
  semantics.execute = [&memory](const functional::Message& message, const functional::PlanRequest& plan,
                                functional::SamplerOutcome& outcome) {
    if (message.variant == functional::OperationVariant::kSpa) {
      outcome = execute_txq(memory, message);
    } else {
      functional::execute_sampler_message(memory, message, plan, outcome);
    }
  };
  semantics.stage = [&memory, execute = semantics.execute](const functional::Message& message,
                                                           const functional::PlanRequest& plan,
                                                           functional::SamplerOutcome& outcome) {
    auto staged = functional::StagedMessage::plan(memory, message, plan.lines, outcome);
    if (staged == nullptr) execute(message, plan, outcome);
    return staged;
  };
  return semantics;
}

}  // namespace texpipe::timing
