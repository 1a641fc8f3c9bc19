// texpipe stats
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "exploration/sweep/sweep_record.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "host/text/terminal.h"
#include "parameters/names/name_rule.h"
#include "parameters/names/path_pattern.h"
#include "study/definition/file_sorts.h"
#include "study/run_folder/run_record.h"
#include "study/time_table/time_table_text.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;
using study::RunNumber;

struct StatsOptions {
  std::string run;
  std::vector<std::string> patterns;
  std::string against;
  std::string over;
  std::string format = "table";
};

/// The numbers or series that any of the patterns chooses, in the order of the run. Errors: kUsage, with the nearest
/// path, for a pattern that chooses none.
/// @param elsewhere  a hint for a pattern of what another call prints; empty: of nothing
template <class Entry>
std::vector<const Entry*> chosen(const std::vector<Entry>& entries, const StatsOptions& options,
                                 const std::function<std::string(const std::string&)>& elsewhere) {
  const std::vector<std::string>& patterns = options.patterns;
  std::vector<bool> used(patterns.size(), false);
  std::vector<const Entry*> found;
  for (const Entry& entry : entries) {
    bool any = patterns.empty();
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (!study::chooses(patterns[i], entry.path)) continue;
      any = used[i] = true;
    }
    if (any) found.push_back(&entry);
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (used[i]) continue;
    const std::string other = elsewhere(patterns[i]);
    if (study::sort_of(patterns[i]) == study::FileSort::kRunFolder) {
      throw Error{ExitCode::kUsage,
                  Diagnostic{.path = patterns[i],
                             .problem = "is a run folder, no statistic",
                             .hint = "did you mean texpipe compare " + options.run + ' ' + patterns[i] + '?'}};
    }
    std::vector<std::string_view> paths;
    for (const Entry& entry : entries) paths.push_back(entry.path);
    const std::string nearest = study::nearest_name(patterns[i], paths);
    const std::string list_of_all =
        "`texpipe stats RUN" + std::string{options.over.empty() ? "" : " --over time"} + "` lists them";
    throw Error{ExitCode::kUsage, Diagnostic{.path = patterns[i],
                                             .problem = (options.over.empty() ? "chooses no statistic of "
                                                                              : "chooses no time series of ") +
                                                        options.run,
                                             .hint = !other.empty()    ? other
                                                     : nearest.empty() ? list_of_all
                                                                       : nearest}};
  }
  return found;
}

/// Rows of one run, or of two with the change from the first to the second.
class Table {
 public:
  Table(const study::RunRecord& run, const study::RunRecord* against) : run_{run}, against_{against} {}

  void add(const RunNumber& number) {
    Row row{&number, against_ == nullptr ? nullptr : against_->find(number.path), ""};
    if (row.other != nullptr) {
      row.change = study::relative_text({.before = number.value, .after = row.other->value});
      if (number.text == row.other->text) return;  // of two runs, what differs
    }
    rows_.push_back(row);
  }

  std::string csv() const {
    std::string text = against_ == nullptr ? "path,unit,value\n" : "path,unit,value,against\n";
    for (const Row& row : rows_) {
      text += row.number->path + ',' + row.number->unit + ',' + row.number->text;
      if (against_ != nullptr) text += ',' + other(row);
      text += '\n';
    }
    return text;
  }

  Json json() const {
    Json list = Json::array();
    for (const Row& row : rows_) {
      Json entry{{"path", row.number->path}, {"value", row.number->value}};
      if (against_ != nullptr) entry["against"] = row.other == nullptr ? Json(nullptr) : Json(row.other->value);
      entry["unit"] = row.number->unit;
      entry["description"] = row.number->description;
      list.push_back(std::move(entry));
    }
    Json json{{"schema_version", 1}, {"run", run_.name}};
    if (against_ != nullptr) json["against"] = against_->name;
    json["statistics"] = std::move(list);
    return json;
  }

  std::string text() const {
    std::size_t path_width = 0, value_width = 0, other_width = 0;
    for (const Row& row : rows_) {
      path_width = std::max(path_width, row.number->path.size());
      value_width = std::max(value_width, study::number_text(row.number->value).size());
      other_width = std::max(other_width, row.other == nullptr ? 1 : study::number_text(row.other->value).size());
    }
    std::vector<std::string> rests;
    std::size_t rest_width = 0;
    for (const Row& row : rows_) {
      std::string rest = fmt::format("{:>{}}", study::number_text(row.number->value), value_width);
      if (against_ != nullptr) {
        rest += fmt::format(" -> {:>{}}  {:>10}", row.other == nullptr ? "-" : study::number_text(row.other->value),
                            other_width, row.change);
      }
      if (row.number->unit != "1") rest += "  " + row.number->unit;
      rest_width = std::max(rest_width, rest.size());
      rests.push_back(std::move(rest));
    }
    const std::size_t width = study::table_width(), column = study::rest_column(path_width, rest_width, width);
    std::string text;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      text += study::path_row(rows_[i].number->path, rests[i], column, width) + '\n';
    if (against_ != nullptr && rows_.empty()) text = "no difference\n";
    return text;
  }

