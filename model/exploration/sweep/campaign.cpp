#include "exploration/sweep/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/stop_request.h"
#include "exploration/sweep/batch.h"
#include "exploration/sweep/sweep_point.h"
#include "host/files/output_file.h"
#include "host/text/json_text.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
}

}  // namespace

Campaign::Campaign(const SweepOptions& options, SweepFolder folder, SweepPlan plan, const timing::BlockRegistry& blocks,
                   RunAgain again)
    : options_{options},
      plan_{std::move(plan)},
      folder_{std::move(folder)},
      blocks_{blocks},
      again_{again},
      state_{folder_.state(), SweepState::Access::kWrite},
      progress_{std::cerr, options.progress, plan_.name} {
  folder_.remove_leftovers();
  state_.forget_failures(
      [&](ExitCode code) { return runs_again({.status = PointStatus::kFailed, .exit_code = code}); });
  adopt();
}

void Campaign::extend(const SweepPlan& plan) {
  plan_ = plan;
  if (state_.extend(plan_)) folder_.replace_plan(plan_);
  adopt();
}

std::vector<PointState> Campaign::states() const {
  std::vector<PointState> states = state_.points();
  states.resize(plan_.points.size());
  return states;
}

void Campaign::run(SweepEngine* engine) {
  if (engine == nullptr || waiting_.empty()) return;
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
  wall_seconds_ = seconds_since(began_);
}

SweepOutcome Campaign::finish() {
  state_.commit();
  SweepOutcome outcome{.folder = folder_.path()};
  outcome.wall_seconds = wall_seconds_;
  outcome.ended_now = ended_;
  outcome.simulation_seconds = simulation_seconds_;
  outcome.results = {plan_, states()};
  if (const auto stopped = stop_requested()) {
    folder_.remove_leftovers();
    outcome.exit_code = *stopped;
    return outcome;
  }
  const SweepCounts counts = outcome.results.counts();
  if (counts.failed > 0 || counts.waiting > 0) outcome.exit_code = ExitCode::kSweepPointsFailed;
  write_output(folder_.path() / kResultsTable, results_csv(outcome.results), Existing::kReplace);
  write_output(folder_.path() / kResultsJson, json_text(results_json(outcome.results), 1) + '\n', Existing::kReplace);
  folder_.flush();
  return outcome;
}

bool Campaign::runs_again(const PointOutcome& outcome) const {
  if (outcome.status != PointStatus::kFailed || again_ == RunAgain::kNone) return false;
  return again_ == RunAgain::kFailed || outcome.exit_code == ExitCode::kInternalError;
}

/// Points that ended when nobody was left to note it; and those whose folders the fall of a machine took.
void Campaign::adopt() {
  waiting_.clear();
  failures_ = 0;
  if (again_ == RunAgain::kFailed) remove_batch(folder_.path());
  std::map<std::size_t, PointOutcome> told;
  for (ToldPoint& point : told_by_workers(folder_.path())) told[point.point] = std::move(point.outcome);
  PointLoader loader{plan_.study, plan_.environment, blocks_};
  const std::vector<PointState> states = this->states();
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
    if (runs_again(found)) found = {};
    if (found.status == PointStatus::kWaiting) {
      fs::remove_all(place, ignored);
      waiting_.push_back(n);
    } else {
      state_.note(n, found);
    }
  }
  state_.commit();
  total_ = ended_ + waiting_.size();
}

void Campaign::note(std::size_t point, const PointOutcome& outcome) {
  state_.note(point, outcome);
  ++ended_;
  failures_ += outcome.status == PointStatus::kFailed ? 1 : 0;
  failures_now_ += outcome.status == PointStatus::kFailed ? 1 : 0;
  simulation_seconds_ += outcome.seconds;
  look();
}

/// A commit now and then: what is lost in between is found in its folder.
void Campaign::look() {
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

}  // namespace texpipe::study
