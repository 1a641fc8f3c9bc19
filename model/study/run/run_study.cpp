#include "study/run/run_study.h"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "study/image/png.h"
#include "study/output/output_file.h"
#include "study/report/statistics_text.h"
#include "study/report/summary.h"
#include "study/run/execution.h"
#include "study/run/interruption.h"
#include "study/run/manifest.h"
#include "study/run/output_picture.h"
#include "study/run/sha256.h"
#include "study/workload/workload.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using std::chrono::system_clock;

/// A parameter that does not fit the others is refused where it was written.
[[noreturn]] void rethrow_with_places(const Error& error, const ParameterReader& reader) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.position.file.empty() && !diagnostic.path.empty()) {
      diagnostic.position = reader.origin(diagnostic.path).position;
    }
  }
  throw Error{error.code(), std::move(diagnostics)};
}

/// stats.json: nothing in it depends on host, time of day or folder.
std::string statistics_text(const Configuration& configuration, const Execution& execution, const Picture& picture) {
  Json json{{"schema_version", 1},
            {"study", configuration.study.name},
            {"machine", configuration.machine_name.name},
            {"timing", name_of(configuration.study.timing)}};
  if (execution.cycles) {
    json["clock_hz"] = configuration.machine.clock.value();
    json["cycles"] = execution.cycles->value();
  }
  if (picture.width != 0) {
    Sha256 hash;
    hash.add(std::span{picture.rgba});
    json["image"] = {{"width", picture.width}, {"height", picture.height}, {"rgba_sha256", hash.finish()}};
  }
  json["groups"] = statistics_json(*execution.statistics);
  return json.dump(1) + '\n';
}