 private:
  struct Row {
    const RunNumber* number;
    const RunNumber* other;  // of the second run; null: it has none
    std::string change;
  };

  static std::string other(const Row& row) { return row.other == nullptr ? "" : row.other->text; }

  const study::RunRecord& run_;
  const study::RunRecord* against_;
  std::vector<Row> rows_;
};

/// A statistic that a run counts once, as `cycles`, has no series: `texpipe stats` without --over prints it.
std::string among_statistics(const StatsOptions& options, const std::string& pattern) {
  try {
    const study::RunRecord run = study::read_run_or_sweep(options.run, linked_blocks());
    for (const RunNumber& number : run.numbers) {
      if (study::chooses(pattern, number.path))
        return fmt::format("it is one number of the whole run: `texpipe stats {} {}` prints it", options.run, pattern);
    }
  } catch (const Error&) {  // then there is no better hint
  }
  return {};
}

/// Prints the chosen statistics over the run's intervals.
ExitCode print_over_time(const StatsOptions& options, const GlobalOptions& globals) {
  const machine::TimeTable table = study::read_time_table(options.run);
  const auto rows =
      chosen(table.rows, options, [&](const std::string& pattern) { return among_statistics(options, pattern); });
  if (globals.json || options.format == "json") {
    std::cout << study::json_text(study::time_table_json(table, rows)) << '\n';
  } else if (options.format == "csv") {
    machine::TimeTable shown{table.ends, {}};
    for (const machine::TimeTable::Row* row : rows) shown.rows.push_back(*row);
    std::cout << study::time_table_csv(shown);
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::for_terminal(study::time_table_text(table, rows));
  }
  return ExitCode::kSuccess;
}

/// Errors: kMalformedInput for a statistic in front of its run.
void refuse_swapped(const StatsOptions& options) {
  std::error_code ignored;
  if (std::filesystem::exists(options.run, ignored) || options.patterns.empty()) return;
  if (study::sort_of(options.patterns.front()) != study::FileSort::kRunFolder) return;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.path = options.run,
                         .problem = "no file, and a run folder behind it",
                         .hint = "did you mean texpipe stats " + options.patterns.front() + ' ' + options.run + '?'}};
}

ExitCode print_statistics(const StatsOptions& options, const GlobalOptions& globals) {
  refuse_format_beside_json(options.format, globals);
  if (options.over == "time") {
    if (!options.against.empty()) {
      throw Error{ExitCode::kUsage,
                  Diagnostic{.path = "--over time", .problem = "prints one run", .hint = "leave --against out"}};
    }
    return print_over_time(options, globals);
  }
  const timing::BlockRegistry blocks = linked_blocks();
  refuse_swapped(options);
  const study::RunRecord run = study::read_run_or_sweep(options.run, blocks);
  study::RunRecord against;
  if (!options.against.empty()) against = study::read_run_or_sweep(options.against, blocks);
  Table table{run, options.against.empty() ? nullptr : &against};
  for (const RunNumber* number : chosen(run.numbers, options, [](const std::string&) { return ""; }))
    table.add(*number);
  if (globals.json || options.format == "json") {
    std::cout << study::json_text(table.json(), 2) << '\n';
  } else {
    std::cout << (options.format == "csv" ? table.csv() : table.text());
  }
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_stats(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<StatsOptions>();
  app.add_option("RUN", options->run, "folder of a run or a sweep, or a file as stats.json")->required();
  app.add_option("PATTERN", options->patterns,
                 "statistics to print: a path, its first names (slice.l3) or its last ones (l3.reads), * for any text");
  app.add_option("--against", options->against, "a second run: print what differs, and by how much");
  app.add_option("--over", options->over, "time: how each went in the intervals of the run (its timeseries.csv)")
      ->check(CLI::IsMember({"time"}));
  app.add_option("--format", options->format, "table (default), csv or json")
      ->check(CLI::IsMember({"table", "csv", "json"}));
  return [options, &globals] { return print_statistics(*options, globals); };
}

}  // namespace texpipe::cli
