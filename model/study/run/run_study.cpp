#include "study/run/run_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <iterator>
#include <utility>

#include "base/stop_request.h"
#include "host/files/output_file.h"
#include "host/signals/interruption.h"
#include "study/accesses/access_output.h"
#include "study/definition/drawn_machine.h"
#include "study/definition/idle_parameters.h"
#include "study/definition/prepare_study.h"
#include "study/definition/rates_out_of_reach.h"
#include "study/draws/draw_table.h"
#include "study/execution/output_picture.h"
#include "study/run/bounds_report.h"
#include "study/run/cache_table_run.h"
#include "study/run/launch_table.h"
#include "study/run/observation_checks.h"
#include "study/run/outside_file.h"
#include "study/run/picture_file.h"
#include "study/run/run_inputs.h"
#include "study/run/run_log.h"
#include "study/run/run_observations.h"
#include "study/run/run_statistics.h"
#include "study/run/unfinished_run.h"
#include "study/run/watched_execution.h"
#include "study/run_folder/manifest.h"
#include "study/sampled_run/sample_report.h"
#include "study/summary/statistics_text.h"
#include "study/summary/summary.h"
#include "study/time_table/time_table.h"
#include "timing/system/topology.h"
#include "workload/recording/record_workload.h"

namespace texpipe::study {

namespace {

using std::chrono::system_clock;

/// One run: its folder, the parts that write into it and beside it, and the order in which they do.
class Run {
 public:
  Run(Configuration& configuration, const RunOptions& options)
      : configuration_{configuration},
        options_{options},
        folder_{options.out.empty() ? std::filesystem::path{"out"} / configuration.study.name : options.out,
                options.overwrite, options.detail == FolderDetail::kPoint ? Keeper::kCaller : Keeper::kFolder},
        observations_{configuration, options, folder_.path()},
        log_{options.verbose} {
    if (options.recording) {
      refuse_inside(folder_.path(), *options.recording, "--record");
      recording_.emplace(*options.recording, existing_files(options.overwrite));
    }
    if (options.accesses) {
      refuse_inside(folder_.path(), *options.accesses, "--accesses");
      accesses_.emplace(*options.accesses, existing_files(options.overwrite));
    }
    facts_.command_line = options.command_line;
    facts_.study = configuration.study.name;
    facts_.configuration = configuration.resolved_yaml();
    facts_.environment = configuration.environment;
    facts_.seed = configuration.study.workload.texture_walk.gather.seed;
    facts_.started = system_clock::now();
  }

  RunOutcome run() {
    folder_.write(kResolvedConfigurationName, facts_.configuration);
    if (whole()) {
      settings_ = configuration_.values();
      log_.begin(configuration_, settings_, options_.command_line);
    }
    try {
      RunOutcome outcome = execute();
      outcome.settings = std::move(settings_);
      return outcome;
    } catch (const Error& error) {
      if (!guard_) throw;  // nothing ran, and nothing is left
      return leave_unfinished(error);
    }
  }

 private:
  /// Begins the part of a run with something to keep when a signal comes.
  void begin() {
    if (!guard_) guard_.emplace();
  }

  RunOutcome execute() {
    workload_ = prepare_study(configuration_);
    if (!workload_) return tabulate();
    log_.phase(fmt::format("workload of {} groups of {} threads is built", workload_->threads->groups(),
                           workload_->threads->threads_per_group()));
    std::vector<Diagnostic> all_warnings = warnings(std::move(workload_->warnings));
    log_.warn(all_warnings);
    if (recording_) record();
    if (accesses_) write_accesses(all_warnings);
    if (whole() && configuration_.study.workload.kind == WorkloadKind::kKernel) launches_.emplace(*workload_);
    observations_.follow(*workload_);
    simulate();
    throw_if_stop_requested();
    log_.phase(execution_->cycles ? fmt::format("simulated {} cycles", execution_->cycles->value())
                                  : std::string{"executed without time"});
    const Picture picture = output_picture(*workload_);
    add_late_warnings(all_warnings);
    RunOutcome outcome = write_results(picture);
    outcome.warnings = std::move(all_warnings);
    for (const auto& [name, content] : options_.more_files) folder_.write(name, content);
    if (whole()) describe(picture, outcome);
    facts_.inputs = inputs_.hashed(configuration_.files, kEverySize);
    throw_if_stop_requested();
    finish(RunFolder::Result::kComplete);
    return outcome;
  }

  /// The texture cache alone: neither time nor picture.
  RunOutcome tabulate() {
    const CacheTableRun table = run_cache_table(configuration_);
    RunOutcome outcome{
        .folder = folder_.path(), .summary = table.summary, .warnings = warnings({}), .statistics = table.statistics};
    log_.warn(outcome.warnings);
    folder_.write("stats.json", outcome.statistics);
    if (whole()) folder_.write("stats.csv", table.table);
    facts_.inputs = inputs_.hashed(configuration_.files, kEverySize);
    finish(RunFolder::Result::kComplete);
    return outcome;
  }

