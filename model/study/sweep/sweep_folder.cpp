#include "study/sweep/sweep_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "study/output/output_file.h"
#include "study/sweep/sweep_point.h"
#include "study/sweep/sweep_state.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& folder, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.position = {folder.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Where a folder will be, its last name included.
fs::path place_of(fs::path folder) {
  if (!folder.has_filename()) folder = folder.parent_path();
  return fs::weakly_canonical(fs::absolute(folder));
}

/// The sweep's own files and its points; whatever else somebody put there stays.
void remove_sweep(const fs::path& folder) {
  const SweepPlan plan = read_plan(folder / kPlanName);
  for (const PlannedPoint& point : plan.points) fs::remove_all(point_folder(folder, point));
  const std::string state{kStateName};
  for (const std::string& name : {std::string{kPointsName}, state, state + "-wal", state + "-shm",
                                  std::string{kResultsTable}, std::string{kResultsJson}, std::string{kPlanName}}) {
    std::error_code not_empty;
    fs::remove(folder / name, not_empty);
  }
  std::error_code not_empty;
  fs::remove(folder, not_empty);
}

}  // namespace

bool is_sweep_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / kPlanName, ignored) && fs::is_regular_file(folder / kStateName, ignored);
}

void check_sweep_folder(const fs::path& folder, Overwrite overwrite) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(folder, ignored))) return;
  if (fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored)) return;
  if (!is_sweep_folder(folder)) refuse(folder, "exists and is not a folder of a sweep", "--out DIR names another");
  if (overwrite == Overwrite::kRefuse)
    refuse(folder, "exists", "--resume goes on with it, --force begins it anew, --out DIR names another");
}

SweepFolder SweepFolder::create(const fs::path& folder, const SweepPlan& plan, Overwrite overwrite) {
  check_sweep_folder(folder, overwrite);
  const fs::path place = place_of(folder);
  fs::create_directories(place.parent_path());
  for (const fs::path& left : hidden_places(place, Writer::kDead)) fs::remove_all(left);
  HiddenPlace working = make_hidden_folder(place);
  try {
    fs::create_directory(working.path / kPointsName);
    write_output(working.path / kPlanName, plan_text(plan), Existing::kRefuse);
    SweepState::create(working.path / kStateName, plan);
    flush_folder(working.path);
    if (is_sweep_folder(place)) {
      const SweepFolder old = open(place);  // nobody else's
      remove_sweep(place);
    }
    std::error_code not_empty;
    fs::remove(place, not_empty);
    if (!rename_to_new(working.path, place)) refuse(folder, "holds what no sweep wrote", "--out DIR names another");
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(working.path, ignored);
    throw;
  }
  flush_folder(place.parent_path());
  return {folder, std::move(working.lock)};
}

SweepFolder SweepFolder::open(const fs::path& folder) {
  if (!is_sweep_folder(folder)) refuse(folder, "is no folder of a sweep", "`texpipe sweep SWEEP.yaml` makes one");
  Descriptor lock{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  // Points whose sweep was just killed die with it, a moment later.
  constexpr int kTries = 300;
  constexpr useconds_t kPause = 10'000;
  for (int i = 0; lock && flock(lock.number(), LOCK_EX | LOCK_NB) != 0; ++i) {
    if (i == kTries) refuse(folder, "is being worked on by another texpipe", "wait for its end");
    usleep(kPause);
  }
  return {folder, std::move(lock)};
}

void SweepFolder::remove_leftovers() const {
  for (const auto& entry : fs::directory_iterator{path_ / kPointsName}) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with('.') || name.find(".partial-") == std::string::npos) continue;
    const Descriptor place{::open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    std::error_code ignored;
    if (place && flock(place.number(), LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
  }
}

void SweepFolder::flush() const {
  if (lock_) syncfs(lock_.number());
}

}  // namespace texpipe::study
