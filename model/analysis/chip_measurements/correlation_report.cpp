#include "analysis/chip_measurements/correlation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/chip_measurements/row_use.h"
#include "base/printable.h"
#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string percent_text(double part) {
  return fmt::format("{:.1f} %", 100 * part);
}

/// Rows that are counted together, and what they are called.
struct Party {
  std::string key;
  std::string name;
  std::function<bool(const ReferenceRow&)> counts;
};

std::vector<Party> parties() {
  std::vector<Party> all{
      {"evidence", "[M] not used", is_evidence},
      {"used", "used", [](const ReferenceRow& row) { return row.used; }},
  };
  for (const EnumRow& grade : kGrades) {
    if (static_cast<Grade>(grade.value) == Grade::kMeasured) continue;
    all.push_back({std::string{grade.name}, '[' + std::string{grade.name} + "] not used",
                   [value = grade.value](const ReferenceRow& row) {
                     return !row.used && row.grade == static_cast<Grade>(value);
                   }});
  }
  return all;
}

/// Evidence by who measured it, in the order of the authors' names.
std::vector<Party> authors(const std::vector<RowOutcome>& outcomes) {
  std::set<std::string> names;
  for (const RowOutcome& outcome : outcomes) {
    if (outcome.model && is_evidence(outcome.row)) names.insert(author_of(outcome.row.source));
  }
  std::vector<Party> all;
  for (const std::string& name : names) {
    all.push_back(
        {name, name, [name](const ReferenceRow& row) { return is_evidence(row) && author_of(row.source) == name; }});
  }
  return all;
}

std::string agreement_text(const RowAgreement& agreement) {
  std::string text = fmt::format("{:>3} row{}  mean absolute error {}", agreement.rows, agreement.rows == 1 ? " " : "s",
                                 percent_text(agreement.mean_error));
  if (agreement.correlation) text += fmt::format(", correlation of logarithms {:.4f}", *agreement.correlation);
  return text;
}

/// Kind of a row's value.
std::string class_of(const ReferenceRow& row) {
  if (row.bound) return "bound";
  return row.is_ratio ? "ratio" : "value";
}

/// Grade, whether the row is no plain value, and whether it was used for a parameter.
std::string grade_text(const ReferenceRow& row) {
  const std::string kind = row.bound || row.is_ratio ? ' ' + class_of(row) : "";
  return '[' + std::string{name_of(row.grade)} + ']' + kind + (row.used ? " used" : "");
}

std::string band_text(const ReferenceRow& row) {
  if (row.bound) return *row.bound == Bound::kAtMost ? "at most" : "at least";
  return row.band ? fmt::format("{:.3g} %", 100 * *row.band) : "";
}

constexpr std::size_t kReportColumns = 8;
using Line = std::array<std::string, kReportColumns>;

Line head() {
  return {"row", "chip", "model", "ratio", "band", "", "grade", "source"};
}

Line line_of(const RowOutcome& outcome) {
  const ReferenceRow& row = outcome.row;
  const std::string unit = row.unit.empty() ? "" : ' ' + row.unit;
  return {row.full_name(),
          correlation_number(row.chip) + unit,
          outcome.model ? correlation_number(*outcome.model) : "",
          outcome.model ? fmt::format("{:.3f}", outcome.ratio()) : "",
          band_text(row),
          outcome.verdict() == Verdict::kNotRun ? "needs " + row.needs : std::string{name_of(outcome.verdict())},
          grade_text(row),
          row.source};
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string{c};
  return quoted + '"';
}

/// Whether a row that has run is a bound.
bool is_bound(const RowOutcome& outcome) {
  return outcome.model && outcome.row.bound;
}

/// Bounds that are kept and those that are not; empty without bounds.
std::string bounds_text(const std::vector<RowOutcome>& outcomes, int width) {
  const auto count = [&](Verdict verdict) {
    return std::count_if(outcomes.begin(), outcomes.end(),
                         [&](const RowOutcome& o) { return is_bound(o) && o.verdict() == verdict; });
  };
  const auto kept = count(Verdict::kInside), broken = count(Verdict::kOutside);
  return kept + broken == 0 ? "" : fmt::format("{:>{}} kept, {} broken", kept, width, broken);
}

std::string bands_text(const std::vector<RowOutcome>& outcomes, int width) {
  const auto count = [&](Verdict verdict) {
    return std::count_if(outcomes.begin(), outcomes.end(),
                         [&](const RowOutcome& o) { return o.verdict() == verdict && !is_bound(o); });
  };
  return fmt::format("{:>{}} inside, {} outside, {} without one, {} not run", count(Verdict::kInside), width,
                     count(Verdict::kOutside), count(Verdict::kNoBand), count(Verdict::kNotRun));
}

}  // namespace

std::string correlation_number(double value) {
  return fmt::format("{:.4g}", value);
}

