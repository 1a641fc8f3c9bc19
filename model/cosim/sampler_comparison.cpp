#include "cosim/sampler_comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>
#include <vector>

namespace texpipe::cosim {

namespace {

using rtl_cosim::SamplerStage;
using rtl_cosim::SamplerTiming;

std::string workloads_text(const std::vector<rtl_cosim::SamplerWorkload>& workloads) {
  std::vector<std::string_view> names;
  for (const rtl_cosim::SamplerWorkload workload : workloads) names.push_back(name_of(workload));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

nlohmann::ordered_json side_json(const SamplerTiming::Side& side) {
  nlohmann::ordered_json json{
      {"cycles", side.cycles}, {"hits", side.lookups[0]}, {"merges", side.lookups[1]}, {"misses", side.lookups[2]}};
  for (unsigned stage = 0; stage < rtl_cosim::kSamplerStages; ++stage) {
    const rtl_cosim::SamplerAccount& account = side.accounts[stage];
    json["accounts"][std::string{stage_name(static_cast<SamplerStage>(stage))}] = {{"busy", account.busy},
                                                                                   {"blocked", account.blocked},
                                                                                   {"miss", account.miss},
                                                                                   {"latency", account.latency},
                                                                                   {"idle", account.idle}};
  }
  return json;
}

}  // namespace

CosimOutcome compare_sampler(const CosimAsked& asked, const rtl_cosim::SamplerCosimParameters& parameters) {
  const rtl_cosim::SamplerCosimResult result = rtl_cosim::run_sampler_cosim(parameters);
  CosimOutcome outcome{.unit = "subspans",
                       .compared = result.compared,
                       .mismatches = result.mismatches,
                       .dropped = result.dropped,
                       .cycles = result.cycles,
                       .bins = result.bins,
                       .timings = result.timings,
                       .beyond_limits = rtl_cosim::beyond_limits(result.timings, parameters.limits)};
  if (!result.first) {
    if (asked.waves) rtl_cosim::run_sampler_cosim(parameters, &outcome.waves);
    return outcome;
  }
  rtl_cosim::SamplerCosimParameters shortest = parameters;
  if (asked.as_found) {
    outcome.first_mismatch = fmt::format("{}\n{}", result.first->what, result.first->details);
  } else {
    shortest = rtl_cosim::shrink(parameters);
    const rtl_cosim::SamplerMismatch mismatch = *rtl_cosim::run_sampler_cosim(shortest, &outcome.waves).first;
    const rtl_cosim::SamplerStimulusParameters& some = shortest.stimulus;
    outcome.first_mismatch = fmt::format("{}\nof the shortest stimulus that differs, {} of {} subspans: {}\n{}",
                                         result.first->what, some.only.empty() ? some.requests : some.only.size(),
                                         parameters.stimulus.requests, mismatch.what, mismatch.details);
  }
  const rtl_cosim::SamplerStimulusParameters& left = shortest.stimulus;
  outcome.rerun = fmt::format(
      "texpipe cosim {} -p seed={} -p requests={} -p 'only=[{}]' -p 'workloads={}' -p latency={} -p reset_every={} "
      "-p rtl={}",
      asked.file, left.seed, left.requests, fmt::join(left.only, ", "), workloads_text(left.workloads), left.latency,
      left.reset_every, name_of(shortest.rtl));
  return outcome;
}

nlohmann::ordered_json timing_json(const std::vector<SamplerTiming>& timings) {
  nlohmann::ordered_json json;
  for (const SamplerTiming& timing : timings) {
    json[std::string{name_of(timing.workload)}] = {
        {"subspans", timing.subspans},
        {"later_results", timing.later},
        {"cycles_apart_percent", timing.cycles_apart()},
        {"accounts_apart_percent", timing.accounts_apart()},
        {"lookups_apart_percent", timing.lookups_apart()},
        {"latency_alone",
         {{"subspans", timing.alone}, {"least", timing.least}, {"most", timing.most}, {"apart", timing.alone_most}}},
        {"model", side_json(timing.model)},
        {"rtl", side_json(timing.rtl)}};
  }
  return json;
}

}  // namespace texpipe::cosim
