#include "pages/compare/compare_page.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "pages/assets/page_frame.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBars = 16;

PageFacts facts_of(const RunComparison& comparison, const std::vector<BrokenLimit>& broken) {
  PageFacts facts{{"before", comparison.before}, {"after", comparison.after}};
  for (const BrokenLimit& limit : broken) facts.emplace_back("broken limit", limit_line(limit));
  const std::vector<const NumberChange*> first = headline(comparison, 1);
  if (!first.empty() && first.front()->path == "cycles")
    facts.emplace_back("cycles", fmt::format("{} → {}, {}", number_text(first.front()->before),
                                             number_text(first.front()->after), relative_text(*first.front())));
  facts.emplace_back("numbers", fmt::format("{} of {} differ", comparison.changes.size(), comparison.all.size()));
  if (!comparison.limited_before.empty()) facts.emplace_back("limited by", comparison.limited_before);
  if (!comparison.limited_after.empty() && comparison.limited_after != comparison.limited_before)
    facts.emplace_back("then by", comparison.limited_after);
  const auto only = [&](const std::string& run, const std::vector<std::string>& paths) {
    if (!paths.empty())
      facts.emplace_back("only in " + run, fmt::format("{} numbers, as {}", paths.size(), paths.front()));
  };
  only(comparison.before, comparison.only_before);
  only(comparison.after, comparison.only_after);
  return facts;
}

/// The changes of the largest effect, which are finite: `more` and `less` have a colour each.
Json bars_of(const RunComparison& comparison) {
  Json labels = Json::array(), less = Json::array(), more = Json::array();
  for (const NumberChange& change : comparison.changes) {
    if (labels.size() == kMostBars) break;
    const double relative = 100 * change.relative();
    if (std::isinf(relative)) continue;
    labels.push_back(change.path);
    less.push_back(relative < 0 ? Json(relative) : Json(nullptr));
    more.push_back(relative < 0 ? Json(nullptr) : Json(relative));
  }
  return {
      {"id", "changes"},
      {"kind", "bars"},
      {"title", "Largest changes"},
      {"unit", "% of the value before"},
      {"note", "The numbers whose change has the largest effect, each against its value before."},
      {"labels", std::move(labels)},
      {"series", {{{"name", "less"}, {"values", std::move(less)}}, {{"name", "more"}, {"values", std::move(more)}}}}};
}

Json table(const char* id, const char* title, std::string note, Json columns) {
  return {{"id", id},
          {"kind", "table"},
          {"title", title},
          {"unit", ""},
          {"note", std::move(note)},
          {"columns", std::move(columns)},
          {"rows", Json::array()}};
}

Json settings_of(const RunComparison& comparison) {
  Json chart = table("settings", "Settings that differ", "Parameters of the machine and the study.",
                     {"parameter", "before", "after"});
  for (const ParameterChange& setting : comparison.settings)
    chart["rows"].push_back({setting.path, setting.from, setting.to});
  return chart;
}

Json numbers_of(const RunComparison& comparison) {
  Json chart =
      table("numbers", "Numbers", "Those that differ, largest effect first; equal parts of the machine count together.",
            {"number", "before", "after", "change", "unit", "description"});
  for (const NumberChange* change : headline(comparison, comparison.changes.size() + 1)) {
    chart["rows"].push_back({change->path, change->before, change->after, relative_text(*change),
                             change->unit == "1" ? "" : change->unit, change->description});
  }
  return chart;
}

}  // namespace

std::string compare_page(const RunComparison& comparison, const std::vector<BrokenLimit>& broken) {
  Json charts = Json::array();
  Json bars = bars_of(comparison);
  if (!bars["labels"].empty()) charts.push_back(std::move(bars));
  if (!comparison.settings.empty()) charts.push_back(settings_of(comparison));
  charts.push_back(numbers_of(comparison));
  const auto last_part = [](const std::string& name) { return std::filesystem::path{name}.filename().string(); };
  const std::string before = last_part(comparison.before), after = last_part(comparison.after);
  const bool told_apart = !before.empty() && !after.empty() && before != after;
  return framed_page({.title = told_apart ? before + " → " + after : comparison.before + " → " + comparison.after,
                      .facts = facts_of(comparison, broken)},
                     {{"name", "compare"}, {"charts", std::move(charts)}});
}

}  // namespace texpipe::study
