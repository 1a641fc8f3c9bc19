#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "analysis/explain/change_search.h"
#include "analysis/explain/explanation.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string cycles_text(const Explanation& explanation, std::uint64_t cycles) {
  const double fewer = 100 * (1 - static_cast<double>(cycles) / static_cast<double>(explanation.unchanged));
  return fmt::format("{}{} cycles, {:.1f} % fewer", explanation.sample ? "about " : "",
                     number_text(static_cast<double>(cycles)), fewer);
}

std::string change_text(const MachineChange& change) {
  return fmt::format("{}: {} -> {}", change.parameter, change.from, change.to);
}

std::string smallest_text(const Explanation& explanation) {
  const TriedChanges &smallest = explanation.smallest, &everything = explanation.everything;
  if (everything.changes.size() == 1) return "";
  if (smallest.changes.size() == 1) {
    return fmt::format("That change alone keeps {:.0f} % of what {} changes together save ({}).\n",
                       100 * explanation.kept, everything.changes.size(), cycles_text(explanation, everything.cycles));
  }
  if (explanation.kept == 1) {
    return fmt::format("--runs ended the search before a set smaller than all {} changes together was found: {}\n",
                       everything.changes.size(), cycles_text(explanation, everything.cycles));
  }
  std::string text =
      fmt::format("The smallest set found that keeps {:.0f} % of what {} changes together save ({}): {}\n",
                  100 * explanation.kept, everything.changes.size(), cycles_text(explanation, everything.cycles),
                  cycles_text(explanation, smallest.cycles));
  for (const MachineChange& change : smallest.changes) text += "   " + change_text(change) + '\n';
  return text;
}

/// Text about a sample: its part of the run, and how far its cycles may be off; empty when the whole was run.
std::string sample_text(const Explanation& explanation) {
  if (!explanation.sample) return "";
  const ExplanationSample& sample = *explanation.sample;
  return fmt::format(
      "They ran a sample of its recording, {} of {} threads, by which the unchanged machine takes {} cycles ({:+.1f} % "
      "of "
      "the run's); cycles below may be off by {:.1f} %.\n",
      number_text(static_cast<double>(sample.part.threads)), number_text(static_cast<double>(sample.part.of_threads)),
      number_text(static_cast<double>(explanation.unchanged)),
      100 * (static_cast<double>(explanation.unchanged) / static_cast<double>(explanation.cycles) - 1),
      100 * sample.within);
}

/// Changes of the whole machine; empty when none was tried that shortens the run.
std::string scaled_text(const Explanation& explanation) {
  std::string text;
  for (const TriedChanges& scaled : explanation.scaled)
    text += fmt::format("   {}: {}\n", change_text(scaled.changes.front()), cycles_text(explanation, scaled.cycles));
  return text.empty() ? text : "A larger machine, which the above leaves as it is\n" + text;
}

Json json_of(const TriedChanges& tried) {
  Json changes = Json::array();
  for (const MachineChange& change : tried.changes)
    changes.push_back({{"parameter", change.parameter},
                       {"from", change.from},
                       {"to", change.to},
                       {"assignments", change.assignments}});
  return {{"cycles", tried.cycles}, {"changes", std::move(changes)}};
}

}  // namespace

std::string explanation_text(const Explanation& explanation, std::size_t most) {
  std::string timing{name_of(explanation.timing)};
  std::replace(timing.begin(), timing.end(), '_', ' ');
  std::string text =
      fmt::format("{} on {} took {} cycles. {} run{} of changed machines, {}{}:\n", explanation.study,
                  explanation.machine, number_text(static_cast<double>(explanation.cycles)), explanation.runs,
                  explanation.runs == 1 ? "" : "s", timing, explanation.cut_short ? ", as many as --runs allows" : "");
  text += sample_text(explanation);
  if (explanation.singles.empty()) {
    text += explanation.cut_short ? "--runs ended the search before a single change was found that shortens it.\n"
                                  : "No single change was found that shortens it.\n";
  } else {
    text += "Single changes\n";
  }
  for (std::size_t i = 0; i < std::min(most, explanation.singles.size()); ++i) {
    const TriedChanges& single = explanation.singles[i];
    text += fmt::format("{}. {}\n   {}\n", i + 1, change_text(single.changes.front()),
                        cycles_text(explanation, single.cycles));
  }
  if (explanation.smallest.changes.empty()) {
    if (explanation.everything.changes.size() >= 2)
      text += fmt::format("All {} together do not shorten it either.\n", explanation.everything.changes.size());
    return text + scaled_text(explanation);
  }
  return text + smallest_text(explanation) + scaled_text(explanation);
}

Json explanation_json(const Explanation& explanation) {
  Json json{{"schema_version", 2},
            {"study", explanation.study},
            {"machine", explanation.machine},
            {"cycles", explanation.cycles},
            {"unchanged", explanation.unchanged},
            {"timing", name_of(explanation.timing)},
            {"runs", explanation.runs},
            {"cut_short", explanation.cut_short},
            {"possible_changes", explanation.possible},
            {"singles", Json::array()},
            {"kept", explanation.kept},
            {"everything", json_of(explanation.everything)},
            {"smallest", json_of(explanation.smallest)},
            {"scaled", Json::array()}};
  if (explanation.sample) {
    json["sample"] = {{"threads", explanation.sample->part.threads},
                      {"of_threads", explanation.sample->part.of_threads},
                      {"within", explanation.sample->within}};
  }
  for (const TriedChanges& single : explanation.singles) json["singles"].push_back(json_of(single));
  for (const TriedChanges& scaled : explanation.scaled) json["scaled"].push_back(json_of(scaled));
  return json;
}

}  // namespace texpipe::study
