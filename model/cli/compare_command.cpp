// texpipe compare
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "analysis/compare/runs_table.h"
#include "cli/linked_blocks.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "exploration/sweep/sweep_record.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "host/text/terminal.h"
#include "pages/compare/compare_page.h"
#include "pages/compare/runs_page.h"

namespace texpipe::cli {

namespace {

struct CompareOptions {
  std::string before, after;
  std::vector<std::string> more;
  std::string format = "text";
  std::vector<std::string> limits;
  std::size_t lines = 10;
  OutputOption output;
};

study::RunRecord read_compared(const std::string& place, const timing::BlockRegistry& blocks,
                               const GlobalOptions& globals) {
  study::RunRecord run = study::read_run_or_sweep(place, blocks);
  if (run.unfinished) {
    print_warnings(std::vector{Diagnostic{.position = {.file = run.name}, .problem = "the run is unfinished"}},
                   globals);
  }
  if (!run.sample.empty()) {
    print_warnings(std::vector{Diagnostic{.position = {.file = run.name},
                                          .problem = "a sample, extrapolated: " + run.sample,
                                          .hint = "smaller changes mean nothing"}},
                   globals);
  }
  return run;
}

/// Each run against the first.
ExitCode compare_many(const CompareOptions& options, const std::vector<study::ChangeLimit>& limits,
                      const timing::BlockRegistry& blocks, const GlobalOptions& globals) {
  const study::RunRecord first = read_compared(options.before, blocks, globals);
  std::vector<std::string> places{options.after};
  places.insert(places.end(), options.more.begin(), options.more.end());
  std::vector<study::RunComparison> comparisons;
  for (const std::string& place : places)
    comparisons.push_back(study::compare_runs(first, read_compared(place, blocks, globals)));
  study::RunsTable table = study::runs_table(comparisons);
  for (const study::RunComparison& comparison : comparisons) {
    for (const study::BrokenLimit& limit : study::broken_limits(limits, comparison))
      table.broken.push_back(
          {comparison.after, limit.limit->text, limit.change->path, limit.change->before, limit.change->after});
  }
  if (options.output.given()) write_output(options.output, study::runs_page(table), globals);
  if (globals.json || options.format == "json") {
    std::cout << study::json_text(study::runs_json(table), 2) << '\n';
  } else if (options.format == "csv") {
    std::cout << study::runs_csv(table);
  } else if (options.format == "markdown") {
    std::cout << study::runs_markdown(table, options.lines);
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::runs_text(table, options.lines, study::terminal_width());
  }
  return table.broken.empty() ? ExitCode::kSuccess : ExitCode::kMismatch;
}

ExitCode compare(const CompareOptions& options, const GlobalOptions& globals) {
  refuse_format_beside_json(options.format, globals);
  require_page_name(options.output, "--format prints tables as csv, json or markdown");
  std::vector<study::ChangeLimit> limits;
  for (const std::string& text : options.limits) limits.push_back(study::parse_change_limit(text));
  const timing::BlockRegistry blocks = linked_blocks();
  if (!options.more.empty()) return compare_many(options, limits, blocks, globals);
  const study::RunRecord before = read_compared(options.before, blocks, globals),
                         after = read_compared(options.after, blocks, globals);
  const study::RunComparison comparison = study::compare_runs(before, after);
  const std::vector<study::BrokenLimit> broken = study::broken_limits(limits, comparison);
  if (options.output.given()) write_output(options.output, study::compare_page(comparison, broken), globals);
  if (globals.json || options.format == "json") {
    std::cout << study::json_text(study::comparison_json(comparison, broken), 2) << '\n';
  } else if (options.format != "text") {
    const study::RunsTable table = study::runs_table({comparison});
    std::cout << (options.format == "csv" ? study::runs_csv(table) : study::runs_markdown(table, options.lines));
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::comparison_text(comparison, broken, options.lines, study::table_width());
  }
  return broken.empty() ? ExitCode::kSuccess : ExitCode::kMismatch;
}

}  // namespace

Action declare_compare(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<CompareOptions>();
  app.add_option("BEFORE", options->before, "folder of a run or a sweep, or a file as stats.json")->required();
  app.add_option("AFTER", options->after, "folder of a run or a sweep, or a file as stats.json")->required();
  app.add_option("MORE", options->more, "more of them, each compared with BEFORE");
  app.add_option("--format", options->format, "text (default), csv, json or markdown")
      ->check(CLI::IsMember({"text", "csv", "json", "markdown"}));
  app.add_option("--fail-on", options->limits,
                 "exit 5 when it holds, as 'cycles>+2%', 'l1.misses>+100' or 'cycles>250000'; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--lines", options->lines, "numbers to print (default 10)")->check(CLI::Range(1, 1'000'000));
  add_output_option(app, options->output, "all changes as a page (HTML)");
  return [options, &globals] { return compare(*options, globals); };
}

}  // namespace texpipe::cli
