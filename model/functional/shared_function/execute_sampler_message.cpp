#include "functional/shared_function/execute_sampler_message.h"

#include <algorithm>
#include <array>
#include <span>

#include "functional/query/surface_info.h"
#include "functional/sampling/load.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/sampler_cache.h"
#include "functional/shared_function/planned_message.h"
#include "functional/shared_function/sampler_batch.h"
#include "functional/shared_function/sampler_receiver.h"
#include "functional/shared_function/sampler_response.h"

namespace texpipe::functional {
namespace {

using gen9::SamplerAction;

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

/// Results of a decoded message, and its plans.
void execute_request(const GpuMemory& memory, const MessageContext& context, const BoundSampler& bound,
                     const SamplerRequest& request, const PlanRequest& plan, std::vector<SubspanPlan>& plans,
                     SamplerResults& results) {
  const TextureBinding& binding = *bound.binding;
  const PlanDetail detail = plan.detail;
  switch (request.operation->action) {
    case SamplerAction::kSample:
    case SamplerAction::kGather:
    case SamplerAction::kGatherOffset:
      execute_sample(memory, bound, request, plan, plans, results);
      break;
    case SamplerAction::kLoad:
    case SamplerAction::kLoadMultisample:
    case SamplerAction::kLoadMultisampleSlice:
      execute_load(memory, bound, request, plan, plans, results);
      break;
    case SamplerAction::kLoadMcs:
      plan_without_footprints(request, detail, plans);
      execute_load_mcs(memory, binding, request, results);
      break;
    case SamplerAction::kLod:
      plan_without_footprints(request, detail, plans);
      execute_lod(binding, request, detail, plans, results);
      break;
    case SamplerAction::kSurfaceInfo:
      plan_without_footprints(request, detail, plans);
      execute_query(request, results, [&](unsigned channel) {
        return surface_info(binding.surface.state, request.bits(gen9::SamplerParameter::kLod, channel),
                            context.queries);
      });
      break;
    case SamplerAction::kMedia:       // refused before
    case SamplerAction::kCacheFlush:  // answered before
      break;
    case SamplerAction::kSampleInfo:
      plan_without_footprints(request, detail, plans);
      execute_query(request, results, [&](unsigned) { return sample_info(binding.surface.state, context.queries); });
      break;
  }
}

/// Plans of an earlier message become empty ones, which keep their storage for those of this one.
void forget(std::vector<SubspanPlan>& plans, PlanDetail detail) {
  if (detail == PlanDetail::kNone) plans.clear();
  for (SubspanPlan& plan : plans) {
    plan.footprints.clear();
    plan.operands.clear();
    plan.addresses.clear();
    plan.intermediates.clear();
    plan.levels.clear();
    plan.pixels = 0;
    plan.anisotropy = 1;
  }
}

/// Names no surface. Texels that were decoded know of every write already; a thread waits for the register that comes
/// back, on whose content nobody may rely.
void answer_flush(const SamplerRequest& request, SamplerOutcome& outcome) {
  outcome.subspans.clear();
  outcome.response.registers.assign(request.response_length, Grf{});
  outcome.response.byte_enables.assign(request.response_length, 0);
}

/// Samples whose response is nothing but results of all lanes. @param registers  of the response @return false: there
/// is more to them
bool sample_plain(const GpuMemory& memory, const BoundSampler& bound, const SamplerRequest& request, Grf* registers) {
  ResultRows rows;
  UnreadRows unread;
  set_plain_rows(request, registers, unread, rows);
  return bound.compiled->sample(memory, request, PlaceKeeping::kNone, rows) == 0;
}

void execute(const GpuMemory& memory, const Message& message, const PlanRequest& plan, SamplerCache& cache,
             SamplerOutcome& outcome) {
  if (message.planned != nullptr && !wants_operands(plan.detail)) return message.planned->plan(plan, outcome);
  SamplerRequest& request = cache.request();
  decode_sampler_request(message, request);
  if (request.operation->action == SamplerAction::kCacheFlush) return answer_flush(request, outcome);
  const BoundSampler bound = cache.find(memory, message, request);
  forget(outcome.subspans, plan.detail);
  if (bound.compiled != nullptr && plan.detail == PlanDetail::kNone && is_plain_response(request)) {
    outcome.response.registers.resize(request.response_length);
    outcome.response.byte_enables.assign(request.response_length, 0xFFFFFFFFu);
    if (sample_plain(memory, bound, request, outcome.response.registers.data())) return;
  }
  SamplerResults results;
  execute_request(memory, *message.context, bound, request, plan, outcome.subspans, results);
  pack_sampler_response(request, results, outcome.response);
}

}  // namespace

SamplerCache& sampler_cache_of_thread() {
  thread_local SamplerCache cache;
  return cache;
}

SamplerOutcome execute_sampler_message(const GpuMemory& memory, const Message& message, const PlanRequest& plan) {
  SamplerOutcome outcome;
  execute(memory, message, plan, sampler_cache_of_thread(), outcome);
  return outcome;
}

void execute_sampler_message(const GpuMemory& memory, const Message& message, const PlanRequest& plan,
                             SamplerOutcome& outcome) {
  execute(memory, message, plan, sampler_cache_of_thread(), outcome);
}

bool sample_into(const GpuMemory& memory, const Message& message, std::span<Grf> receiver) {
  // Before the message is decoded, for nothing.
  constexpr std::uint32_t kAllLanes = 0xFFFF;
  if ((message.execution_mask & kAllLanes) != kAllLanes || message.planned != nullptr) return false;
  SamplerCache& cache = sampler_cache_of_thread();
  SamplerRequest& request = cache.request();
  decode_sampler_request(message, request);
  if (!is_plain_response(request) || receiver.size() < request.response_length ||
      request.operation->action == SamplerAction::kCacheFlush)
    return false;
  const BoundSampler bound = cache.find(memory, message, request);
  return bound.compiled != nullptr && sample_plain(memory, bound, request, receiver.data());
}

void execute_sampler_message(const GpuMemory& memory, const Message& message, SamplerCache& cache,
                             SamplerOutcome& outcome) {
  execute(memory, message, PlanDetail::kNone, cache, outcome);
}

void execute_sampler_batch(const GpuMemory& memory, const Message& message, const SamplerBatch& batch) {
  SamplerRequest request;
  decode_sampler_request(message, request);
  const BoundSampler bound = sampler_cache_of_thread().find(memory, message, request);
  const gen9::SamplerMessageFacts& operation = *request.operation;
  const unsigned channels = request.channels();
  const unsigned given = std::min<unsigned>(batch.parameter_count, static_cast<unsigned>(operation.parameters.size()));
  std::array<std::array<std::uint32_t, kMaxSamplerChannels>, 12> tail{};  // of the last pixels, filled up with zeros
  std::vector<SubspanPlan> no_plans;
  request.parameters = {};
  for (std::size_t first = 0; first < batch.pixels; first += channels) {
    const auto count = static_cast<unsigned>(std::min<std::size_t>(channels, batch.pixels - first));
    for (unsigned i = 0; i < given; ++i) {
      const std::uint32_t* values = batch.parameters + i * batch.pixels + first;
      if (count < channels) {
        std::copy_n(values, count, tail[i].begin());
        values = tail[i].data();
      }
      request.parameters[static_cast<unsigned>(operation.parameters[i])] = values;
    }
    request.pixels = request.execution_mask = (1u << count) - 1;
    if (bound.compiled != nullptr && count == kMaxSamplerChannels && request.disabled_channels == 0) {
      ResultRows rows;
      for (unsigned c = 0; c < 4; ++c) rows[c] = batch.results + c * batch.pixels + first;
      if (bound.compiled->sample(memory, request, PlaceKeeping::kNone, rows) == 0) continue;
    }
    SamplerResults results;
    execute_request(memory, *message.context, bound, request, PlanDetail::kNone, no_plans, results);
    for (unsigned c = 0; c < 4; ++c) {
      if ((request.disabled_channels >> c & 1) != 0) results.value[c] = {};
      std::copy_n(results.value[c].begin(), count, batch.results + c * batch.pixels + first);
    }
  }
}

}  // namespace texpipe::functional
