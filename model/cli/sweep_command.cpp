// texpipe sweep
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/printable.h"
#include "cli/energy_option.h"
#include "cli/linked_blocks.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "exploration/sweep/pareto.h"
#include "exploration/sweep/run_sweep.h"
#include "exploration/sweep/sweep_sensitivity.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

namespace {

struct SweepArguments {
  std::string file, out, timing, table;
  std::vector<std::string> assignments;
  bool force = false, resume = false, retry_failed = false;
  std::size_t most_failures = 0;
  unsigned jobs = 0;  // not given: all processors of the host
  std::size_t lines = 20;
  std::string engine = "local";
  std::size_t each = 0;
  bool no_submit = false;
};

unsigned jobs_of(const SweepArguments& arguments) {
  return arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
}

std::unique_ptr<study::SweepEngine> engine_of(const SweepArguments& arguments, const GlobalOptions& globals) {
  const auto kind = *value_of<study::EngineKind>(arguments.engine);
  if (kind == study::EngineKind::kLocal) return study::local_engine(jobs_of(arguments));
  return study::batch_engine(kind, {.each = arguments.each,
                                    .jobs = jobs_of(arguments),
                                    .submit = !arguments.no_submit,
                                    .say = [&](const std::string& script) { say_written(script, globals); }});
}

void print(const study::SweepResults& results, std::size_t lines, const GlobalOptions& globals) {
  if (globals.json) {
    std::cout << study::json_text(study::results_json(results), 1) << '\n';
    return;
  }
  const study::FittedOutput fitted{std::cout};
  std::cout << study::results_text(results, lines);
}

ExitCode sweep(const SweepArguments& arguments, bool limited, const GlobalOptions& globals) {
  if (arguments.file.empty()) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "SWEEP",
                                             .problem = "is missing",
                                             .hint = "a sweep file, a study, or the folder of a sweep"}};
  }
  if (!globals.plugins.empty() && arguments.engine != "local") {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--plugin",
                                             .problem = "does not reach the workers of " + arguments.engine,
                                             .hint = "name it in the study, as plugins: [FILE]"}};
  }
  study::SweepOptions options{
      .file = arguments.file,
      .words = arguments.assignments,
      .out = arguments.out,
      .overwrite = arguments.force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
      .resume = arguments.resume || arguments.retry_failed,
      .retry_failed = arguments.retry_failed,
      .progress = globals.quiet ? study::ProgressStyle::kNone : study::progress_style_of_stderr(),
      .environment = environ};
  if (!arguments.timing.empty()) options.words.push_back("timing=" + arguments.timing);
  add_energy_table(arguments.table, options.words);
  if (limited) options.most_failures = arguments.most_failures;
  const timing::BlockRegistry blocks = linked_blocks();
  const auto engine = engine_of(arguments, globals);
  const study::SweepOutcome outcome = study::run_sweep(options, engine.get(), blocks);
  print(outcome.results, arguments.lines, globals);
  const std::string folder = printable(outcome.folder.string());
  if (outcome.exit_code == ExitCode::kInterrupted || outcome.exit_code == ExitCode::kTerminated) {
    std::cerr << "texpipe: stopped; the same command with --resume goes on\n";  // no name to be copied into a shell
  } else if (!globals.json) {
    std::cout << "  more  " << folder << "/results.csv\n";
  }
  const bool handed_out = arguments.no_submit && arguments.engine != "local";
  return handed_out ? ExitCode::kSuccess : outcome.exit_code;
}

/// Notes what ended without being noted, and the results.
ExitCode collect(const std::string& folder, std::size_t lines, const GlobalOptions& globals) {
  const timing::BlockRegistry blocks = linked_blocks();
  const study::SweepOutcome outcome =
      study::run_sweep({.file = folder, .resume = true, .environment = environ}, nullptr, blocks);
  print(outcome.results, lines, globals);
  return outcome.exit_code;
}

