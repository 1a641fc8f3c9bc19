#include "study/sweep/run_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/stop_request.h"
#include "study/output/output_file.h"
#include "study/run/interruption.h"
#include "study/sweep/batch.h"
#include "study/sweep/sweep_folder.h"
#include "study/sweep/sweep_point.h"
#include "study/sweep/sweep_state.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>{Clock::now() - begin}.count();
}

/// The folder that a call is about, with its plan: a new one, or one to go on with.
struct Begun {
  SweepFolder folder;
  SweepPlan plan;
};

Begun go_on(const fs::path& folder, const std::string* request) {
  SweepFolder open = SweepFolder::open(folder);
  SweepPlan plan = read_plan(folder / kPlanName);
  if (request != nullptr && *request != plan.request) {
    throw Error{ExitCode::kUsage, Diagnostic{.position = {folder.string()},
                                             .problem = "was begun with another sweep file or other words of -p",
                                             .hint = "`texpipe sweep " + folder.string() +
                                                     " --resume` goes on with what it was begun with"}};
  }
  check_unchanged(plan);
  return {std::move(open), std::move(plan)};
}

Begun begin(const SweepOptions& options, const timing::BlockRegistry& blocks) {
  if (fs::is_directory(options.file)) {
    if (!options.resume) {
      throw Error{ExitCode::kUsage, Diagnostic{.position = {options.file.string()},
                                               .problem = "is a folder",
                                               .hint = "--resume goes on with the sweep that it holds"}};
    }
    if (!options.words.empty()) {
      throw Error{ExitCode::kUsage, Diagnostic{.position = {"-p " + options.words.front()},
                                               .problem = "the plan of a sweep is fixed when it begins"}};
    }
    return go_on(options.file, nullptr);
  }
  const ParameterNames names;
  const SweepSpecification sweep = read_sweep(options.file, options.words, names);
  const fs::path out = options.out.empty() ? fs::path{"out"} / sweep.name : options.out;
  if (options.resume && is_sweep_folder(out)) return go_on(out, &sweep.request);
  check_sweep_folder(out, options.overwrite);
  Progress progress{std::cerr, options.progress, "checking points"};
  SweepPlan plan = make_plan(sweep, names, options.environment, blocks,
                             [&](std::size_t done, std::size_t total) { progress.update(done, total, "points"); });
  SweepFolder folder = SweepFolder::create(out, plan, options.overwrite);
  return {std::move(folder), std::move(plan)};
}

/// One call: what was waiting, run by an engine.
class Campaign {
 public:
  Campaign(const SweepOptions& options, Begun begun, const timing::BlockRegistry& blocks)
      : options_{options},
        plan_{std::move(begun.plan)},
        folder_{std::move(begun.folder)},
        blocks_{blocks},
        state_{folder_.state(), SweepState::Access::kWrite},
        progress_{std::cerr, options.progress, plan_.name} {
    folder_.remove_leftovers();
    if (options.retry_failed) state_.forget_failures();
    adopt();
  }

  SweepOutcome run(SweepEngine* engine) {
    SweepOutcome outcome{.folder = folder_.path()};
    if (engine != nullptr && !waiting_.empty()) {
      try {
        engine->run({.plan = plan_,
                     .folder = folder_.path(),
                     .points = waiting_,
                     .blocks = blocks_,
                     .on_ended = [&](std::size_t point, const PointOutcome& ended) { note(point, ended); },
                     .on_idle = [&] { look(); },
                     .proceed = [&] { return !options_.most_failures || failures_ <= *options_.most_failures; }});
      } catch (...) {
        state_.commit();
        folder_.remove_leftovers();
        throw;
      }
      outcome.wall_seconds = seconds_since(began_);
    }
    state_.commit();
    outcome.ended_now = ended_;
    outcome.simulation_seconds = simulation_seconds_;
    outcome.results = {plan_, state_.points()};
    if (const auto stopped = stop_requested()) {
      folder_.remove_leftovers();
      outcome.exit_code = *stopped;
      return outcome;
    }
    const SweepCounts counts = outcome.results.counts();
    if (counts.failed > 0 || counts.waiting > 0) outcome.exit_code = ExitCode::kSweepPointsFailed;
    write_output(folder_.path() / kResultsTable, results_csv(outcome.results), Existing::kReplace);
    write_output(folder_.path() / kResultsJson, results_json(outcome.results).dump(1) + '\n', Existing::kReplace);
    folder_.flush();
    return outcome;
  }

