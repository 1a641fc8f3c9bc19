#include "study/run/run_observations.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/unit_text.h"
#include "study/execution/pixel_messages.h"
#include "study/run/outside_file.h"

namespace texpipe::study {

RunObservations::RunObservations(const Configuration& configuration, const RunOptions& options,
                                 const std::filesystem::path& folder)
    : configuration_{configuration},
      options_{options},
      title_{configuration.study.name + " on " + configuration.machine_name.name + ", 1 ns is a cycle"} {
  const Existing existing = existing_files(options.overwrite);
  if (options.waves) {
    refuse_inside(folder, options.waves->file, "--waves");
    waves_.emplace(*options.waves, existing);
  }
  if (options.trace) {
    refuse_inside(folder, options.trace->file, "--trace");
    std::vector<std::uint64_t> of_pixel;
    if (options.trace->pixel) of_pixel = messages_of_pixel(configuration, *options.trace->pixel, "--trace-pixel");
    trace_.emplace(*options.trace, existing, of_pixel, title_);
  }
}

void RunObservations::follow(functional::Workload& workload) {
  if (options_.maps) maps_.emplace(workload, configuration_.study.name + " on " + configuration_.machine_name.name);
  if (trace_) trace_->follow(workload);
  if (options_.detail == FolderDetail::kWhole && has_timeline(configuration_.study)) timeline_.emplace(title_);
  if (options_.detail == FolderDetail::kWhole && times_draws(configuration_.study, workload))
    draws_.emplace(configuration_, workload);
  if (workload.count_by) counters_.emplace(workload, configuration_.machine.clock);
}

std::optional<WaveSink> RunObservations::waves() {
  if (!waves_) return {};
  return waves_->sink();
}

void RunObservations::listen(timing::Simulation& simulation) {
  if (maps_) maps_->listen(simulation);
  if (trace_) {
    trace_->listen(simulation, configuration_.study.timing == Timing::kApproximatelyTimed ? EventOrder::kWhenOver
                                                                                          : EventOrder::kWhenKnown);
  }
  if (timeline_) timeline_->listen(simulation);
  if (draws_) draws_->listen(simulation);
  if (counters_) counters_->listen(simulation);
}

void RunObservations::progress(Cycles now) {
  if (waves_) waves_->begin_save_files();
  if (trace_) trace_->reach(now, now + kProgressStep);
}

std::vector<Diagnostic> RunObservations::unseen(std::optional<Cycles> cycles) const {
  std::vector<Diagnostic> warnings;
  if (!cycles) return warnings;
  if (waves_) {
    if (auto unseen = waves_->unseen(*cycles)) warnings.push_back(std::move(*unseen));
  }
  if (trace_ && !trace_->any()) {
    warnings.push_back({.path = "--trace",
                        .problem = "the trace holds nothing: nothing that was asked for happened in its window",
                        .hint = "the run ended at cycle " + value_text(*cycles)});
  }
  return warnings;
}

void RunObservations::write(RunFolder& folder, RunLog& log, const Execution& execution) {
  if (maps_) maps_->write(folder, execution.cycles.has_value());
  if (draws_) draws_->write(execution, title_, folder);
  if (counters_ && options_.detail == FolderDetail::kWhole) counters_->write(execution, folder);
  if (trace_ && course() != nullptr) trace_->add(*course());
  if (!timeline_) return;
  timeline_->write(folder, *execution.cycles);
  if (const auto full = timeline_->full_at())
    log.note(fmt::format("{} ends at cycle {}: it is full", kTimelineName, full->value()));
}

void RunObservations::publish(RunLog& log, std::string_view unfinished) {
  if (waves_) {
    waves_->publish(unfinished);
    log.note("waves are in " + waves_->path().string());
  }
  if (trace_) {
    trace_->publish();
    log.note("the trace is in " + options_.trace->file.string());
  }
}

}  // namespace texpipe::study
