#include "pages/sweep/sweep_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "exploration/sweep/sweep_results.h"
#include "host/text/markup.h"
#include "pages/assets/page_frame.h"
#include "pages/sweep/sweep_charts.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kMostPoints = 2000;  // of a chart: pages have 2 MiB

PageFacts sweep_headline(const SweepResults& results) {
  const SweepPlan& plan = results.plan;
  const SweepCounts counts = results.counts();
  PageFacts facts{{"study", plan.study.filename().string()},
                  {"points", fmt::format("{}: {} done, {} failed, {} waiting", counts.points, counts.done,
                                         counts.failed, counts.waiting)}};
  for (std::size_t i = 0; i < plan.objectives.size(); ++i) {
    const auto best = best_point(results, i);
    if (!best) continue;
    std::string settings;
    for (const PointSetting& s : plan.points[*best].settings)
      settings += fmt::format("{}{}={}", settings.empty() ? "" : " ", plan.axes[s.axis].name, s.shown);
    facts.emplace_back(
        fmt::format("{} {}", plan.objectives[i].goal == Goal::kSmaller ? "least" : "most", plan.objectives[i].name),
        fmt::format("{} at {}", number_text(*results.states[*best].values[i]),
                    settings.empty() ? "the study as it is" : settings));
  }
  return facts;
}

PageFacts sweep_provenance(const SweepPlan& plan) {
  PageFacts facts{{"study", plan.study.string()}, {"program", plan.program}};
  for (const std::string& word : plan.fixed) facts.emplace_back("all points", word);
  for (const std::string& variable : plan.environment) facts.emplace_back("environment", variable);
  for (const PlanObjective& objective : plan.objectives) facts.emplace_back(objective.name, objective.value.text());
  for (const PlanInput& input : plan.inputs) facts.emplace_back(input.path, input.sha256);
  return facts;
}

}  // namespace

std::string sweep_page(const std::filesystem::path& folder) {
  const SweepResults results = read_results(folder);
  const nlohmann::ordered_json data{{"name", results.plan.name}, {"charts", sweep_charts(results, kMostPoints)}};
  const std::string below =
      "<section id=\"provenance\"><h2>Provenance</h2>\n<details><summary>how the sweep came about"
      "</summary>\n" +
      list_of(sweep_provenance(results.plan)) + "<pre>" + html_text(results.plan.request) +
      "</pre></details></section>\n";
  return framed_page({.title = "sweep " + results.plan.name, .facts = sweep_headline(results), .below = below}, data);
}

}  // namespace texpipe::study
