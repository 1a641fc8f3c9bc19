// texpipe search
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/printable.h"
#include "cli/energy_option.h"
#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "exploration/search/run_search.h"
#include "exploration/sweep/pareto.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

namespace {

struct SearchArguments {
  std::string file, out, timing, table;
  std::vector<std::string> assignments;
  bool force = false, resume = false, ask_tell = false;
  unsigned jobs = 0;  // not given: all processors of the host
  std::size_t lines = 20;
};

study::SweepOptions options_of(const SearchArguments& arguments, const GlobalOptions& globals) {
  study::SweepOptions options{
      .file = arguments.file,
      .words = arguments.assignments,
      .out = arguments.out,
      .overwrite = arguments.force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
      .resume = arguments.resume,
      .progress = globals.quiet || arguments.ask_tell ? study::ProgressStyle::kNone : study::progress_style_of_stderr(),
      .environment = environ};
  if (!arguments.timing.empty()) options.words.push_back("timing=" + arguments.timing);
  add_energy_table(arguments.table, options.words);
  return options;
}

void print(const study::SearchOutcome& outcome, const SearchArguments& arguments, const GlobalOptions& globals) {
  const study::SweepResults& results = outcome.sweep.results;
  if (globals.json) {
    std::cout << study::json_text(study::pareto_json(results), 1) << '\n';
    return;
  }
  const study::FittedOutput fitted{std::cout};
  std::cout << fmt::format("{}  {} generations, ", printable(results.plan.name), outcome.generations)
            << study::pareto_text(results, arguments.lines) << "  more  " << printable(outcome.sweep.folder.string())
            << "/results.csv\n";
}

ExitCode search(const SearchArguments& arguments, const GlobalOptions& globals) {
  const study::SweepOptions options = options_of(arguments, globals);
  const timing::BlockRegistry blocks = linked_blocks();
  const auto engine =
      study::local_engine(arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency()));
  if (arguments.ask_tell) {
    const auto next_line = [](std::string& line) { return static_cast<bool>(std::getline(std::cin, line)); };
    const auto say = [](const std::string& line) {
      if (!(std::cout << line << '\n' << std::flush))
        throw Error{ExitCode::kInternalError, "cannot write to standard output"};
    };
    study::AskedSearch asked{options, *engine, blocks};
    return study::answer_lines(asked, next_line, say).exit_code;
  }
  const study::SearchOutcome outcome = study::run_search(options, *engine, blocks);
  if (outcome.refused > 0) {
    print_warnings(std::vector{Diagnostic{.problem = std::to_string(outcome.refused) + " places are no machine",
                                          .hint = "the first one: " + outcome.first_refusal}},
                   globals);
  }
  const ExitCode code = outcome.sweep.exit_code;
  if (code == ExitCode::kInterrupted || code == ExitCode::kTerminated) {
    std::cerr << "texpipe: stopped; the same command with --resume goes on\n";
    return code;
  }
  print(outcome, arguments, globals);
  return code;
}

}  // namespace

Action declare_search(CLI::App& app, const GlobalOptions& globals) {
  const auto arguments = std::make_shared<SearchArguments>();
  app.add_option("SWEEP", arguments->file, "sweep file with a section search")->required();
  app.add_option("-p,--parameter", arguments->assignments, "path=value of all points, over all files; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--timing", arguments->timing, "of all points: untimed, loosely_timed or approximately_timed");
  app.add_option("--table", arguments->table, "energies and areas of all points; the same as -p energy=");
  app.add_option("--out", arguments->out, "folder of the search; out/NAME when it is not given");
  app.add_flag("--force", arguments->force, "begin a search that exists anew");
  app.add_flag("--resume", arguments->resume, "go on with a search that exists");
  app.add_flag("--ask-tell", arguments->ask_tell,
               "run what standard input asks for, a JSON value a line, and tell the results on standard output");
  app.add_option(
         "--jobs", arguments->jobs,
         "points at a time; as many as the host has processors when it is not given. Results do not depend on it")
      ->check(CLI::Range(1u, 1024u));
  app.add_option("--lines", arguments->lines, "points of the front to print (default 20)")
      ->check(CLI::Range(1, 1'000'000));
  return [=, &globals] { return search(*arguments, globals); };
}

}  // namespace texpipe::cli
