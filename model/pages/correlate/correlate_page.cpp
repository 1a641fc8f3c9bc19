#include "pages/correlate/correlate_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/chip_measurements/correlation_report.h"
#include "base/printable.h"
#include "pages/assets/page_frame.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

/// A series for each grade, full circles for evidence and rings for rows that parameters were taken from.
Json chart_of(const std::vector<RowOutcome>& outcomes) {
  Json names = Json::array(), series = Json::array();
  for (const RowOutcome& outcome : outcomes) names.push_back(printable(outcome.row.full_name()));
  for (const EnumRow& grade : kGrades) {
    for (const bool used : {false, true}) {
      Json points = Json::array();
      for (std::size_t n = 0; n < outcomes.size(); ++n) {
        const RowOutcome& outcome = outcomes[n];
        const bool shown = outcome.model && !outcome.row.bound && outcome.row.chip > 0 && *outcome.model > 0;
        if (!shown || static_cast<std::uint32_t>(outcome.row.grade) != grade.value || outcome.row.used != used)
          continue;
        points.push_back({outcome.row.chip, *outcome.model, n});
      }
      if (points.empty()) continue;
      series.push_back({{"name", fmt::format("[{}]{}", grade.name, used ? " used" : "")},
                        {"hollow", used},
                        {"points", std::move(points)}});
    }
  }
  std::string note =
      "A row on the line has the chip's value. Rings are rows that a parameter was taken from. Bounds are in the "
      "table.";
  for (const EnumRow& grade : kGrades) note += fmt::format(" [{}]: {}.", grade.name, grade.meaning);
  return {{"id", "agreement"},
          {"kind", "scatter"},
          {"title", "Model over chip"},
          {"unit", ""},
          {"note", note},
          {"axes", {"chip", "model"}},
          {"scale", "log"},
          {"diagonal", true},
          {"names", std::move(names)},
          {"series", std::move(series)}};
}

}  // namespace

std::string correlate_page(const std::vector<RowOutcome>& outcomes) {
  const CorrelationTable table = correlation_table(outcomes);
  Json charts = Json::array();
  Json chart = chart_of(outcomes);
  if (!chart["series"].empty()) charts.push_back(std::move(chart));
  charts.push_back({{"id", "rows"},
                    {"kind", "table"},
                    {"title", "Rows"},
                    {"unit", ""},
                    {"note", "Each value that was measured, beside the model's."},
                    {"columns", table.columns},
                    {"rows", table.rows}});
  return framed_page({.title = "Model and chip", .facts = table.agreement},
                     {{"name", "correlate"}, {"charts", std::move(charts)}});
}

}  // namespace texpipe::study
