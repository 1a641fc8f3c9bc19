#include "analysis/compare/comparison_text.h"
#include "host/text/fitted_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRunPath = "cycles";

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

std::string comparison_text(const RunComparison& comparison, const std::vector<BrokenLimit>& broken, std::size_t lines,
                            std::size_t width) {
  std::string text = comparison.before + " -> " + comparison.after + '\n';
  const auto shown = headline(comparison, lines);
  std::size_t path_width = 0, before_width = 0, after_width = 0;
  for (const NumberChange* change : shown) {
    path_width = std::max(path_width, change->path.size());
    before_width = std::max(before_width, number_text(change->before).size());
    after_width = std::max(after_width, number_text(change->after).size());
  }
  std::vector<std::string> rests;
  std::size_t rest_width = 0;
  for (const NumberChange* change : shown) {
    std::string rest = fmt::format("{:>{}} -> {:>{}}  {:>10}", number_text(change->before), before_width,
                                   number_text(change->after), after_width, relative_text(*change));
    if (change->unit != "1") rest += "  " + change->unit;
    rest_width = std::max(rest_width, rest.size());
    rests.push_back(std::move(rest));
  }
  const std::size_t column = rest_column(2 + path_width, rest_width, width);
  for (std::size_t i = 0; i < shown.size(); ++i)
    text += path_row("  " + shown[i]->path, rests[i], column, width) + '\n';
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

}  // namespace texpipe::study
