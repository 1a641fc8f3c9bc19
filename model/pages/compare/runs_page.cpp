#include "pages/compare/runs_page.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/compare/comparison_text.h"
#include "pages/assets/page_frame.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostNumbersDrawn = 12, kMostRunsDrawn = 8;

/// The last parts of the runs' paths where they tell the runs apart, else their places in the list of runs.
std::vector<std::string> heads_of(const std::vector<std::string>& runs) {
  std::vector<std::string> heads, places;
  for (const std::string& run : runs) {
    heads.push_back(std::filesystem::path{run}.filename().string());
    places.push_back(std::to_string(heads.size()));
  }
  const std::set<std::string> different{heads.begin(), heads.end()};
  return different.size() == heads.size() && !different.contains("") ? heads : places;
}

Json table_of(const char* id, const char* title, const char* note, const char* what,
              const std::vector<std::string>& heads) {
  Json columns = Json::array({what});
  for (const std::string& head : heads) columns.push_back(head);
  return {{"id", id},
          {"kind", "table"},
          {"title", title},
          {"unit", ""},
          {"note", note},
          {"columns", std::move(columns)},
          {"rows", Json::array()}};
}

std::optional<double> change_of(const RunsTable::Number& number, std::size_t run) {
  if (!number.values[run] || !number.values.front()) return {};
  const double percent = 100 * NumberChange{.before = *number.values.front(), .after = *number.values[run]}.relative();
  return std::isfinite(percent) ? std::optional{percent} : std::nullopt;
}

/// Each run beside the others, with its change of the numbers of the largest effect.
Json bars_of_runs(const RunsTable& table, const std::vector<std::string>& heads) {
  Json chart{{"id", "changes"},
             {"kind", "bars"},
             {"beside", true},
             {"title", "Largest changes"},
             {"unit", "% of the first run's value"},
             {"note", "The numbers whose change has the largest effect in any run, each against the first run."},
             {"labels", Json::array()},
             {"series", Json::array()}};
  for (std::size_t run = 1; run < heads.size() && run <= kMostRunsDrawn; ++run)
    chart["series"].push_back({{"name", heads[run]}, {"values", Json::array()}});
  for (const RunsTable::Number& number : table.numbers) {
    if (chart["labels"].size() == kMostNumbersDrawn) break;
    if (!number.values.front() || *number.values.front() == 0) continue;
    chart["labels"].push_back(number.path);
    for (std::size_t run = 0; run < chart["series"].size(); ++run) {
      const std::optional<double> change = change_of(number, run + 1);
      chart["series"][run]["values"].push_back(change ? Json(*change) : Json(nullptr));
    }
  }
  return chart;
}

std::string cell_of(const RunsTable::Number& number, std::size_t run) {
  const std::optional<double>&value = number.values[run], &first = number.values.front();
  if (!value) return "–";
  const std::string text = number_text(*value);
  if (run == 0 || !first || *value == *first) return text;
  return text + " (" + relative_text({.before = *first, .after = *value}) + ')';
}

}  // namespace

std::string runs_page(const RunsTable& table) {
  PageFacts facts;
  for (std::size_t r = 0; r < table.runs.size(); ++r) facts.emplace_back(fmt::format("{}", r + 1), table.runs[r]);
  for (const RunsTable::Broken& broken : table.broken)
    facts.emplace_back("broken limit", fmt::format("{} by {}: {} {} → {}", broken.limit, broken.run, broken.path,
                                                   number_text(broken.before), number_text(broken.after)));
  const std::vector<std::string> heads = heads_of(table.runs);
  Json charts = Json::array();
  if (Json bars = bars_of_runs(table, heads); !bars["labels"].empty()) charts.push_back(std::move(bars));
  if (!table.settings.empty()) {
    charts.push_back(table_of("settings", "Settings that differ", "Parameters of the machines and the studies.",
                              "parameter", heads));
    for (const RunsTable::Setting& setting : table.settings) {
      Json row = Json::array({setting.path});
      for (const std::string& value : setting.values) row.push_back(value);
      charts.back()["rows"].push_back(std::move(row));
    }
  }
  charts.push_back(table_of("numbers", "Numbers",
                            "Those that differ, largest effect first, each against the first run.", "number", heads));
  for (const RunsTable::Number& number : table.numbers) {
    Json row = Json::array({number.path});
    for (std::size_t run = 0; run < number.values.size(); ++run) row.push_back(cell_of(number, run));
    charts.back()["rows"].push_back(std::move(row));
  }
  return framed_page({.title = fmt::format("{} runs", table.runs.size()), .facts = facts},
                     {{"name", "compare"}, {"charts", std::move(charts)}});
}

}  // namespace texpipe::study
