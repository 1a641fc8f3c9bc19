#include "study/execution/run_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/stop_request.h"
#include "base/unit_text.h"
#include "host/files/files_read.h"
#include "host/files/json_writer.h"
#include "host/files/output_file.h"
#include "host/hashes/sha256.h"
#include "host/signals/interruption.h"
#include "pictures/texture/png.h"
#include "study/definition/idle_parameters.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/execution/observation_checks.h"
#include "study/execution/output_picture.h"
#include "study/execution/pixel_messages.h"
#include "study/execution/run_log.h"
#include "study/execution/run_watcher.h"
#include "study/pixel_maps/pixel_maps.h"
#include "study/run_folder/manifest.h"
#include "study/sampled_run/sample_report.h"
#include "study/summary/statistics_text.h"
#include "study/summary/summary.h"
#include "study/time_table/time_table.h"
#include "study/trace/thread_timeline.h"
#include "timing/observe/wave_save_files.h"
#include "timing/simulation/simulation.h"
#include "timing/system/topology.h"
#include "workload/choice/make_workload.h"
#include "workload/recording/record_workload.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using std::chrono::system_clock;

/// stats.json: nothing in it depends on host, time of day or folder.
/// @param unfinished  why the run is not complete; empty: it is
std::string statistics_text(const Configuration& configuration, const Execution& execution, const Picture& picture,
                            const std::string& unfinished) {
  JsonWriter json{1};
  json.begin_object();
  json.member("schema_version", 1u);
  json.member("study", configuration.study.name);
  json.member("machine", configuration.machine_name.name);
  json.member("timing", name_of(configuration.study.timing));
  if (!unfinished.empty()) json.member("unfinished", unfinished);
  if (execution.cycles) {
    json.member("clock_hz", configuration.machine.clock.value());
    json.member("cycles", execution.cycles->value());
  }
  if (execution.sample) write_sample(json, *execution.sample);
  if (picture.width != 0) {
    Sha256 hash;
    hash.add(std::span{picture.rgba});
    json.key("image");
    json.begin_object();
    json.member("width", picture.width);
    json.member("height", picture.height);
    json.member("rgba_sha256", hash.finish());
    json.end_object();
  }
  json.key("groups");
  write_statistics(json, *execution.statistics);
  json.end_object();
  return json.take() + '\n';
}

std::string bytes_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Largest input that a run which was asked to end at once still hashes.
constexpr ByteSize kMostUnfinishedInput{16 << 20};
constexpr ByteSize kEverySize{~std::uint64_t{0}};

/// Pixels of the largest picture that an unfinished run leaves: it was asked to end at once.
constexpr std::uint64_t kMostUnfinishedPixels = 1 << 18;

