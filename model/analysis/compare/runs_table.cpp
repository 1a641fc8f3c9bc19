#include "analysis/compare/runs_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kCycles = "cycles";

std::string shown_value(const std::optional<double>& value) {
  return value ? number_text(*value) : "-";
}

std::string change_of(const RunsTable::Number& number, std::size_t run) {
  const std::optional<double>&first = number.values.front(), &other = number.values[run];
  return first && other ? relative_text({.before = *first, .after = *other}) : "";
}

/// A name of a file in a cell of CSV or Markdown.
std::string name_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell{'"'};
  for (const char c : text) cell += c == '"' ? std::string{"\"\""} : std::string{c};
  return cell + '"';
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row{'|'};
  for (const std::string& cell : cells) {
    row += ' ';
    for (const char c : cell) row += c == '|' ? std::string{"\\|"} : std::string{c};
    row += " |";
  }
  return row + '\n';
}

/// The runs' numbers as columns of a text; the first has no change beside it.
std::string wide_text(const RunsTable& table, std::size_t lines, std::size_t width) {
  std::size_t path_width = 0;
  std::vector<std::size_t> widths(table.runs.size(), 1);
  const std::size_t count = std::min(lines, table.numbers.size());
  for (std::size_t i = 0; i < count; ++i) {
    path_width = std::max(path_width, table.numbers[i].path.size());
    for (std::size_t r = 0; r < widths.size(); ++r)
      widths[r] = std::max(widths[r], shown_value(table.numbers[i].values[r]).size());
  }
  constexpr std::size_t kChange = 11;
  std::size_t all = 2 + path_width;
  for (const std::size_t w : widths) all += 2 + w + kChange;
  const bool below = all - kChange > width;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const RunsTable::Number& number = table.numbers[i];
    const std::string unit = number.unit == "1" ? "" : number.unit;
    std::string line = below ? "  " + number.path + (unit.empty() ? "" : ", " + unit)
                             : fmt::format("  {:<{}}", number.path, path_width);
    for (std::size_t r = 0; r < widths.size(); ++r) {
      const std::string change = r == 0 ? "" : change_of(number, r);
      if (below)
        line += fmt::format("\n    {:>2}  {:>{}}{:>{}}", r + 1, shown_value(number.values[r]),
                            *std::max_element(widths.begin(), widths.end()), change, change.empty() ? 0 : kChange);
      else
        line += fmt::format("  {:>{}}{:>{}}", shown_value(number.values[r]), widths[r], change, r == 0 ? 0 : kChange);
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + '\n';
  }
  return text;
}

}  // namespace

RunsTable runs_table(const std::vector<RunComparison>& comparisons) {
  RunsTable table;
  table.runs.push_back(comparisons.front().before);
  for (const RunComparison& comparison : comparisons) table.runs.push_back(comparison.after);
  std::map<std::string, std::size_t> places, setting_places;
  for (std::size_t c = 0; c < comparisons.size(); ++c) {
    for (const NumberChange& change : comparisons[c].all) {
      const auto [place, added] = places.try_emplace(change.path, table.numbers.size());
      if (added) {
        table.numbers.push_back({change.path, change.unit, change.description, {}, 0});
        table.numbers.back().values.resize(table.runs.size());
      }
      RunsTable::Number& number = table.numbers[place->second];
      number.values.front() = change.before;
      number.values[c + 1] = change.after;
      number.effect = std::max(number.effect, change.before == change.after ? 0 : change.effect);
    }
    for (const ParameterChange& setting : comparisons[c].settings) {
      const auto [place, added] = setting_places.try_emplace(setting.path, table.settings.size());
      if (added) table.settings.push_back({setting.path, std::vector<std::string>(table.runs.size(), setting.from)});
      table.settings[place->second].values[c + 1] = setting.to;
    }
  }
  std::erase_if(table.numbers, [](const RunsTable::Number& number) {
    return number.path != kCycles && std::all_of(number.values.begin(), number.values.end(),
                                                 [&](const auto& value) { return value == number.values.front(); });
  });
  std::stable_sort(table.numbers.begin(), table.numbers.end(), [](const auto& a, const auto& b) {
    if ((a.path == kCycles) != (b.path == kCycles)) return a.path == kCycles;
    return a.effect > b.effect;
  });
  return table;
}