  /// Records a workload of its own: recording executes it, and changes its memory.
  void record() try {
    begin();
    std::optional<functional::Workload> workload = prepare_study(configuration_);
    record_workload(*workload, configuration_.study.name, std::string{name_of(configuration_.study.workload.kind)},
                    recording_->stream());
    recording_->publish();
    log_.phase("messages are recorded in " + recording_->path().string());
    recording_.reset();
  } catch (const Error&) {
    if (!stop_requested()) guard_.reset();  // nothing was simulated yet: no folder is left
    throw;
  }

  /// Writes the accesses of a workload of its own: following them executes it.
  void write_accesses(std::vector<Diagnostic>& all_warnings) try {
    begin();
    std::optional<functional::Workload> workload = prepare_study(configuration_);
    std::vector<Diagnostic> left_out = accesses_->write(configuration_, *workload);
    log_.warn(left_out);
    std::move(left_out.begin(), left_out.end(), std::back_inserter(all_warnings));
    log_.phase("accesses are in " + accesses_->path().string());
  } catch (const Error&) {
    if (!stop_requested()) guard_.reset();
    throw;
  }

  void simulate() {
    Progress progress{std::cerr, options_.progress, configuration_.study.name};
    if (configuration_.study.timing == Timing::kUntimed) begin();
    const ExecutionOptions execution_options{
        .timing = configuration_.study.timing,
        .threads = observations_.need_one_thread() ? 1 : options_.threads,
        .blocks = &options_.blocks,
        .watchdog = configuration_.study.watchdog,
        .check_protocols = options_.check_protocols,
        .intervals = options_.intervals,
        .waves = observations_.waves(),
        .on_progress =
            [&](const ExecutionProgress& p) {
              observations_.progress(p.now);  // first: where its files cannot be made, no folder is left
              begin();
              progress.update(p.threads_ended, p.threads_total, fmt::format("{} cycles", p.now.value()));
            },
        .on_warning = [this](const std::string& warning) { log_.warn_now(warning); },
        .on_built =
            [this](timing::Simulation& simulation) {
              if (launches_) launches_->listen(simulation);
              observations_.listen(simulation);
              if (options_.watcher != nullptr && observations_.trace() != nullptr)
                options_.watcher->traced(*observations_.trace());
            },
    };
    WatchedExecution watched = execute_watched(configuration_, *workload_, execution_options, options_.watcher);
    execution_ = std::move(watched.execution);
    simulation_seconds_ = std::max(watched.wall_seconds, 1e-9);
    processor_seconds_ = watched.processor_seconds;
    log_.note(fmt::format("the simulation took {:.6f} s, {:.6f} s of processors", watched.wall_seconds,
                          watched.processor_seconds));
  }

  /// Warnings that are known only when the run is over.
  void add_late_warnings(std::vector<Diagnostic>& all) {
    std::vector<Diagnostic> late = observations_.unseen(execution_->cycles);
    if (auto beyond = report_beyond_buffers(*workload_, *execution_->statistics))
      late.insert(late.begin(), std::move(*beyond));
    std::move(execution_->warnings.begin(), execution_->warnings.end(), std::back_inserter(late));
    log_.warn(late);
    std::move(late.begin(), late.end(), std::back_inserter(all));
  }

  /// Statistics, results, and what was observed.
  RunOutcome write_results(const Picture& picture) {
    const machine::StatisticsRegistry& statistics = *execution_->statistics;
    RunOutcome outcome{.folder = folder_.path(),
                       .statistics = run_statistics_json(configuration_, *execution_, picture, ""),
                       .registry = execution_->statistics,
                       .cycles = execution_->cycles,
                       .seconds = processor_seconds_};
    folder_.write("stats.json", outcome.statistics);
    if (whole()) folder_.write("stats.csv", statistics_csv(statistics));
    if (whole() && execution_->sample) folder_.write(kSampleTableName, sample_csv(*execution_->sample));
    if (whole() && execution_->time_table) folder_.write(kTimeTableName, time_table_csv(*execution_->time_table));
    if (launches_ && execution_->cycles) {
      const std::string table = launches_->csv(statistics, *execution_->cycles);
      if (!table.empty()) folder_.write(kLaunchTableName, table);
      outcome.printed += launches_->text(*execution_->cycles);
    }
    if (workload_->results) {
      for (const functional::ResultFile& file : workload_->results()) {
        folder_.write(file.name, file.content);
        if (file.printed) outcome.printed += file.content;
      }
    }
    if (picture.width != 0) write_picture(folder_, "image.png", picture);
    observations_.write(folder_, log_, *execution_);
    return outcome;
  }

