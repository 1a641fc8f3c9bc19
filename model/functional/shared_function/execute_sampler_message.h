// Execution of a message by the sampler: payload registers in, footprints and response registers out.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/sampling/subspan_plan.h"

namespace texpipe::functional {

/// A message after the functional core: subspans in order, and the response.
struct SamplerOutcome {
  std::vector<SubspanPlan> subspans;
  MessageResponse response;
};

/// Executes a sampler message (SFID 2; specification/messages 3).
/// Errors: Error with kUnsupported for message types and formats that the sampler does not have, kMalformedInput for a
/// payload that is shorter than its descriptor says.
SamplerOutcome execute_sampler_message(const GpuMemory& memory, const Message& message, const PlanRequest& plan);

/// Executes a message into the outcome of an earlier one, whose storage it uses again: without plans nothing is
/// allocated once surface, sampler and operation are known.
void execute_sampler_message(const GpuMemory& memory, const Message& message, const PlanRequest& plan,
                             SamplerOutcome& outcome);

class SamplerCache;

/// The response alone, with decoded states and texels in a cache of the caller's in place of the thread's.
void execute_sampler_message(const GpuMemory& memory, const Message& message, SamplerCache& cache,
                             SamplerOutcome& outcome);

}  // namespace texpipe::functional