std::string runs_text(const RunsTable& table, std::size_t lines, std::size_t width) {
  std::string text;
  for (std::size_t r = 0; r < table.runs.size(); ++r) text += fmt::format("{:>4}  {}\n", r + 1, table.runs[r]);
  text += wide_text(table, lines, width);
  if (table.numbers.size() > lines)
    text += fmt::format("  {} numbers differ; --lines shows more\n", table.numbers.size());
  if (!table.settings.empty()) text += "settings that differ\n";
  for (const RunsTable::Setting& setting : table.settings) {
    text += "  " + setting.path + ": ";
    for (const std::string& value : setting.values) text += (&value == &setting.values.front() ? "" : " | ") + value;
    text += '\n';
  }
  if (!table.broken.empty()) text += "limits that are broken\n";
  for (const RunsTable::Broken& broken : table.broken)
    text += fmt::format("  {}: {}: {} {} -> {}\n", broken.run, broken.limit, broken.path, number_text(broken.before),
                        number_text(broken.after));
  return text;
}

std::string runs_csv(const RunsTable& table) {
  std::string text = "path,unit";
  for (const std::string& run : table.runs) text += ',' + name_cell(run);
  text += '\n';
  for (const RunsTable::Number& number : table.numbers) {
    text += number.path + ',' + name_cell(number.unit);
    for (const std::optional<double>& value : number.values) text += ',' + (value ? fmt::format("{}", *value) : "");
    text += '\n';
  }
  return text;
}

std::string runs_markdown(const RunsTable& table, std::size_t lines) {
  std::vector<std::string> head{"number"}, rule{"---"};
  for (std::size_t r = 0; r < table.runs.size(); ++r) {
    head.push_back(table.runs[r]);
    rule.emplace_back("---:");
    if (r > 0) head.emplace_back("change"), rule.emplace_back("---:");
  }
  std::string text = markdown_row(head) + markdown_row(rule);
  for (std::size_t i = 0; i < std::min(lines, table.numbers.size()); ++i) {
    const RunsTable::Number& number = table.numbers[i];
    std::vector<std::string> cells{'`' + number.path + '`'};
    for (std::size_t r = 0; r < table.runs.size(); ++r) {
      cells.push_back(shown_value(number.values[r]));
      if (r > 0) cells.push_back(change_of(number, r));
    }
    text += markdown_row(cells);
  }
  if (table.settings.empty()) return text;
  head = {"setting"}, rule = {"---"};
  for (const std::string& run : table.runs) head.push_back(run), rule.emplace_back("---:");
  text += '\n' + markdown_row(head) + markdown_row(rule);
  for (const RunsTable::Setting& setting : table.settings) {
    std::vector<std::string> cells{'`' + setting.path + '`'};
    cells.insert(cells.end(), setting.values.begin(), setting.values.end());
    text += markdown_row(cells);
  }
  return text;
}

Json runs_json(const RunsTable& table) {
  Json numbers = Json::array(), settings = Json::array(), broken = Json::array();
  for (const RunsTable::Number& number : table.numbers) {
    Json values = Json::array();
    for (const std::optional<double>& value : number.values) values.push_back(value ? Json(*value) : Json(nullptr));
    numbers.push_back({{"path", number.path},
                       {"values", std::move(values)},
                       {"effect", number.effect},
                       {"unit", number.unit},
                       {"description", number.description}});
  }
  for (const RunsTable::Setting& setting : table.settings)
    settings.push_back({{"path", setting.path}, {"values", setting.values}});
  for (const RunsTable::Broken& b : table.broken)
    broken.push_back({{"run", b.run}, {"limit", b.limit}, {"path", b.path}, {"before", b.before}, {"after", b.after}});
  return {{"schema_version", 1},
          {"runs", table.runs},
          {"numbers", std::move(numbers)},
          {"settings", std::move(settings)},
          {"broken_limits", std::move(broken)}};
}

}  // namespace texpipe::study
