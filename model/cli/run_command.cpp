// texpipe run STUDY.yaml
#include <unistd.h>

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "analysis/energy/energy_estimate.h"
#include "analysis/explain/explanation.h"
#include "base/printable.h"
#include "cli/linked_blocks.h"
#include "cli/live_page.h"
#include "cli/output_option.h"
#include "cli/run_arguments.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "host/text/terminal.h"
#include "parameters/layers/written_keys.h"
#include "study/definition/prepare_study.h"
#include "study/run/observation_checks.h"
#include "study/run/run_study.h"
#include "study/run/run_watcher.h"
#include "study/run_folder/manifest.h"

namespace texpipe::cli {

namespace {

study::ProgressStyle progress_style(const GlobalOptions& globals) {
  return globals.quiet ? study::ProgressStyle::kNone : study::progress_style_of_stderr();
}

/// Table of energies that the study names, found to fit the machine before anything runs; none: it names none. Errors:
/// energy_table_of, check_energy_table.
std::optional<study::EnergyTable> named_energy_table(study::Configuration& configuration) {
  if (configuration.study.energy.empty()) return {};
  const std::vector<study::ParameterNode> settings = configuration.values();
  study::EnergyTable table = study::energy_table_of(settings);
  study::check_energy_table(settings, table);
  return table;
}

/// The summary's last line; none of a run without time. Takes the numbers and settings out of the outcome.
std::string energy_of(study::RunOutcome& outcome, const std::optional<study::EnergyTable>& named) {
  if (outcome.exit_code != ExitCode::kSuccess || !outcome.registry || !outcome.cycles) return "";
  study::RunRecord record;
  record.numbers = std::move(outcome.numbers);
  record.settings = std::move(outcome.settings);
  const std::string line = study::energy_line(record, named ? *named : study::default_energy_table());
  return line.empty() ? "" : "  energy         " + line + '\n';
}

/// Errors: kMalformedInput for a run folder in the place of a study, which names the study in it.
void refuse_run_folder(const std::string& study) {
  const std::filesystem::path resolved = std::filesystem::path{study} / study::kResolvedConfigurationName;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(resolved, ignored)) return;
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {study},
                                                    .problem = "this is a run folder",
                                                    .hint = resolved.string() + " is the study of that run"}};
}

/// Errors: kInvalidConfiguration when the study is neither a frame nor the replay of a recording, of which alone
/// stretches can be chosen; kUsage when the command line says that no sample is meant.
void check_sampled(const RunArguments& arguments, const std::vector<std::string>& assignments,
                   const timing::BlockRegistry& blocks) {
  const study::Configuration whole =
      study::load_configuration({arguments.study, assignments, environ}, study::FileKind::kStudy, &blocks);
  const study::WorkloadKind kind = whole.study.workload.kind;
  if (kind == study::WorkloadKind::kMessages || kind == study::WorkloadKind::kFrame) {
    const study::Origin* const said = whole.reader.given("workload.sample.enabled");
    if (said == nullptr || said->layer != study::kCommandLine || study::is_sampled(whole)) return;
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--sample",
                                             .problem = "contradicts -p workload.sample.enabled=false",
                                             .hint = "leave one of them out"}};
  }
  throw Error{ExitCode::kInvalidConfiguration,
              fmt::format("--sample chooses stretches of a recording (workload kind {}) or frame, and the workload of "
                          "{} is of kind {}; "
                          "record it first: texpipe run {} --record FILE",
                          name_of(study::WorkloadKind::kMessages), arguments.study, name_of(kind), arguments.study)};
}

/// Results of changed machines, which run before the run itself: a process has one simulation. Errors: kUsage for a run
/// that takes no cycles of its own; those of explain_study.
std::optional<study::Explanation> explanation_of(const RunArguments& arguments, study::Configuration& configuration,
                                                 const timing::BlockRegistry& blocks) {
  if (!arguments.explain) return {};
  const bool table = configuration.study.workload.kind == study::WorkloadKind::kCacheTable;
  if (table || configuration.study.timing == study::Timing::kUntimed || study::is_sampled(configuration)) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = "--explain",
                           .problem = table ? "the workload is a cache_table, which takes no cycles"
                                      : configuration.study.timing == study::Timing::kUntimed
                                          ? "an untimed run takes no cycles"
                                          : "the cycles of a sample are an estimate",
                           .hint = "whole runs of --timing loosely_timed or approximately_timed are explained"}};
  }
  study::ExplainOptions options;
  options.jobs = std::max(std::thread::hardware_concurrency(), 1u);
  return study::explain_study(configuration, blocks, options);
}