std::string bytes_text(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// One run: the folder and what goes into it.
class Run {
 public:
  Run(Configuration& configuration, const RunOptions& options)
      : configuration_{configuration},
        options_{options},
        folder_{options.out.empty() ? std::filesystem::path{"out"} / configuration.study.name : options.out,
                options.overwrite} {
    if (options.waves) waves_.emplace(options.waves->file, existing_files());
    const std::filesystem::path parent = std::filesystem::absolute(folder_.path()).lexically_normal();
    facts_.command_line = options.command_line;
    facts_.study = configuration.study.name;
    facts_.configuration = configuration.resolved_yaml(parent.string());
    facts_.inputs = input_files(configuration.study.workload);
    facts_.seed = configuration.study.workload.texture_walk.gather.seed;
    facts_.started = system_clock::now();
  }

  RunOutcome run() {
    folder_.write("config.resolved.yaml", facts_.configuration);
    try {
      return execute();
    } catch (const Error& error) {
      note(error.what());
      fail(error.code(), error.what());
      throw;
    }
  }

 private:
  RunOutcome execute() {
    note(fmt::format("{} on {}, {}", configuration_.study.name, configuration_.machine_name.name,
                     name_of(configuration_.study.timing)));
    if (configuration_.study.workload.kind == WorkloadKind::kCacheTable) return tabulate();
    functional::Workload workload = make_workload(configuration_.study.workload);
    workload.context->queries = configuration_.study.queries.options();
    Execution execution = run_timing(workload);
    if (!execution.stopped) execution.stopped = guard_.requested();
    const Picture picture = output_picture(workload);
    RunOutcome outcome{.exit_code = execution.stopped.value_or(ExitCode::kSuccess),
                       .folder = folder_.path(),
                       .warnings = std::move(workload.warnings)};
    for (const Diagnostic& warning : outcome.warnings) log_ += "warning: " + warning.text() + '\n';
    outcome.statistics = statistics_text(configuration_, execution, picture);
    folder_.write("stats.json", outcome.statistics);
    folder_.write("stats.csv", statistics_csv(*execution.statistics));
    if (workload.results) {
      for (const functional::ResultFile& file : workload.results()) folder_.write(file.name, file.content);
    }
    if (picture.width != 0) folder_.write("image.png", bytes_text(png_bytes(picture)));
    if (!execution.topology.empty()) folder_.write("topology.dot", execution.topology);
    if (execution.stopped) {
      note("stopped by a signal");
      fail(*execution.stopped, "stopped by a signal");
      return outcome;
    }
    const std::chrono::duration<double> wall = system_clock::now() - facts_.started;
    outcome.summary = summary_text({.configuration = configuration_,
                                    .execution = execution,
                                    .picture = picture,
                                    .folder = folder_.path(),
                                    .host_seconds = wall.count()});
    note("complete");
    finish(RunFolder::Result::kComplete);
    return outcome;
  }

  /// The texture cache alone: neither time nor picture.
  RunOutcome tabulate() {
    const std::vector<CacheTableRow> rows = cache_table(configuration_.study.workload.cache_table,
                                                        configuration_.machine.slice.subslice.front().sampler.l1);
    const Json json{{"schema_version", 1},
                    {"study", configuration_.study.name},
                    {"machine", configuration_.machine_name.name},
                    {"cache_table", cache_table_json(rows)}};
    RunOutcome outcome{.folder = folder_.path(), .statistics = json.dump(1) + '\n'};
    folder_.write("stats.json", outcome.statistics);
    folder_.write("stats.csv", cache_table_csv(rows));
    outcome.summary = fmt::format("{} on {}, the texture cache alone\n{}", configuration_.study.name,
                                  configuration_.machine_name.name, cache_table_text(rows));
    note("complete");
    finish(RunFolder::Result::kComplete);
    return outcome;
  }

  Execution run_timing(functional::Workload& workload) {
    switch (configuration_.study.timing) {
      case Timing::kUntimed:
        return execute_untimed(workload);
      case Timing::kLooselyTimed:
        unsupported("timing loosely_timed (not in this version)");
      case Timing::kApproximatelyTimed:
        return timed(workload);
    }
    throw Error{ExitCode::kInternalError, "no such timing"};
  }

  Execution timed(functional::Workload& workload) {
    Progress progress{std::cerr, options_.progress, configuration_.study.name};
    const ExecutionOptions execution_options{
        .blocks = &options_.blocks,
        .check_protocols = options_.check_protocols,
        .waves = wave_sink(),
        .on_progress =
            [&](const ExecutionProgress& p) {
              progress.update(p.threads_ended, p.threads_total, fmt::format("{} cycles", p.now.value()));
            },
        .stop_requested = [&] { return guard_.requested(); },
    };
    return execute_timed(configuration_, workload, execution_options);
  }

  std::optional<WaveSink> wave_sink() {
    if (!waves_) return {};
    return WaveSink{&waves_->stream(), options_.waves->window};
  }

  Existing existing_files() const {
    return options_.overwrite == Overwrite::kReplaceRun ? Existing::kReplace : Existing::kRefuse;
  }

  void note(const std::string& line) {
    log_ += line + '\n';
    if (options_.verbose) std::cerr << line << '\n';
  }

  void fail(ExitCode code, const std::string& why) {
    facts_.exit_code = code;
    facts_.failure = why;
    finish(RunFolder::Result::kFailed);
  }

  void finish(RunFolder::Result result) {
    facts_.finished = system_clock::now();
    folder_.write("log.txt", log_);
    folder_.write("manifest.json", manifest_text(facts_));
    if (waves_) waves_->publish();
    folder_.publish(result);
  }

  Configuration& configuration_;
  const RunOptions& options_;
  InterruptionGuard guard_;
  RunFolder folder_;
  std::optional<OutputFile> waves_;
  ManifestFacts facts_;
  std::string log_;
};

}  // namespace

RunOutcome run_study(Configuration& configuration, const RunOptions& options) try {
  if (configuration.study.timing == Timing::kLooselyTimed) unsupported("timing loosely_timed (not in this version)");
  return Run{configuration, options}.run();
} catch (const Error& error) {
  rethrow_with_places(error, configuration.reader);
}

}  // namespace texpipe::study
