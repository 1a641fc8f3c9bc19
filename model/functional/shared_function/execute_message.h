// Execution of a message by any shared function, without time.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/shared_function/execute_data_port_message.h"
#include "functional/shared_function/execute_sampler_message.h"

namespace texpipe::functional {

/// Executes a message and returns its response: sampler messages, data port messages, pixel queries, URB
/// messages, end of thread.
/// Errors: kUnsupported, naming the message, for what no shared function of the model does.
MessageResponse execute_message(GpuMemory& memory, const Message& message);

/// Executes one message after the other in storage that stays: typed writes and samples allocate nothing once their
/// surfaces, samplers and operations are known.
class MessageExecutor {
 public:
  /// The response is good until the next call, and may be moved from.
  MessageResponse& execute(GpuMemory& memory, const Message& message);

  /// Plans samplers' messages from now on; their responses are the same.
  void plan(const PlanRequest& request) { plan_ = request; }

  /// Accesses of the last message to the data port, without its response.
  const DataPortOutcome& last_accesses() const { return data_port_; }
  /// Plan of the last message to the sampler, without its response.
  const std::vector<SubspanPlan>& last_plan() const { return sampler_.subspans; }

 private:
  PlanRequest plan_{PlanDetail::kNone};
  SamplerOutcome sampler_;
  DataPortOutcome data_port_;
  MessageResponse other_;
};

}  // namespace texpipe::functional