std::vector<std::pair<std::string, std::string>> explanation_files(
    const std::optional<study::Explanation>& explanation) {
  if (!explanation) return {};
  return {{study::kExplanationName, study::json_text(study::explanation_json(*explanation), 2) + '\n'}};
}

/// The summary's last lines.
std::string explained(const std::optional<study::Explanation>& explanation, const study::RunOutcome& outcome) {
  if (!explanation || outcome.exit_code != ExitCode::kSuccess) return "";
  return study::explanation_text(*explanation, study::ExplainOptions{}.singles);
}

/// Warns of options that have no effect in this study.
void warn_of_idle_options(const RunArguments& arguments, const study::Configuration& configuration,
                          const GlobalOptions& globals) {
  const bool table = configuration.study.workload.kind == study::WorkloadKind::kCacheTable;
  if (arguments.check_protocols && (table || configuration.study.timing == study::Timing::kUntimed))
    warn_no_effect("--check-protocol", table ? "the workload is a cache_table" : "the run is untimed", globals);
  if (arguments.intervals && (table || configuration.study.timing == study::Timing::kUntimed))
    warn_no_effect("--intervals", table ? "the workload is a cache_table" : "the run is untimed", globals);
  if (arguments.threads != 0) {
    if (configuration.study.timing != study::Timing::kUntimed)
      warn_no_effect("--threads", "the run is timed", globals);
    else if (configuration.study.workload.kind != study::WorkloadKind::kTextureWalk)
      warn_no_effect("--threads", "only texture walks are divided among threads", globals);
    else if (arguments.maps)
      warn_no_effect("--threads", "maps are made by one thread", globals);
  }
}

ExitCode run(const RunArguments& arguments, const GlobalOptions& globals) {
  refuse_run_folder(arguments.study);
  std::vector<std::string> assignments = arguments.assignments;
  if (!arguments.timing.empty()) assignments.push_back("timing=" + arguments.timing);
  if (!arguments.bounds.empty()) assignments.push_back("workload.bounds=" + arguments.bounds);
  const timing::BlockRegistry blocks = linked_blocks();
  if (arguments.sample) {
    check_sampled(arguments, assignments, blocks);
    assignments.push_back("workload.sample.enabled=true");
  }
  study::Configuration configuration =
      study::load_configuration({arguments.study, assignments, environ}, study::FileKind::kStudy, &blocks);
  const std::optional<study::EnergyTable> energy = named_energy_table(configuration);
  warn_of_idle_options(arguments, configuration, globals);
  std::unique_ptr<study::RunWatcher> page;
  if (arguments.serve) {
    study::check_clock(configuration, "serve");
    page = live_page(*arguments.serve, arguments.paused ? LivePageStart::kPaused : LivePageStart::kRunning);
  }
  std::optional<study::Explanation> explanation = explanation_of(arguments, configuration, blocks);
  study::RunOutcome outcome = study::run_study(
      configuration,
      {.command_line = globals.command_line,
       .out = arguments.out,
       .overwrite = arguments.force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
       .progress = progress_style(globals),
       .verbose = globals.verbose > 0,
       .check_protocols = arguments.check_protocols,
       .waves = wave_request(arguments),
       .trace = trace_request(arguments),
       .recording =
           arguments.recording.empty() ? std::nullopt : std::optional<std::filesystem::path>{arguments.recording},
       .accesses = arguments.accesses.empty() ? std::nullopt : std::optional<std::filesystem::path>{arguments.accesses},
       .maps = arguments.maps,
       .intervals = arguments.intervals.value_or(study::RunOptions{}.intervals),
       .threads = arguments.threads != 0 ? arguments.threads : std::thread::hardware_concurrency(),
       .more_files = explanation_files(explanation),
       .watcher = page.get(),
       .blocks = blocks});
  print_warnings(outcome.warnings, globals);
  if (!arguments.waves.empty()) say_written(arguments.waves, globals);
  if (!arguments.trace.empty()) say_written(arguments.trace, globals);
  if (!arguments.recording.empty()) say_written(arguments.recording, globals);
  if (!arguments.accesses.empty()) say_written(arguments.accesses, globals);
  if (globals.json) {
    std::cout << outcome.statistics;
  } else {
    std::cout << study::for_terminal(outcome.printed);
    const study::FittedOutput fitted{std::cout};
    std::cout << outcome.summary + energy_of(outcome, energy) + explained(explanation, outcome);
  }
  if (outcome.exit_code != ExitCode::kSuccess) {
    std::cerr << "texpipe: stopped; what ran until then is in " << printable(outcome.folder.string()) << '\n';
  }
  return outcome.exit_code;
}

}  // namespace