  /// Writes and makes what a person looks at first.
  void describe(const Picture& picture, RunOutcome& outcome) {
    if (execution_->cycles) folder_.write("topology.dot", timing::topology_dot(drawn_machine(configuration_)));
    if (execution_->cycles) outcome.numbers = numbers_of(*execution_->statistics, execution_->cycles);
    const StudyParameters& study = configuration_.study;
    const WorkloadKind kind = study.workload.kind;
    const TimelineOutput* timeline = observations_.timeline();
    outcome.summary = summary_text(
        {.study = study.name,
         .machine_name = configuration_.machine_name.name,
         .timing = std::string{name_of(study.timing)},
         .execution_units =
             kind == WorkloadKind::kKernel || kind == WorkloadKind::kFrame ? UnitLines::kTold : UnitLines::kUntold,
         .sample = execution_->sample ? sample_line(*execution_->sample) : "",
         .machine = configuration_.machine,
         .statistics = *execution_->statistics,
         .cycles = execution_->cycles,
         .numbers = outcome.numbers,
         .draws = observations_.course() != nullptr ? draws_line(*observations_.course()) : "",
         .thread_waits = timeline != nullptr ? timeline->waits_text() : "",
         .timeline = timeline != nullptr ? timeline->place_text(folder_) : "",
         .beyond_buffers = bounds_text(*workload_),
         .picture = picture,
         .folder = folder_.path(),
         .host_seconds = simulation_seconds_});
  }

  /// Leaves the folder of a run that failed or was stopped. Returns when it was stopped.
  RunOutcome leave_unfinished(const Error& error) {
    const bool stopped = stop_requested().has_value();
    forget_stop_request();  // the next one counts anew
    facts_.exit_code = error.code();
    facts_.failure = error.what();
    log_.note(error.what());
    const Execution nothing;
    const Execution& execution = execution_ ? *execution_ : nothing;
    RunOutcome outcome{.exit_code = error.code(), .folder = folder_.path()};
    outcome.statistics =
        run_statistics_json(configuration_, execution, {}, unfinished_reason(facts_.failure, execution.cycles));
    folder_.write("stats.json", outcome.statistics);
    if (whole()) folder_.write("stats.csv", statistics_csv(*execution.statistics).append(kUnfinishedRow));
    if (stopped && execution_ && workload_) write_partial_results(folder_, log_, *workload_);
    facts_.inputs = inputs_.hashed(configuration_.files, stopped ? kMostUnfinishedInput : kEverySize);
    const std::filesystem::path asked_for = folder_.path();
    finish(RunFolder::Result::kUnfinished);
    outcome.folder = folder_.path();
    if (stopped) return outcome;
    if (outcome.folder == asked_for) throw error;
    throw error_beside(error, asked_for, outcome.folder);
  }

  void finish(RunFolder::Result result) {
    begin();
    forget_stop_request();  // what is left is quick, and would only be lost
    const bool complete = result == RunFolder::Result::kComplete;
    observations_.publish(log_, complete ? "" : first_line(facts_.failure));
    log_.phase(complete ? "complete" : "unfinished");
    facts_.finished = system_clock::now();
    if (whole()) folder_.write("log.txt", log_.text());
    facts_.files = folder_.files();
    folder_.publish(result, manifest_text(facts_));
  }

  /// Warnings of a run that goes on: parameters that were set and cannot act, and the workload's own warnings.
  std::vector<Diagnostic> warnings(std::vector<Diagnostic> of_workload) {
    std::vector<Diagnostic> all;
    if (whole()) all = set_but_idle(configuration_, settings_);
    if (whole() && configuration_.study.timing != Timing::kUntimed) {
      for (Diagnostic& warning : rates_out_of_reach(configuration_, settings_)) all.push_back(std::move(warning));
    }
    std::move(of_workload.begin(), of_workload.end(), std::back_inserter(all));
    return all;
  }

  bool whole() const { return options_.detail == FolderDetail::kWhole; }

  Configuration& configuration_;
  const RunOptions& options_;
  RunInputs inputs_;
  RunFolder folder_;
  RunObservations observations_;
  std::optional<OutputFile> recording_;  // until it is written
  std::optional<AccessOutput> accesses_;
  std::optional<LaunchTable> launches_;  // of kernels
  ManifestFacts facts_;
  std::vector<ParameterNode> settings_;  // of the configuration; none of a point
  RunLog log_;
  std::optional<InterruptionGuard> guard_;  // from the time when something is executed
  std::optional<functional::Workload> workload_;
  std::optional<Execution> execution_;
  double simulation_seconds_ = 1;  // on the wall
  double processor_seconds_ = 0;
};

}  // namespace

RunOutcome run_study(Configuration& configuration, const RunOptions& options) try {
  check_observations(configuration, options);
  return Run{configuration, options}.run();
} catch (const Error& error) {
  rethrow_with_places(error, configuration.reader);
}

}  // namespace texpipe::study
