// texpipe compare
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/compare/comparison_text.h"
#include "cli/linked_blocks.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "exploration/sweep/sweep_record.h"
#include "pages/compare/compare_page.h"

namespace texpipe::cli {

namespace {

struct CompareOptions {
  std::string before, after;
  std::vector<std::string> limits;
  std::size_t lines = 10;
  OutputOption output;
};

ExitCode compare(const CompareOptions& options, const GlobalOptions& globals) {
  std::vector<study::ChangeLimit> limits;
  for (const std::string& text : options.limits) limits.push_back(study::parse_change_limit(text));
  const timing::BlockRegistry blocks = linked_blocks();
  const study::RunRecord before = study::read_run_or_sweep(options.before, blocks),
                         after = study::read_run_or_sweep(options.after, blocks);
  for (const study::RunRecord* run : {&before, &after}) {
    if (run->unfinished) {
      print_warnings(std::vector{Diagnostic{.position = {.file = run->name}, .problem = "the run is unfinished"}},
                     globals);
    }
    if (!run->sample.empty()) {
      print_warnings(std::vector{Diagnostic{.position = {.file = run->name},
                                            .problem = "a sample, extrapolated: " + run->sample,
                                            .hint = "smaller changes mean nothing"}},
                     globals);
    }
  }
  const study::RunComparison comparison = study::compare_runs(before, after);
  const std::vector<study::BrokenLimit> broken = study::broken_limits(limits, comparison);
  if (options.output.given()) write_output(options.output, study::compare_page(comparison, broken), globals);
  if (globals.json) {
    std::cout << study::comparison_json(comparison, broken).dump(2) << '\n';
  } else {
    std::cout << study::comparison_text(comparison, broken, options.lines);
  }
  return broken.empty() ? ExitCode::kSuccess : ExitCode::kMismatch;
}

}  // namespace

Action declare_compare(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<CompareOptions>();
  app.add_option("BEFORE", options->before, "folder of a run or a sweep, or a file as stats.json")->required();
  app.add_option("AFTER", options->after, "folder of a run or a sweep, or a file as stats.json")->required();
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