std::string correlation_text(const std::vector<RowOutcome>& outcomes) {
  std::vector<Line> lines{head()};
  for (const RowOutcome& outcome : outcomes) lines.push_back(line_of(outcome));
  std::array<std::size_t, kReportColumns> widths{};
  for (Line& line : lines) {
    for (std::size_t c = 0; c < kReportColumns; ++c) {
      line[c] = printable(line[c]);
      widths[c] = std::max(widths[c], line[c].size());
    }
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row;
    for (std::size_t c = 0; c < kReportColumns; ++c) {
      const bool number = c >= 1 && c <= 4;
      row += number ? fmt::format("{:>{}}  ", line[c], widths[c]) : fmt::format("{:<{}}  ", line[c], widths[c]);
    }
    row.resize(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  text += '\n';
  for (const Party& party : parties()) {
    const RowAgreement agreement = agreement_of(outcomes, party.counts);
    if (agreement.rows != 0) text += fmt::format("{:<15}{}\n", party.name, agreement_text(agreement));
  }
  const std::vector<Party> sources = authors(outcomes);
  if (!sources.empty()) {
    text += "\n[M] not used, by source\n";
    std::size_t width = 0;
    for (const Party& party : sources) width = std::max(width, printable(party.name).size());
    for (const Party& party : sources) {
      text += fmt::format("  {:<{}}  {}\n", printable(party.name), width,
                          agreement_text(agreement_of(outcomes, party.counts)));
    }
    text += '\n';
  }
  text += fmt::format("{:<15}{}\n", "bands", bands_text(outcomes, 3));
  const std::string bounds = bounds_text(outcomes, 3);
  if (!bounds.empty()) text += fmt::format("{:<15}{}\n", "bounds", bounds);
  return text;
}

std::string correlation_csv(const std::vector<RowOutcome>& outcomes) {
  std::string csv = "row,chip,unit,model,ratio,band,verdict,grade,used,source,class\n";
  for (const RowOutcome& outcome : outcomes) {
    const ReferenceRow& row = outcome.row;
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(row.full_name()), row.chip, csv_field(row.unit),
                       outcome.model ? fmt::format("{}", *outcome.model) : "",
                       outcome.model ? fmt::format("{}", outcome.ratio()) : "",
                       row.band ? fmt::format("{}", *row.band) : "", name_of(outcome.verdict()), name_of(row.grade),
                       row.used, csv_field(row.source), class_of(row));
  }
  return csv;
}

std::string correlation_json(const std::vector<RowOutcome>& outcomes) {
  Json rows = Json::array();
  for (const RowOutcome& outcome : outcomes) {
    const ReferenceRow& row = outcome.row;
    Json json{{"row", row.full_name()}, {"source", row.source}, {"grade", name_of(row.grade)},
              {"used", row.used},       {"chip", row.chip},     {"unit", row.unit}};
    json["model"] = outcome.model ? Json(*outcome.model) : Json();
    json["ratio"] = outcome.model ? Json(outcome.ratio()) : Json();
    json["band"] = row.band ? Json(*row.band) : Json();
    json["verdict"] = name_of(outcome.verdict());
    json["class"] = class_of(row);
    if (row.bound) json["bound"] = name_of(*row.bound);
    if (row.value) json["value"] = row.value->text();
    if (!row.needs.empty()) json["needs"] = row.needs;
    if (!row.note.empty()) json["note"] = row.note;
    rows.push_back(std::move(json));
  }
  Json agreement = Json::object();
  for (const Party& party : parties()) {
    const RowAgreement of = agreement_of(outcomes, party.counts);
    agreement[party.key] = {{"rows", of.rows}, {"mean_absolute_error", of.mean_error}};
    agreement[party.key]["correlation_of_logarithms"] = of.correlation ? Json(*of.correlation) : Json();
  }
  Json sources = Json::object();
  for (const Party& party : authors(outcomes)) {
    const RowAgreement of = agreement_of(outcomes, party.counts);
    sources[party.key] = {{"rows", of.rows}, {"mean_absolute_error", of.mean_error}};
  }
  return json_text(Json{{"rows", std::move(rows)},
                        {"agreement", std::move(agreement)},
                        {"evidence_by_source", std::move(sources)}},
                   2) +
         '\n';
}

std::string correlation_markdown(const std::vector<RowOutcome>& outcomes) {
  const CorrelationTable table = correlation_table(outcomes);
  std::string text;
  const auto line = [&text](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      text += "| ";
      for (const char c : cell) text += c == '|' ? std::string{"\\|"} : std::string{c};
      text += ' ';
    }
    text += "|\n";
  };
  line(table.columns);
  for (std::size_t c = 0; c < table.columns.size(); ++c) text += c >= 1 && c <= 4 ? "|---:" : "|---";
  text += "|\n";
  for (const std::vector<std::string>& row : table.rows) line(row);
  for (const auto& [name, agreement] : table.agreement) {
    std::vector<std::string> cells(table.columns.size());
    cells[0] = name;
    cells.back() = agreement;
    line(cells);
  }
  return text;
}

CorrelationTable correlation_table(const std::vector<RowOutcome>& outcomes) {
  CorrelationTable table;
  for (const std::string& column : head()) table.columns.push_back(column);
  table.columns.emplace_back("note");
  for (const RowOutcome& outcome : outcomes) {
    table.rows.emplace_back();
    for (const std::string& cell : line_of(outcome)) table.rows.back().push_back(printable(cell));
    table.rows.back().push_back(printable(outcome.row.note));
  }
  for (const Party& party : parties()) {
    const RowAgreement agreement = agreement_of(outcomes, party.counts);
    if (agreement.rows == 0) continue;
    std::string text = agreement_text(agreement);
    text.erase(0, text.find_first_not_of(' '));
    table.agreement.emplace_back(party.name, std::move(text));
  }
  table.agreement.emplace_back("bands", bands_text(outcomes, 1));
  if (const std::string bounds = bounds_text(outcomes, 1); !bounds.empty())
    table.agreement.emplace_back("bounds", bounds);
  return table;
}

}  // namespace texpipe::study
