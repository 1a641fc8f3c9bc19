#include "pages/compare/runs_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "host/text/markup.h"
#include "pages/assets/page_frame.h"

namespace texpipe::study {

namespace {

std::string row_of(const std::string& name, const std::vector<std::string>& values) {
  std::string row = "<tr><th scope=\"row\"><code>" + html_text(name) + "</code></th>";
  for (const std::string& value : values) row += "<td>" + html_text(value) + "</td>";
  return row + "</tr>\n";
}

std::string table_of(const char* title, const std::vector<std::string>& runs, const std::string& rows) {
  std::string head;
  for (std::size_t r = 0; r < runs.size(); ++r) head += fmt::format("<th scope=\"col\">{}</th>", r + 1);
  return fmt::format(
      "<section><h2>{}</h2>\n<div style=\"overflow-x:auto\"><table><thead><tr><td></td>{}</tr></thead>\n<tbody>\n{}"
      "</tbody></table></div></section>\n",
      title, head, rows);
}

}  // namespace

std::string runs_page(const RunsTable& table) {
  PageFacts facts;
  for (std::size_t r = 0; r < table.runs.size(); ++r) facts.emplace_back(fmt::format("{}", r + 1), table.runs[r]);
  for (const RunsTable::Broken& broken : table.broken)
    facts.emplace_back("broken limit", fmt::format("{} by {}: {} {} → {}", broken.limit, broken.run, broken.path,
                                                   number_text(broken.before), number_text(broken.after)));
  std::string numbers, settings;
  for (const RunsTable::Number& number : table.numbers) {
    std::vector<std::string> values;
    for (const std::optional<double>& value : number.values) {
      std::string text = value ? number_text(*value) : "–";
      const bool changed = !values.empty() && value && number.values.front() && *value != *number.values.front();
      if (changed) text += " (" + relative_text({.before = *number.values.front(), .after = *value}) + ')';
      values.push_back(std::move(text));
    }
    numbers += row_of(number.path, values);
  }
  for (const RunsTable::Setting& setting : table.settings) settings += row_of(setting.path, setting.values);
  std::string below = settings.empty() ? "" : table_of("Settings that differ", table.runs, settings);
  below += table_of("Numbers that differ, each against run 1", table.runs, numbers);
  return framed_page({.title = fmt::format("{} runs", table.runs.size()), .facts = facts, .below = below},
                     {{"name", "compare"}, {"charts", nlohmann::ordered_json::array()}});
}

}  // namespace texpipe::study
