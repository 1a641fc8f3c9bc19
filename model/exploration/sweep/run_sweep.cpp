#include "exploration/sweep/run_sweep.h"

#include <iostream>

#include "base/stop_request.h"
#include "exploration/sweep/batch.h"
#include "exploration/sweep/campaign.h"
#include "exploration/sweep/sweep_folder.h"
#include "exploration/sweep/sweep_planner.h"
#include "exploration/sweep/sweep_point.h"
#include "host/signals/interruption.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

/// The folder that a call is about, with its plan: a new one, or one to go on with.
struct Begun {
  SweepFolder folder;
  SweepPlan plan;
};

Begun go_on(const fs::path& folder, const std::string* request) {
  SweepFolder open = SweepFolder::open(folder);
  SweepPlan plan = read_plan(folder / kPlanName);
  if (request != nullptr) check_same_request(folder, plan, *request);
  check_unchanged(plan);
  return {std::move(open), std::move(plan)};
}

Begun begin(const SweepOptions& options, const timing::BlockRegistry& blocks) {
  std::error_code no_folder;  // what it is then, its reader tells
  if (fs::is_directory(options.file, no_folder)) {
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
  // Points that are only collected keep the outcomes that they ended with.
  const RunAgain again = engine == nullptr ? RunAgain::kNone : run_again(options);
  Campaign campaign{options, std::move(begun.folder), std::move(begun.plan), blocks, again};
  campaign.run(engine);
  return campaign.finish();
}

}  // namespace texpipe::study
