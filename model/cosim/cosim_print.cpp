#include "cosim/cosim_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/cosim_wave_files.h"
#include "cosim/sampler_comparison.h"
#include "host/text/json_text.h"

namespace texpipe::cosim {

namespace {

/// Cycles and how often, as {"5": 400}; what was promised of requests alone, by the promise.
nlohmann::ordered_json latency_json(const rtl_cosim::LatencyRange& latency) {
  const auto histogram_json = [](const rtl_cosim::LatencyRange::Histogram& histogram) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [cycles, times] : histogram) json[std::to_string(cycles)] = times;
    return json;
  };
  nlohmann::ordered_json json{{"least", latency.least},
                              {"most", latency.most},
                              {"mean", latency.mean()},
                              {"measured", histogram_json(latency.measured)}};
  for (const auto& [promised, measured] : latency.promised)
    json["promised"][std::to_string(promised)] = histogram_json(measured);
  return json;
}

}  // namespace

void print(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves) {
  if (parameters.is_own()) {
    std::cout << fmt::format("{} {}: {} results of {} in {} cycles, {} of them differ by more than {}\n",
                             name_of(parameters.block), parameters.implementation, outcome.compared, outcome.unit,
                             outcome.cycles, outcome.mismatches, parameters.own.bench.tolerance);
  } else {
    std::cout << fmt::format("{}: {} {} in {} cycles, {} of them differ between model and RTL in a result{}\n",
                             name_of(parameters.block), outcome.compared, outcome.unit, outcome.cycles,
                             outcome.mismatches, outcome.timings.empty() ? " or its cycle" : "");
  }
  for (const rtl_cosim::NumberDifferences& numbers : outcome.numbers) {
    if (parameters.is_own() || !numbers.differing.empty()) std::cout << numbers.text() << '\n';
  }
  if (!outcome.timings.empty()) std::cout << rtl_cosim::timing_table(outcome.timings);
  if (outcome.latency && outcome.latency->count != 0) {
    std::cout << fmt::format("a first result came {} to {} cycles after its request, {:.1f} on average\n",
                             outcome.latency->least, outcome.latency->most, outcome.latency->mean())
              << outcome.latency->promises_text();
  }
  if (outcome.late != 0) {
    std::cout << outcome.late
              << (parameters.is_own() ? " first results came in other cycles than promised\n"
                                      : " of the differences are of cycles alone\n");
  }
  if (outcome.dropped != 0) std::cout << fmt::format("resets dropped {} more\n", outcome.dropped);
  const std::vector<std::string> missed = outcome.bins.missed();
  std::cout << fmt::format("coverage: {} of {} bins", outcome.bins.size() - missed.size(), outcome.bins.size());
  constexpr std::size_t kMost = 5;
  for (std::size_t i = 0; i < std::min(missed.size(), kMost); ++i) std::cout << "\n  missed " << missed[i];
  if (missed.size() > kMost) std::cout << fmt::format("\n  and {} more (--json)", missed.size() - kMost);
  std::cout << '\n';
  if (!outcome.first_mismatch.empty())
    std::cout << "first mismatch, " << outcome.first_mismatch << "reproduce with: " << outcome.rerun << '\n';
  if (!waves.empty()) std::cout << how_to_open(waves) << '\n';
}

void print_json(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves) {
  nlohmann::ordered_json json{
      {"block", name_of(parameters.block)},
      {"compared", outcome.compared},
      {"mismatches", outcome.mismatches},
      {"late", outcome.late},
      {"dropped", outcome.dropped},
      {"cycles", outcome.cycles},
      {"first_mismatch", outcome.first_mismatch},
      {"rerun", outcome.rerun},
      {"waves", waves},
      {"goals",
       {{"bins", parameters.goals.bins}, {"lines", parameters.goals.lines}, {"toggles", parameters.goals.toggles}}},
      {"coverage", outcome.bins.hits()}};
  for (const rtl_cosim::NumberDifferences& numbers : outcome.numbers) {
    nlohmann::ordered_json& field = json["numbers"][numbers.field];
    field["compared"] = numbers.compared;
    field["equal"] = numbers.equal();
    for (const auto& [difference, times] : numbers.differing) field["differing"][std::to_string(difference)] = times;
  }
  if (outcome.latency && outcome.latency->count != 0) {
    json["latency"] = latency_json(*outcome.latency);
  }
  if (!outcome.timings.empty()) json["workloads"] = timing_json(outcome.timings);
  std::cout << study::json_text(json, 2) << '\n';
}

}  // namespace texpipe::cosim