 private:
  /// Points that ended when nobody was left to note it; and those whose folders the fall of a machine took.
  void adopt() {
    if (options_.retry_failed) remove_batch(folder_.path());
    std::map<std::size_t, PointOutcome> told;
    for (ToldPoint& point : told_by_workers(folder_.path())) told[point.point] = std::move(point.outcome);
    PointLoader loader{plan_.study, plan_.environment, blocks_};
    const std::vector<PointState> states = state_.points();
    for (std::size_t n = 0; n < states.size(); ++n) {
      const fs::path place = point_folder(folder_.path(), plan_.points[n]);
      std::error_code ignored;
      if (states[n].status == PointStatus::kFailed) {
        ++failures_;
        continue;
      }
      const bool there = fs::exists(place, ignored);
      if (states[n].status == PointStatus::kDone && there) continue;
      PointOutcome found = there ? read_point(plan_, n, folder_.path(), loader) : PointOutcome{};
      // A point that could not begin has no folder.
      if (const auto failure = told.find(n); failure != told.end() && failure->second.status == PointStatus::kFailed)
        found = failure->second;
      if (found.status == PointStatus::kFailed && options_.retry_failed) found = {};
      if (found.status == PointStatus::kWaiting) {
        fs::remove_all(place, ignored);
        waiting_.push_back(n);
      } else {
        state_.note(n, found);
      }
    }
    state_.commit();
    total_ = waiting_.size();
  }

  void note(std::size_t point, const PointOutcome& outcome) {
    state_.note(point, outcome);
    ++ended_;
    failures_ += outcome.status == PointStatus::kFailed ? 1 : 0;
    failures_now_ += outcome.status == PointStatus::kFailed ? 1 : 0;
    simulation_seconds_ += outcome.seconds;
    look();
  }

  /// A commit now and then: what is lost in between is found in its folder.
  void look() {
    constexpr std::chrono::milliseconds kBetweenCommits{250};
    const Clock::time_point now = Clock::now();
    if (now - committed_ >= kBetweenCommits) {
      state_.commit();
      committed_ = now;
    }
    const double rate = static_cast<double>(ended_) / std::max(seconds_since(began_), 1e-9);
    std::string note = fmt::format("{:.1f} points/s", rate);
    if (ended_ > 0) note += fmt::format(", {:.0f} s left", static_cast<double>(total_ - ended_) / rate);
    if (failures_now_ > 0) note += fmt::format(", {} failed", failures_now_);
    progress_.update(ended_, total_, note);
  }

  const SweepOptions& options_;
  SweepPlan plan_;
  SweepFolder folder_;
  const timing::BlockRegistry& blocks_;
  SweepState state_;
  Progress progress_;
  std::vector<std::size_t> waiting_;
  std::size_t total_ = 0, ended_ = 0;
  std::size_t failures_ = 0, failures_now_ = 0;  // all, and of this call
  double simulation_seconds_ = 0;
  Clock::time_point began_ = Clock::now(), committed_ = began_;
};

}  // namespace

void run_worker(const fs::path& sweep, std::size_t first, std::size_t count, const timing::BlockRegistry& blocks) {
  const SweepPlan plan = read_plan(sweep / kPlanName);
  check_unchanged(plan);
  PointLoader loader{plan.study, plan.environment, blocks};
  WorkerNotes notes{sweep, first};
  std::vector<std::size_t> points;
  for (const std::size_t point : listed_points(sweep, first, count)) {
    if (point >= plan.points.size()) continue;
    const PointOutcome found = read_point(plan, point, sweep, loader);
    if (found.status == PointStatus::kDone) {
      notes.note(point, found);
      continue;
    }
    std::error_code ignored;
    fs::remove_all(point_folder(sweep, plan.points[point]), ignored);
    points.push_back(point);
  }
  if (points.empty()) return;
  const InterruptionGuard guard;
  local_engine(1)->run({.plan = plan,
                        .folder = sweep,
                        .points = std::move(points),
                        .blocks = blocks,
                        .on_ended = [&](std::size_t point, const PointOutcome& ended) { notes.note(point, ended); },
                        .on_idle = [] {},
                        .proceed = [] { return true; }});
  throw_if_stop_requested();
}

SweepOutcome run_sweep(const SweepOptions& options, SweepEngine* engine, const timing::BlockRegistry& blocks) {
  Begun begun = begin(options, blocks);
  const InterruptionGuard guard;
  return Campaign{options, std::move(begun), blocks}.run(engine);
}

}  // namespace texpipe::study