Action declare_run(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<RunArguments>();
  app.add_option("STUDY", arguments->study, "study file")->required();
  app.add_option("-p,--parameter", arguments->assignments, "path=value, over all files; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--timing", arguments->timing,
                 "untimed, loosely_timed or approximately_timed; the same as -p timing=");
  app.add_option("--out", arguments->out, "run folder; out/STUDY when it is not given");
  app.add_flag("--force", arguments->force, "replace a run folder that exists");
  app.add_option("--threads", arguments->threads,
                 "host threads of an untimed texture walk; all that there are when it is not given. Results do not "
                 "depend on it")
      ->check(CLI::Range(1u, 1024u));
  app.add_option("--intervals", arguments->intervals,
                 "intervals of timeseries.csv, at least, unless the run is too short for them (default 128); 0: no "
                 "time series")
      ->check(CLI::Range(0u, 10'000u));
  app.add_flag("--check-protocol", arguments->check_protocols, "check the protocol on every socket");
  app.add_option("--record", arguments->recording,
                 "write threads and messages to a file, for a workload of kind messages on any machine");
  app.add_option("--accesses", arguments->accesses,
                 "write the quads that samplers get to FILE.csv or FILE.jsonl (.zst: packed), their textures and a "
                 "study that runs them beside it");
  app.add_flag(
      "--maps", arguments->maps,
      "write what each pixel of the picture cost as pictures beside it: latency, misses, taps, level, footprints");
  app.add_option("--bounds", arguments->bounds,
                 "accesses of a kernel beyond its buffers: report (counted, the first is named) or fatal (exit 5); the "
                 "same as -p workload.bounds=");
  app.add_flag("--sample", arguments->sample,
               "simulate representative stretches of a recording or frame and extrapolate; the same as -p "
               "workload.sample.enabled=true");
  app.add_flag("--explain", arguments->explain,
               "try what would shorten the run, as `texpipe explain` does, and leave it in the folder for the report");
  CLI::Option* serve =
      app.add_option("--serve", arguments->serve,
                     "show how the run goes on a page of 127.0.0.1, which may hold it; PORT 0: one that is free")
          ->check(CLI::Range(0u, 65535u));
  app.add_flag("--paused", arguments->paused, "the run begins held, until the page resumes it")->needs(serve);
  CLI::Option* waves = app.add_option("--waves", arguments->waves,
                                      "write handshakes and queue levels for a waveform viewer: FILE.vcd or FILE.fst");
  app.add_option("--waves-from", arguments->waves_from, "first cycle of the waves")->needs(waves);
  app.add_option("--waves-to", arguments->waves_to, "cycle at which the waves end")->needs(waves);
  app.add_option("--waves-block", arguments->waves_blocks,
                 "path of a block to write, with all below it; may be repeated")
      ->expected(1)
      ->take_all()
      ->needs(waves);
  CLI::Option* trace = app.add_option(
      "--trace", arguments->trace,
      "write messages, footprints in their stages and queue levels as a trace: FILE.pftrace (Perfetto) or FILE.kanata");
  app.add_option("--trace-window", arguments->trace_window, "cycles FROM..TO of the trace; all when it is not given")
      ->needs(trace);
  CLI::Option* trace_pixel =
      app.add_option("--trace-pixel", arguments->trace_pixel, "X,Y: trace the messages of this pixel alone")
          ->needs(trace);
  CLI::Option* trace_picture = app.add_option("--trace-picture", arguments->trace_picture,
                                              "of a frame: the picture whose pixel is meant; the first one");
  trace_picture->needs(trace_pixel);
  app.add_option("--trace-draw", arguments->trace_draw, "of a frame: the draw whose pixel is meant")
      ->needs(trace_pixel)
      ->excludes(trace_picture);
  app.add_option("--trace-message", arguments->trace_messages, "THREAD.N: trace this message alone; may be repeated")
      ->expected(1)
      ->take_all()
      ->needs(trace);
  app.add_flag("--trace-off", arguments->trace_off, "the trace begins when the live page says so")
      ->needs(trace)
      ->needs(serve);
  return [=, &globals] { return run(*arguments, globals); };
}

}  // namespace texpipe::cli