/// image.png becomes image_unfinished.png, so that nothing takes it for the result.
std::string unfinished_name(const std::string& name) {
  const std::filesystem::path path{name};
  return path.stem().string() + "_unfinished" + path.extension().string();
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// Tells a watcher that the simulation is over, however it ends.
class WatcherGuard {
 public:
  explicit WatcherGuard(RunWatcher* watcher) : watcher_{watcher} {}
  ~WatcherGuard() {
    if (watcher_ != nullptr) watcher_->ended();
  }
  WatcherGuard(const WatcherGuard&) = delete;
  WatcherGuard& operator=(const WatcherGuard&) = delete;

 private:
  RunWatcher* watcher_;
};

/// One run: the folder and what goes into it.
class Run {
 public:
  Run(Configuration& configuration, const RunOptions& options)
      : configuration_{configuration},
        options_{options},
        folder_{options.out.empty() ? std::filesystem::path{"out"} / configuration.study.name : options.out,
                options.overwrite, options.detail == FolderDetail::kPoint ? Keeper::kCaller : Keeper::kFolder},
        log_{options.verbose} {
    if (options.waves) {
      refuse_inside(options.waves->file, "--waves");
      waves_.emplace(options.waves->file, existing_files());
      wave_file_ = wave_file(options.waves->format, waves_->stream());
    }
    if (options.trace) open_trace(*options.trace);
    if (options.recording) {
      refuse_inside(*options.recording, "--record");
      recording_.emplace(*options.recording, existing_files());
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
    std::optional<functional::Workload> prepared = prepare_study(configuration_);
    if (!prepared) return tabulate();
    workload_ = std::move(prepared);
    log_.phase(fmt::format("workload of {} groups of {} threads is built", workload_->threads->groups(),
                           workload_->threads->threads_per_group()));
    std::vector<Diagnostic> all_warnings = warnings(std::move(workload_->warnings));
    log_.warn(all_warnings);
    if (recording_) record();
    if (options_.maps) {
      if (workload_->output.width == 0)
        throw Error{
            ExitCode::kUsage,
            Diagnostic{.path = "--maps",
                       .problem = "this workload draws no picture that maps could show",
                       .hint = "texture walks, kernels with a 2D image among their outputs and recordings of both do"}};
      maps_.emplace(*workload_->memory, workload_->output.width, workload_->output.height);
      follow_messages(*workload_, *maps_);
    }
    if (trace_) trace_->follow(*workload_);
    if (has_timeline()) timeline_.emplace(timeline_bytes_, title());
    execution_ = run_workload(*workload_);
    throw_if_stop_requested();
    log_.phase(execution_->cycles ? fmt::format("simulated {} cycles", execution_->cycles->value())
                                  : std::string{"executed without time"});
    const Picture picture = output_picture(*workload_);
    RunOutcome outcome{.folder = folder_.path()};
    for (auto unseen : {beyond_buffers(*execution_), unseen_waves(*execution_), empty_trace(*execution_)}) {
      if (!unseen) continue;
      log_.warn({*unseen});
      all_warnings.push_back(std::move(*unseen));
    }
    log_.warn(execution_->warnings);
    all_warnings.insert(all_warnings.end(), execution_->warnings.begin(), execution_->warnings.end());
    outcome.warnings = std::move(all_warnings);
    outcome.statistics = statistics_text(configuration_, *execution_, picture, "");
    folder_.write("stats.json", outcome.statistics);
    outcome.seconds = processor_seconds_;
    outcome.registry = execution_->statistics;
    outcome.cycles = execution_->cycles;
    if (whole()) folder_.write("stats.csv", statistics_csv(*execution_->statistics));
    if (whole() && execution_->sample) folder_.write(kSampleTableName, sample_csv(*execution_->sample));
    if (whole() && execution_->time_table) folder_.write(kTimeTableName, time_table_csv(*execution_->time_table));
    if (workload_->results) {
      for (const functional::ResultFile& file : workload_->results()) {
        folder_.write(file.name, file.content);
        if (file.printed) outcome.printed += file.content;
      }
    }
    if (picture.width != 0) folder_.write("image.png", bytes_text(png_bytes(picture)));
    if (maps_) write_maps();
    if (timeline_) write_timeline();
    for (const auto& [name, content] : options_.more_files) folder_.write(name, content);
    if (whole()) describe(picture, outcome);
    hash_inputs(kEverySize);
    throw_if_stop_requested();
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

  bool whole() const { return options_.detail == FolderDetail::kWhole; }

  void write_maps() {
    const functional::OutputImage& output = workload_->output;
    const std::vector<PixelMapValues> maps = maps_->maps(execution_->cycles.has_value());
    for (const PixelMapValues& map : maps) {
      const Picture picture = map_picture(map, scale_of(map), output.width, output.height);
      folder_.write(map_file_name(map.map), bytes_text(png_bytes(picture)));
    }
    folder_.write(kMapScalesName, map_scales_json(maps, output.width, output.height));
  }

  /// Whether the run has a timeline of its threads: people look at a run of a compiled kernel for what threads wait
  /// for.
  bool has_timeline() const {
    return whole() && configuration_.study.workload.kind == WorkloadKind::kKernel &&
           configuration_.study.timing != Timing::kUntimed;
  }

  void write_timeline() {
    timeline_->finish(*execution_->cycles);
    folder_.write(kTimelineName, timeline_bytes_.view());
    folder_.write(kThreadWaitsName, thread_waits_csv(*timeline_));
    if (const auto full = timeline_->full_at())
      log_.note(fmt::format("{} ends at cycle {}: it is full", kTimelineName, full->value()));
  }

  /// Writes the files that a person looks at first.
  void describe(const Picture& picture, RunOutcome& outcome) {
    if (execution_->cycles) folder_.write("topology.dot", timing::topology_dot(configuration_.machine));
    if (execution_->cycles) outcome.numbers = numbers_of(*execution_->statistics, execution_->cycles);
    const Timing timing = configuration_.study.timing;
    const WorkloadKind kind = configuration_.study.workload.kind;
    outcome.summary = summary_text(
        {.study = configuration_.study.name,
         .machine_name = configuration_.machine_name.name,
         .timing = std::string{name_of(timing)},
         .execution_units =
             kind == WorkloadKind::kKernel || kind == WorkloadKind::kFrame ? UnitLines::kTold : UnitLines::kUntold,
         .fixed_functions = kind == WorkloadKind::kFrame ? FixedFunctions::kWithoutTime : FixedFunctions::kNone,
         .sample = execution_->sample ? sample_line(*execution_->sample) : "",
         .machine = configuration_.machine,
         .statistics = *execution_->statistics,
         .cycles = execution_->cycles,
         .numbers = outcome.numbers,
         .thread_waits = timeline_ ? thread_waits_text(*timeline_) : "",
         .timeline = timeline_text(),
         .beyond_buffers = bounds_text(),
         .picture = picture,
         .folder = folder_.path(),
         .host_seconds = simulation_seconds_});
  }

  /// The texture cache alone: neither time nor picture.
  RunOutcome tabulate() {
    const std::vector<CacheTableRow> rows = cache_table(configuration_.study.workload.cache_table,
                                                        configuration_.machine.slice.subslice.front().sampler.l1);
    const Json json{{"schema_version", 1},
                    {"study", configuration_.study.name},
                    {"machine", configuration_.machine_name.name},
                    {"cache_table", cache_table_json(rows)}};
    RunOutcome outcome{.folder = folder_.path(), .warnings = warnings({}), .statistics = json.dump(1) + '\n'};
    log_.warn(outcome.warnings);
    folder_.write("stats.json", outcome.statistics);
    if (whole()) folder_.write("stats.csv", cache_table_csv(rows));
    outcome.summary = fmt::format("{} on {}, the texture cache alone\n{}", printable(configuration_.study.name),
                                  printable(configuration_.machine_name.name), cache_table_text(rows));
    hash_inputs(kEverySize);
    finish(RunFolder::Result::kComplete);
    return outcome;
  }

  Execution run_workload(functional::Workload& workload) {
    Progress progress{std::cerr, options_.progress, configuration_.study.name};
    const bool untimed = configuration_.study.timing == Timing::kUntimed;
    if (untimed) begin();
    const ExecutionOptions execution_options{
        .timing = configuration_.study.timing,
        .threads = maps_ ? 1 : options_.threads,
        .blocks = &options_.blocks,
        .watchdog = configuration_.study.watchdog,
        .check_protocols = options_.check_protocols,
        .intervals = options_.intervals,
        .waves = wave_sink(),
        .on_progress =
            [&](const ExecutionProgress& p) {
              open_save_files();
              begin();
              progress.update(p.threads_ended, p.threads_total, fmt::format("{} cycles", p.now.value()));
              if (trace_) trace_->reach(p.now, p.now + kProgressStep);
              if (options_.watcher != nullptr) options_.watcher->progress(p);
            },
        .on_warning = [this](const std::string& warning) { log_.warn_now(warning); },
        .on_built =
            [&](timing::Simulation& simulation) {
              if (maps_) simulation.events.add(*maps_);
              if (trace_) {
                trace_->listen(simulation, configuration_.study.timing == Timing::kApproximatelyTimed
                                               ? EventOrder::kWhenOver
                                               : EventOrder::kWhenKnown);
              }
              if (timeline_) timeline_->listen(simulation);
              if (options_.watcher != nullptr) options_.watcher->built(configuration_, simulation);
            },
    };
    const WatcherGuard watched{options_.watcher};
    const auto begun = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    Execution execution = study::execute(configuration_.machine, workload, execution_options);
    std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begun;
    if (options_.watcher != nullptr) wall -= options_.watcher->held();
    simulation_seconds_ = std::max(wall.count(), 1e-9);
    processor_seconds_ = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
    log_.note(fmt::format("the simulation took {:.6f} s, {:.6f} s of processors", wall.count(), processor_seconds_));
    return execution;
  }

  /// Leaves the folder of a run that failed or was stopped, marked wherever somebody may look. Returns when it was
  /// stopped.
  RunOutcome leave_unfinished(const Error& error) {
    const bool stopped = stop_requested().has_value();
    forget_stop_request();  // the next one counts anew
    facts_.exit_code = error.code();
    facts_.failure = error.what();
    log_.note(error.what());
    std::string why = first_line(error.what());
    if (execution_ && execution_->cycles) why += fmt::format(" at cycle {}", execution_->cycles->value());
    const Execution nothing;
    const Execution& execution = execution_ ? *execution_ : nothing;
    RunOutcome outcome{.exit_code = error.code(), .folder = folder_.path()};
    outcome.statistics = statistics_text(configuration_, execution, {}, why);
    folder_.write("stats.json", outcome.statistics);
    if (whole()) folder_.write("stats.csv", statistics_csv(*execution.statistics) + "run,unfinished,,,1\n");
    if (stopped && execution_ && workload_) write_partial_results();
    hash_inputs(stopped ? kMostUnfinishedInput : kEverySize);
    const std::filesystem::path asked_for = folder_.path();
    finish(RunFolder::Result::kUnfinished);
    outcome.folder = folder_.path();
    if (stopped) return outcome;
    if (outcome.folder == asked_for) throw error;
    std::vector<Diagnostic> told = error.diagnostics();
    told.push_back({.position = {asked_for.string()},
                    .problem = "keeps the complete run that it holds",
                    .hint = "what ran of this one is in " + outcome.folder.string()});
    throw Error{error.code(), std::move(told)};
  }

  void write_partial_results() {
    if (workload_->results) {
      for (const functional::ResultFile& file : workload_->results())
        folder_.write(unfinished_name(file.name), file.content);
    }
    const std::uint64_t pixels = std::uint64_t{workload_->output.width} * workload_->output.height;
    if (pixels == 0) return;
    if (pixels > kMostUnfinishedPixels) return log_.note("no picture of the part that ran: it is too large");
    folder_.write(unfinished_name("image.png"), bytes_text(png_bytes(output_picture(*workload_))));
  }

  void hash_inputs(ByteSize most) {
    facts_.inputs.clear();
    std::vector<std::filesystem::path> files = configuration_.files;
    for (auto& file : files_read_since(files_read_before_)) files.push_back(std::move(file));
    for (const auto& file : files) facts_.inputs.push_back(hashed_input(file, most));
  }

  void open_trace(const TraceRequest& request) {
    refuse_inside(request.file, "--trace");
    std::vector<std::uint64_t> of_pixel;
    if (request.pixel) of_pixel = messages_of_pixel(configuration_, *request.pixel, "--trace-pixel");
    trace_.emplace(request, existing_files(), of_pixel, title());
  }

  /// Title of traces.
  std::string title() const {
    return configuration_.study.name + " on " + configuration_.machine_name.name + ", 1 ns is a cycle";
  }

  std::string timeline_text() const {
    if (!timeline_) return "";
    const std::string file = (folder_.path() / kTimelineName).string();
    const auto full = timeline_->full_at();
    return full ? fmt::format("{}, up to cycle {}", file, full->value()) : file;
  }

  /// The folder is replaced whole: what a user names stands beside it.
  void refuse_inside(const std::filesystem::path& named, const char* option) const {
    const std::filesystem::path file = std::filesystem::absolute(named).lexically_normal();
    const std::filesystem::path folder = std::filesystem::absolute(folder_.path()).lexically_normal();
    if (std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first != folder.end()) return;
    throw Error{ExitCode::kUsage, Diagnostic{.path = option,
                                             .problem = named.string() + " lies in the run folder",
                                             .hint = "name a file beside it"}};
  }

  /// Warning of the workload's accesses beyond its buffers, which are counted in the statistics, too.
  std::optional<Diagnostic> beyond_buffers(Execution& execution) const {
    if (bounds_text().empty()) return {};
    execution.statistics->group("bounds", "accesses of the kernel to memory")
        .counter("beyond_buffers", machine::StatisticUnit::kEvents, "channels' accesses beyond every buffer")
        .add(workload_->bounds->count());
    return Diagnostic{.path = "workload.bounds", .problem = bounds_text(), .hint = "--bounds fatal ends at the first"};
  }

  std::string bounds_text() const {
    return workload_->bounds && workload_->bounds->count() != 0 ? workload_->bounds->text() : "";
  }

  /// Known only when the run is over.
  std::optional<Diagnostic> unseen_waves(const Execution& execution) const {
    if (!waves_ || options_.waves->window.from < *execution.cycles) return {};
    return Diagnostic{
        .path = "--waves-from",
        .problem = "the waves hold nothing: they start at cycle " + value_text(options_.waves->window.from),
        .hint = "the run ended at cycle " + value_text(*execution.cycles)};
  }

  std::optional<Diagnostic> empty_trace(const Execution& execution) const {
    if (!trace_ || trace_->any()) return {};
    return Diagnostic{.path = "--trace",
                      .problem = "the trace holds nothing: nothing that was asked for happened in its window",
                      .hint = "the run ended at cycle " + value_text(*execution.cycles)};
  }

  std::optional<WaveSink> wave_sink() {
    if (!waves_) return {};
    return WaveSink{wave_file_.get(), options_.waves->window};
  }

  /// Beside waves with signals of RTL, as soon as these are known.
  void open_save_files() {
    if (!waves_ || wave_file_->shown().empty() || !save_files_.empty()) return;
    const std::string name = waves_->path().filename().string();
    for (const auto& [ending, text] : {std::pair{".gtkw", timing::gtkwave_save_file(name, wave_file_->shown())},
                                       std::pair{".sucl", timing::surfer_commands(name, wave_file_->shown())}}) {
      save_files_.push_back(std::make_unique<OutputFile>(
          std::filesystem::path{waves_->path()}.replace_extension(ending), existing_files()));
      save_files_.back()->stream() << text;
    }
  }

  Existing existing_files() const {
    return options_.overwrite == Overwrite::kReplaceRun ? Existing::kReplace : Existing::kRefuse;
  }

  /// Warnings of a run that goes on: parameters that were set and cannot act, and the workload's own warnings.
  std::vector<Diagnostic> warnings(std::vector<Diagnostic> of_workload) {
    std::vector<Diagnostic> all;
    if (whole()) all = set_but_idle(configuration_, settings_);
    std::move(of_workload.begin(), of_workload.end(), std::back_inserter(all));
    return all;
  }

  void finish(RunFolder::Result result) {
    begin();
    forget_stop_request();  // what is left is quick, and would only be lost
    const bool complete = result == RunFolder::Result::kComplete;
    if (waves_) {
      if (!complete) waves_->stream() << "$comment unfinished: " << first_line(facts_.failure) << " $end\n";
      waves_->publish();
      for (const auto& file : save_files_) file->publish();
      log_.note("waves are in " + waves_->path().string());
    }
    if (trace_) {
      trace_->publish();
      log_.note("the trace is in " + options_.trace->file.string());
    }
    log_.phase(complete ? "complete" : "unfinished");
    facts_.finished = system_clock::now();
    if (whole()) folder_.write("log.txt", log_.text());
    facts_.files = folder_.files();
    folder_.publish(result, manifest_text(facts_));
  }

  Configuration& configuration_;
  const RunOptions& options_;
  std::size_t files_read_before_ = files_read();
  RunFolder folder_;
  std::optional<OutputFile> waves_;
  std::unique_ptr<timing::WaveFile> wave_file_;
  std::vector<std::unique_ptr<OutputFile>> save_files_;  // of viewers
  std::optional<RunTrace> trace_;
  std::optional<OutputFile> recording_;  // until it is written
  ManifestFacts facts_;
  std::vector<ParameterNode> settings_;  // of the configuration; none of a point
  RunLog log_;
  std::optional<InterruptionGuard> guard_;  // from the time when something is executed
  std::optional<functional::Workload> workload_;
  std::optional<PixelMapRecorder> maps_;
  std::ostringstream timeline_bytes_;
  std::optional<ThreadTimeline> timeline_;
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