ExitCode sensitivity(const std::string& folder, const GlobalOptions& globals) {
  const study::SweepResults results = study::read_results(folder);
  if (globals.json) {
    std::cout << study::json_text(study::sensitivity_json(results), 1) << '\n';
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::sensitivity_text(results);
  }
  return ExitCode::kSuccess;
}

ExitCode pareto(const std::string& folder, std::size_t lines, const GlobalOptions& globals) {
  const study::SweepResults results = study::read_results(folder);
  if (globals.json) {
    std::cout << study::json_text(study::pareto_json(results), 1) << '\n';
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::pareto_text(results, lines);
  }
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_sweep(CLI::App& app, const GlobalOptions& globals) {
  const auto arguments = std::make_shared<SweepArguments>();
  const auto folder = std::make_shared<std::string>();
  const auto first = std::make_shared<std::size_t>(), count = std::make_shared<std::size_t>();
  app.require_subcommand(0, 1);
  app.add_option("SWEEP", arguments->file, "sweep file, study, or folder of a sweep");
  app.add_option("-p,--parameter", arguments->assignments,
                 "path=value,value,... over all files: an axis; one value: for all points; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--timing", arguments->timing, "of all points: untimed, loosely_timed or approximately_timed");
  app.add_option("--table", arguments->table, "energies and areas of all points; the same as -p energy=");
  app.add_option("--out", arguments->out, "folder of the sweep; out/NAME when it is not given");
  app.add_flag("--force", arguments->force, "begin a sweep that exists anew");
  app.add_flag("--resume", arguments->resume, "go on with a sweep that exists");
  app.add_flag("--retry-failed", arguments->retry_failed, "go on, and run again the points that failed");
  CLI::Option* failures =
      app.add_option("--max-failures", arguments->most_failures, "start no more points when more than these failed");
  app.add_option(
         "--jobs", arguments->jobs,
         "points at a time; as many as the host has processors when it is not given. Results do not depend on it")
      ->check(CLI::Range(1u, 1024u));
  app.add_option("--engine", arguments->engine, "who runs the points")
      ->check(CLI::IsMember({"local", "parallel", "slurm", "lsf"}))
      ->capture_default_str();
  app.add_option("--each", arguments->each, "points of a task of parallel, slurm or lsf; 1 when it is not given")
      ->check(CLI::Range(1, 1'000'000));
  app.add_flag("--no-submit", arguments->no_submit, "leave the scripts of parallel, slurm or lsf and end");
  app.add_option("--lines", arguments->lines, "points to print (default 20)")->check(CLI::Range(1, 1'000'000));

  CLI::App* status = app.add_subcommand("status", "how far a sweep is, and what it found");
  status->add_option("DIR", *folder, "folder of the sweep")->required();
  CLI::App* collected = app.add_subcommand("collect", "take in what workers of a batch did");
  collected->add_option("DIR", *folder, "folder of the sweep")->required();
  CLI::App* sensitive = app.add_subcommand("sensitivity", "what each axis does to each objective, the most first");
  sensitive->add_option("DIR", *folder, "folder of the sweep")->required();
  CLI::App* front = app.add_subcommand("pareto", "the points that no other one beats in every objective");
  front->add_option("DIR", *folder, "folder of the sweep")->required();
  CLI::App* work = app.add_subcommand("work", "run points of a batch; what the scripts of engines start");
  work->add_option("DIR", *folder, "folder of the sweep")->required();
  work->add_option("FIRST", *first, "line of the batch's list, from 0")->required();
  work->add_option("COUNT", *count, "lines")->required();
  return [=, &globals] {
    if (collected->parsed()) return collect(*folder, arguments->lines, globals);
    if (sensitive->parsed()) return sensitivity(*folder, globals);
    if (front->parsed()) return pareto(*folder, arguments->lines, globals);
    if (work->parsed()) {
      study::run_worker(*folder, *first, *count, linked_blocks());
      return ExitCode::kSuccess;
    }
    if (!status->parsed()) return sweep(*arguments, failures->count() > 0, globals);
    print(study::read_results(*folder), arguments->lines, globals);
    return ExitCode::kSuccess;
  };
}

}  // namespace texpipe::cli
