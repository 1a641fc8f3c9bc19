#include "functional/message/sampler_message.h"

#include "functional/message/sampler_response.h"
#include "functional/query/surface_info.h"
#include "functional/sampling/load.h"
#include "functional/sampling/sample.h"

namespace texpipe::functional {
namespace {

void plan_without_footprints(const SamplerRequest& request, PlanDetail detail, std::vector<SubspanPlan>& plans) {
  if (detail == PlanDetail::kNone) return;
  plans.resize(request.subspans());
  for (unsigned subspan = 0; subspan < plans.size(); ++subspan)
    plans[subspan].pixels = request.pixels >> (4 * subspan) & 0xF;
}

template <class Query>
void execute_query(const SamplerRequest& request, SamplerResults& results, Query&& query) {
  results.kind = ChannelKind::kUint;
  for (unsigned channel = 0; channel < request.channels(); ++channel) {
    if ((request.pixels >> channel & 1) != 0) results.set(channel, query(channel));
  }
}

SamplerOutcome execute(const GpuMemory& memory, const Message& message, PlanDetail detail, BindingCache& cache,
                       DeliveredSums delivered) {
  SamplerRequest request;
  decode_sampler_request(message, request);
  const TextureBinding& binding = cache.find(memory, message, request);
  SamplerOutcome outcome;
  SamplerResults results;
  switch (request.operation->kind) {
    case OperationKind::kSample:
    case OperationKind::kGather:
    case OperationKind::kGatherOffset:
      execute_sample(memory, binding, request, detail, delivered, outcome.subspans, results);
      break;
    case OperationKind::kLoad:
    case OperationKind::kLoadMultisample:
    case OperationKind::kLoadMultisampleSlice:
      execute_load(memory, binding, request, detail, outcome.subspans, results);
      break;
    case OperationKind::kLoadMcs:
      plan_without_footprints(request, detail, outcome.subspans);
      execute_load_mcs(memory, binding, request, results);
      break;
    case OperationKind::kLod:
      plan_without_footprints(request, detail, outcome.subspans);
      execute_lod(binding, request, results);
      break;
    case OperationKind::kSurfaceInfo:
      plan_without_footprints(request, detail, outcome.subspans);
      execute_query(request, results, [&](unsigned channel) {
        return surface_info(binding.surface.state, request.bits(SamplerParameter::kLod, channel),
                            message.context->queries);
      });
      break;
    case OperationKind::kSampleInfo:
      plan_without_footprints(request, detail, outcome.subspans);
      execute_query(request, results, [&](unsigned) { return sample_info(binding.surface.state, message.context->queries); });
      break;
  }
  outcome.response = pack_sampler_response(request, results);
  return outcome;
}

/// Decoded states of the messages that this thread saw last. A hit needs equal state words, so that it changes no
/// result.
BindingCache& thread_cache() {
  thread_local BindingCache cache;
  return cache;
}

}  // namespace

SamplerOutcome execute_sampler_message(const GpuMemory& memory, const Message& message, PlanDetail detail) {
  return execute(memory, message, detail, thread_cache(), {});
}

MessageResponse response_from_sums(const GpuMemory& memory, const Message& message,
                                   std::span<const std::vector<FootprintSums>> sums) {
  return execute(memory, message, PlanDetail::kNone, thread_cache(), sums).response;
}

}  // namespace texpipe::functional
