#include "analysis/compare/comparison_text.h"

#include "host/text/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRunPath = "cycles";

/// The run's cycles first, changed or not, then what changed most.
std::vector<const NumberChange*> headline(const RunComparison& comparison, std::size_t lines) {
  std::vector<const NumberChange*> shown;
  for (const NumberChange& number : comparison.all) {
    if (number.path == kRunPath) shown.push_back(&number);
  }
  for (const NumberChange& change : comparison.changes) {
    if (shown.size() >= lines) break;
    if (change.path != kRunPath) shown.push_back(&change);
  }
  return shown;
}

std::string limit_line(const BrokenLimit& broken) {
  const NumberChange& change = *broken.change;
  return fmt::format("{}: {} {} -> {} ({})", broken.limit->text, change.path, number_text(change.before),
                     number_text(change.after), relative_text(change));
}

std::string row(std::initializer_list<std::string> cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) text += "<td>" + html_text(cell) + "</td>";
  return text + "</tr>\n";
}

constexpr std::string_view kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 "
    "1rem;color:#1b1f24;background:#fff}"
    "table{border-collapse:collapse;width:100%;margin:1rem 0}td,th{padding:.3rem .6rem;border-bottom:1px solid #d8dee4;"
    "text-align:left}td:nth-child(n+2):nth-child(-n+4){text-align:right;font-variant-numeric:tabular-nums}"
    ".broken{color:#b3261e}@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td,th{border-color:#"
    "30363d}"
    ".broken{color:#ff8a80}}@media(max-width:40rem){td:nth-child(5),th:nth-child(5){display:none}}";

}  // namespace

std::string number_text(double value) {
  if (std::floor(value) != value || std::abs(value) >= 1e15) return fmt::format("{:.4g}", value);
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  for (std::ptrdiff_t place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), ",");
  return (value < 0 ? "-" : "") + digits;
}

std::string relative_text(const NumberChange& change) {
  const double relative = change.relative();
  return std::isinf(relative) ? "new" : fmt::format("{:+.2f} %", 100 * relative);
}

std::string comparison_text(const RunComparison& comparison, const std::vector<BrokenLimit>& broken,
                            std::size_t lines) {
  std::string text = comparison.before + " -> " + comparison.after + '\n';
  const auto shown = headline(comparison, lines);
  std::size_t path_width = 0, before_width = 0, after_width = 0;
  for (const NumberChange* change : shown) {
    path_width = std::max(path_width, change->path.size());
    before_width = std::max(before_width, number_text(change->before).size());
    after_width = std::max(after_width, number_text(change->after).size());
  }
  for (const NumberChange* change : shown) {
    text += fmt::format("  {:<{}}  {:>{}} -> {:>{}}  {:>10}  {}\n", change->path, path_width,
                        number_text(change->before), before_width, number_text(change->after), after_width,
                        relative_text(*change), change->unit == "1" ? "" : change->unit);
  }
  const std::size_t more = comparison.changes.size() - std::min(comparison.changes.size(), lines);
  if (comparison.changes.empty()) text += "  no number differs\n";
  if (more > 0)
    text += fmt::format("  {} of {} numbers differ; --lines shows more\n", comparison.changes.size(),
                        comparison.all.size());
  const auto only = [&](const std::vector<std::string>& paths, const std::string& run) {
    if (!paths.empty()) text += fmt::format("  {} numbers only in {}, as {}\n", paths.size(), run, paths.front());
  };
  only(comparison.only_before, comparison.before);
  only(comparison.only_after, comparison.after);
  if (!comparison.limited_before.empty()) text += "  limited by " + comparison.limited_before + '\n';
  if (!comparison.limited_after.empty() && comparison.limited_after != comparison.limited_before)
    text += "  then by " + comparison.limited_after + '\n';
  if (!comparison.settings.empty()) text += "settings that differ\n";
  for (const ParameterChange& setting : comparison.settings)
    text += "  " + setting.path + ": " + setting.from + " -> " + setting.to + '\n';
  if (!broken.empty()) text += "limits that are broken\n";
  for (const BrokenLimit& limit : broken) text += "  " + limit_line(limit) + '\n';
  return text;
}

Json comparison_json(const RunComparison& comparison, const std::vector<BrokenLimit>& broken) {
  Json changes = Json::array(), settings = Json::array(), limits = Json::array();
  for (const NumberChange& c : comparison.changes) {
    const double relative = c.relative();
    changes.push_back({{"path", c.path},
                       {"before", c.before},
                       {"after", c.after},
                       {"relative", std::isinf(relative) ? Json(nullptr) : Json(relative)},
                       {"effect", c.effect},
                       {"unit", c.unit},
                       {"description", c.description}});
  }
  for (const ParameterChange& s : comparison.settings)
    settings.push_back({{"path", s.path}, {"from", s.from}, {"to", s.to}});
  for (const BrokenLimit& l : broken)
    limits.push_back(
        {{"limit", l.limit->text}, {"path", l.change->path}, {"before", l.change->before}, {"after", l.change->after}});
  return {{"schema_version", 1},
          {"before", comparison.before},
          {"after", comparison.after},
          {"numbers", comparison.all.size()},
          {"changes", changes},
          {"only_before", comparison.only_before},
          {"only_after", comparison.only_after},
          {"limited_by", {comparison.limited_before, comparison.limited_after}},
          {"settings", settings},
          {"broken_limits", limits}};
}

std::string comparison_html(const RunComparison& comparison, const std::vector<BrokenLimit>& broken) {
  const std::string title = html_text(comparison.before + " → " + comparison.after);
  std::string text =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width,initial-scale=1\"><title>" +
      title + "</title><style>";
  text += kStyle;
  text += "</style></head><body>\n<h1>" + title + "</h1>\n";
  if (!broken.empty()) text += "<h2 class=\"broken\">Limits that are broken</h2>\n<ul class=\"broken\">\n";
  for (const BrokenLimit& limit : broken) text += "<li>" + html_text(limit_line(limit)) + "</li>\n";
  if (!broken.empty()) text += "</ul>\n";
  if (!comparison.limited_before.empty()) text += "<p>Limited by " + html_text(comparison.limited_before) + "</p>\n";
  if (!comparison.limited_after.empty()) text += "<p>then by " + html_text(comparison.limited_after) + "</p>\n";
  if (!comparison.settings.empty()) {
    text +=
        "<h2>Settings that "
        "differ</h2>\n<table><thead><tr><th>parameter</th><th>before</th><th>after</th></tr></thead><tbody>\n";
    for (const ParameterChange& setting : comparison.settings) text += row({setting.path, setting.from, setting.to});
    text += "</tbody></table>\n";
  }
  text += fmt::format("<h2>{} of {} numbers differ, largest effect first</h2>\n", comparison.changes.size(),
                      comparison.all.size());
  text +=
      "<table><thead><tr><th>number</th><th>before</th><th>after</th><th>change</th><th>what</th></tr></"
      "thead><tbody>\n";
  for (const NumberChange* change : headline(comparison, comparison.changes.size() + 1)) {
    const std::string unit = change->unit == "1" ? "" : " (" + change->unit + ")";
    text += row({change->path, number_text(change->before), number_text(change->after), relative_text(*change),
                 change->description + unit});
  }
  return text + "</tbody></table>\n</body></html>\n";
}

}  // namespace texpipe::study
