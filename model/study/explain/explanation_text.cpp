#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "study/compare/comparison_text.h"
#include "study/explain/explanation.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string cycles_text(std::uint64_t cycles) {
  return number_text(static_cast<double>(cycles));
}

double fewer(std::uint64_t cycles, std::uint64_t before) {
  return 100 * (1 - static_cast<double>(cycles) / static_cast<double>(before));
}

std::string phase_text(const ExplainedPhase& phase) {
  std::string text = fmt::format("{}, cycles {} to {}: ", phase.name, cycles_text(phase.from), cycles_text(phase.to));
  if (phase.holders.empty()) return text + "no single parameter held it back\n";
  for (std::size_t i = 0; i < phase.holders.size(); ++i) {
    const ExplainedPhase::Holder& holder = phase.holders[i];
    text += i == 0 ? fmt::format(
                         "held back most by {}, which relaxed would save {:.0f} % of them by the account of this run",
                         holder.parameter, 100 * holder.share)
                   : fmt::format("; then {} {:.0f} %", holder.parameter, 100 * holder.share);
  }
  return text + '\n';
}

std::string source_text(const RelaxedValue& value) {
  return value.foreseen ? "by a loosely timed run of that machine" : "by the account of this run";
}

Json value_json(const RelaxedValue& value) {
  return {{"to", value.value},
          {"assignment", value.assignment},
          {"predicted_cycles", value.predicted()},
          {"predicted_by", value.foreseen ? "loosely_timed_run" : "account"},
          {"account_cycles", value.followed}};
}

std::string relaxed_text(const RelaxedRun& run, std::size_t number, std::uint64_t before) {
  const std::string change = run.to.value.empty() ? "better" : run.from + " -> " + run.to.value;
  std::string text =
      fmt::format("{}. {}: {}\n   predicted {} cycles, {:.1f} % fewer, {}\n", number, run.parameter, change,
                  cycles_text(run.to.predicted()), fewer(run.to.predicted(), before), source_text(run.to));
  if (run.tried) {
    text += fmt::format("   tried     {} cycles, {:.1f} % fewer; the prediction is {:+.1f} % off\n",
                        cycles_text(*run.tried), fewer(*run.tried, before), 100 * prediction_error(run));
  }
  if (!run.refused.empty()) text += "   not tried: " + run.refused + '\n';
  if (run.far) {
    text += fmt::format("   as usual, {}, it would save {:.1f} %, {}{}\n", run.far->value,
                        fewer(run.far->predicted(), before), source_text(*run.far),
                        run.far->foreseen ? "" : ", which other limits then shorten");
  }
  return text;
}

}  // namespace

std::string explanation_text(const Explanation& explanation) {
  std::string text =
      fmt::format("{} on {} took {} cycles; its filters worked in {:.0f} % of them.\n", explanation.study,
                  explanation.machine, cycles_text(explanation.cycles), 100 * explanation.filters_busy);
  for (const ExplainedPhase& phase : explanation.phases) text += phase_text(phase);
  if (explanation.relaxed.empty()) return text + "No parameter, relaxed alone, would shorten it.\n";
  text += "What would shorten it most, each alone:\n";
  for (std::size_t i = 0; i < explanation.relaxed.size(); ++i)
    text += relaxed_text(explanation.relaxed[i], i + 1, explanation.cycles);
  return text;
}

Json explanation_json(const Explanation& explanation) {
  Json json{{"schema_version", 1},
            {"study", explanation.study},
            {"machine", explanation.machine},
            {"cycles", explanation.cycles},
            {"filters_busy", explanation.filters_busy},
            {"phases", Json::array()},
            {"relaxed", Json::array()}};
  for (const ExplainedPhase& phase : explanation.phases) {
    Json holders = Json::array();
    for (const ExplainedPhase::Holder& holder : phase.holders)
      holders.push_back({{"parameter", holder.parameter}, {"share", holder.share}});
    json["phases"].push_back(
        {{"phase", phase.name}, {"from", phase.from}, {"to", phase.to}, {"held_back_by", std::move(holders)}});
  }
  for (const RelaxedRun& run : explanation.relaxed) {
    Json entry{{"parameter", run.parameter}, {"from", run.from}};
    entry.update(value_json(run.to));
    if (run.tried) {
      entry["tried_cycles"] = *run.tried;
      entry["error"] = prediction_error(run);
    }
    if (!run.refused.empty()) entry["refused"] = run.refused;
    if (run.far) entry["default"] = value_json(*run.far);
    json["relaxed"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace texpipe::study
