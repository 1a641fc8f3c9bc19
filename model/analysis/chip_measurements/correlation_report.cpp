#include "analysis/chip_measurements/correlation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "analysis/chip_measurements/row_use.h"
#include "base/printable.h"
#include "host/text/markup.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string number_text(double value) {
  return fmt::format("{:.4g}", value);
}

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

std::string agreement_text(const Agreement& agreement) {
  std::string text = fmt::format("{:>3} row{}  mean absolute error {}", agreement.rows, agreement.rows == 1 ? " " : "s",
                                 percent_text(agreement.mean_error));
  if (agreement.correlation) text += fmt::format(", correlation of logarithms {:.4f}", *agreement.correlation);
  return text;
}

/// Grade and whether the row was used for a parameter.
std::string grade_text(const ReferenceRow& row) {
  return '[' + std::string{name_of(row.grade)} + ']' + (row.used ? " used" : "");
}

std::string band_text(const ReferenceRow& row) {
  return row.band ? fmt::format("{:.3g} %", 100 * *row.band) : "";
}

constexpr std::size_t kColumns = 8;
using Line = std::array<std::string, kColumns>;

Line head() {
  return {"row", "chip", "model", "ratio", "band", "", "grade", "source"};
}

Line line_of(const RowOutcome& outcome) {
  const ReferenceRow& row = outcome.row;
  const std::string unit = row.unit.empty() ? "" : ' ' + row.unit;
  return {row.full_name(),
          number_text(row.chip) + unit,
          outcome.model ? number_text(*outcome.model) : "",
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

constexpr double kSide = 640, kMargin = 60;

/// A logarithmic axis over whole decades.
struct Axis {
  int low = 0, high = 1;  // exponents of ten

  double place(double value) const {
    return kMargin + (std::log10(value) - low) / (high - low) * (kSide - 2 * kMargin);
  }
};

Axis axis_of(const std::vector<RowOutcome>& outcomes) {
  double low = 1, high = 10;
  for (const RowOutcome& outcome : outcomes) {
    if (!outcome.model) continue;
    low = std::min({low, outcome.row.chip, *outcome.model});
    high = std::max({high, outcome.row.chip, *outcome.model});
  }
  return {static_cast<int>(std::floor(std::log10(low))), static_cast<int>(std::ceil(std::log10(high)))};
}

constexpr std::array<std::string_view, kGrades.size()> kGradeColours{"#1f6fb4", "#d98500", "#3c9a3c", "#8a8a8a"};

std::string point(const RowOutcome& outcome, const Axis& axis) {
  const std::string_view colour = kGradeColours[static_cast<std::size_t>(outcome.row.grade)];
  return fmt::format(
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" stroke=\"{}\" stroke-width=\"1.5\" fill=\"{}\"{}><title>{}: chip "
      "{}, model {} "
      "{}</title></circle>\n",
      axis.place(outcome.row.chip), kSide - axis.place(*outcome.model), colour, outcome.row.used ? "none" : colour,
      outcome.row.used ? "" : " fill-opacity=\"0.6\"", html_text(printable(outcome.row.full_name())),
      number_text(outcome.row.chip), number_text(*outcome.model), html_text(printable(outcome.row.unit)));
}

std::string legend() {
  std::string text;
  double y = kMargin;
  for (const EnumRow& grade : kGrades) {
    y += 18;
    text += fmt::format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{}\" fill-opacity=\"0.6\"/><text x=\"{}\" y=\"{}\">[{}] "
        "{}</text>\n",
        kMargin + 14, y, kGradeColours[grade.value], kMargin + 26, y + 4, grade.name, grade.meaning);
  }
  y += 18;
  return text + fmt::format(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"#444\"/><text x=\"{}\" y=\"{}\">used "
                    "for a parameter</text>\n",
                    kMargin + 14, y, kMargin + 26, y + 4);
}

std::string bands_text(const std::vector<RowOutcome>& outcomes, int width) {
  const auto count = [&](Verdict verdict) {
    return std::count_if(outcomes.begin(), outcomes.end(), [&](const RowOutcome& o) { return o.verdict() == verdict; });
  };
  return fmt::format("{:>{}} inside, {} outside, {} without one, {} not run", count(Verdict::kInside), width,
                     count(Verdict::kOutside), count(Verdict::kNoBand), count(Verdict::kNotRun));
}

}  // namespace

std::string correlation_text(const std::vector<RowOutcome>& outcomes) {
  std::vector<Line> lines{head()};
  for (const RowOutcome& outcome : outcomes) lines.push_back(line_of(outcome));
  std::array<std::size_t, kColumns> widths{};
  for (Line& line : lines) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      line[c] = printable(line[c]);
      widths[c] = std::max(widths[c], line[c].size());
    }
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const bool number = c >= 1 && c <= 4;
      row += number ? fmt::format("{:>{}}  ", line[c], widths[c]) : fmt::format("{:<{}}  ", line[c], widths[c]);
    }
    row.resize(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  text += '\n';
  for (const Party& party : parties()) {
    const Agreement agreement = agreement_of(outcomes, party.counts);
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
  return text;
}

std::string correlation_csv(const std::vector<RowOutcome>& outcomes) {
  std::string csv = "row,chip,unit,model,ratio,band,verdict,grade,used,source\n";
  for (const RowOutcome& outcome : outcomes) {
    const ReferenceRow& row = outcome.row;
    csv += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_field(row.full_name()), row.chip, csv_field(row.unit),
                       outcome.model ? fmt::format("{}", *outcome.model) : "",
                       outcome.model ? fmt::format("{}", outcome.ratio()) : "",
                       row.band ? fmt::format("{}", *row.band) : "", name_of(outcome.verdict()), name_of(row.grade),
                       row.used, csv_field(row.source));
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
    if (row.value) json["value"] = row.value->text();
    if (!row.needs.empty()) json["needs"] = row.needs;
    if (!row.note.empty()) json["note"] = row.note;
    rows.push_back(std::move(json));
  }
  Json agreement = Json::object();
  for (const Party& party : parties()) {
    const Agreement of = agreement_of(outcomes, party.counts);
    agreement[party.key] = {{"rows", of.rows}, {"mean_absolute_error", of.mean_error}};
    agreement[party.key]["correlation_of_logarithms"] = of.correlation ? Json(*of.correlation) : Json();
  }
  Json sources = Json::object();
  for (const Party& party : authors(outcomes)) {
    const Agreement of = agreement_of(outcomes, party.counts);
    sources[party.key] = {{"rows", of.rows}, {"mean_absolute_error", of.mean_error}};
  }
  return Json{
             {"rows", std::move(rows)}, {"agreement", std::move(agreement)}, {"evidence_by_source", std::move(sources)}}
             .dump(2) +
         '\n';
}

std::string correlation_svg(const std::vector<RowOutcome>& outcomes) {
  const Axis axis = axis_of(outcomes);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" height=\"{0}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{0}\" fill=\"white\"/>\n",
      kSide);
  for (int exponent = axis.low; exponent <= axis.high; ++exponent) {
    const double at = axis.place(std::pow(10.0, exponent));
    const std::string label = fmt::format("{:g}", std::pow(10.0, exponent));
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1}V{2}M{1} {3:.1f}H{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{4}\" "
        "text-anchor=\"middle\">{5}</text><text x=\"{6}\" y=\"{7:.1f}\" text-anchor=\"end\">{5}</text>\n",
        at, kMargin, kSide - kMargin, kSide - at, kSide - kMargin + 18, label, kMargin - 6, kSide - at + 4);
  }
  svg += fmt::format(
      "<path d=\"M{0} {1}L{1} {0}\" stroke=\"#444\"/>\n<text x=\"{2}\" y=\"{3}\" "
      "text-anchor=\"middle\">chip</text><text "
      "transform=\"translate(14 {2}) rotate(-90)\" text-anchor=\"middle\">model</text>\n",
      kMargin, kSide - kMargin, kSide / 2, kSide - 16);
  for (const RowOutcome& outcome : outcomes) {
    if (outcome.model) svg += point(outcome, axis);
  }
  return svg + legend() + "</svg>\n";
}

CorrelationTable correlation_table(const std::vector<RowOutcome>& outcomes) {
  CorrelationTable table;
  for (const std::string& column : head()) table.columns.push_back(column);
  for (const RowOutcome& outcome : outcomes) {
    table.rows.emplace_back();
    for (const std::string& cell : line_of(outcome)) table.rows.back().push_back(printable(cell));
  }
  for (const Party& party : parties()) {
    const Agreement agreement = agreement_of(outcomes, party.counts);
    if (agreement.rows == 0) continue;
    std::string text = agreement_text(agreement);
    text.erase(0, text.find_first_not_of(' '));
    table.agreement.emplace_back(party.name, std::move(text));
  }
  table.agreement.emplace_back("bands", bands_text(outcomes, 1));
  return table;
}

}  // namespace texpipe::study
