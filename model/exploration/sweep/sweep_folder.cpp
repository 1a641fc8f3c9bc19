#include "exploration/sweep/sweep_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>

#include "exploration/sweep/batch.h"
#include "exploration/sweep/sweep_point.h"
#include "exploration/sweep/sweep_state.h"
#include "host/files/output_file.h"
#include "study/run_folder/run_folder_content.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& folder, std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage,
              Diagnostic{.position = {folder.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Place at which a folder will be, its last name included. Errors: kUsage for a name that the system refuses.
fs::path place_of(fs::path folder) {
  if (!folder.has_filename()) folder = folder.parent_path();
  std::error_code error;
  fs::path place = fs::absolute(folder, error);
  if (!error) place = fs::weakly_canonical(place, error);
  if (error) refuse(folder, "names no folder for a sweep: " + error.message(), "--out DIR names another");
  return place;
}

constexpr std::array kOwnNames{kPlanName, kStateName, kResultsTable, kResultsJson};
constexpr std::array<std::string_view, 2> kStateParts{"-wal", "-shm"};  // of a sweep that was killed

bool is_own_name(const std::string& name) {
  if (std::find(kOwnNames.begin(), kOwnNames.end(), name) != kOwnNames.end()) return true;
  return std::any_of(kStateParts.begin(), kStateParts.end(),
                     [&](std::string_view part) { return name == std::string{kStateName} + std::string{part}; });
}

/// Whether a folder is what a killed process of a sweep left of a point.
bool is_leftover(const std::string& name) {
  return name.starts_with('.') && name.find(".partial-") != std::string::npos;
}

/// Entries of a sweep's folder that the sweep did not write, or that were changed since, as paths from there.
std::vector<std::string> strange_entries(const fs::path& folder, const SweepPlan& plan) {
  std::vector<std::string> strange;
  const auto look = [&](std::string_view below, const auto& is_own) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator{folder / below, none}) {
      const std::string name = entry.path().filename();
      if (!is_own(name)) strange.push_back((fs::path{below} / name).string());
    }
  };
  std::set<std::string> points;
  for (const PlannedPoint& point : plan.points) {
    const fs::path place = point_folder(folder, point);
    points.insert(place.filename());
    const RunFolderContent content = run_folder_content(place);
    const std::string name = place.lexically_relative(folder);
    if (content.kind == RunFolderContent::Kind::kForeign) strange.push_back(name);
    for (const std::string& part : content.strange) strange.push_back((fs::path{name} / part).string());
  }
  look("", [](const std::string& name) { return is_own_name(name) || name == kPointsName || name == kBatchName; });
  look(kPointsName, [&](const std::string& name) { return points.contains(name) || is_leftover(name); });
  look(kBatchName, is_batch_file);
  std::sort(strange.begin(), strange.end());
  return strange;
}

/// Before anything is removed: all of it is the sweep's own.
void check_replaceable(const fs::path& folder) {
  constexpr std::size_t kMost = 3;
  const std::vector<std::string> strange = strange_entries(folder, read_plan(folder / kPlanName));
  if (strange.empty()) return;
  std::string listed;
  for (std::size_t i = 0; i < std::min(kMost, strange.size()); ++i) listed += (i == 0 ? "" : ", ") + strange[i];
  if (strange.size() > kMost) listed += " and " + std::to_string(strange.size() - kMost) + " more";
  refuse(folder, "holds what no sweep wrote: " + listed, "move it away, or name another folder with --out DIR");
}

/// The sweep's own files and its points.
void remove_sweep(const fs::path& folder) {
  std::error_code stays;
  for (const auto& entry : fs::directory_iterator{folder / kPointsName, stays}) {
    if (is_leftover(entry.path().filename())) fs::remove_all(entry.path(), stays);
  }
  for (const PlannedPoint& point : read_plan(folder / kPlanName).points) remove_run_folder(point_folder(folder, point));
  remove_batch(folder);
  fs::remove(folder / kPointsName, stays);
  for (const std::string_view name : kOwnNames) fs::remove(folder / name, stays);
  for (const std::string_view part : kStateParts)
    fs::remove(folder / (std::string{kStateName} + std::string{part}), stays);
  fs::remove(folder, stays);
}

}  // namespace

bool is_sweep_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / kPlanName, ignored) && fs::is_regular_file(folder / kStateName, ignored);
}

void check_sweep_folder(const fs::path& folder, Overwrite overwrite) {
  place_of(folder);
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(folder, ignored))) return;
  if (fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored)) return;
  if (!is_sweep_folder(folder)) refuse(folder, "exists and is not a folder of a sweep", "--out DIR names another");
  if (overwrite == Overwrite::kRefuse)
    refuse(folder, "exists", "--resume goes on with it, --force begins it anew, --out DIR names another");
  check_replaceable(folder);
}

SweepFolder SweepFolder::create(const fs::path& folder, const SweepPlan& plan, Overwrite overwrite) {
  check_sweep_folder(folder, overwrite);
  const fs::path place = place_of(folder);
  std::error_code error;
  fs::create_directories(place.parent_path(), error);
  if (error) {
    throw Error{ExitCode::kInternalError, Diagnostic{.position = {place.parent_path().string()},
                                                     .problem = "cannot be made: " + error.message()}};
  }
  for (const fs::path& left : hidden_places(place, Writer::kDead)) fs::remove_all(left);
  HiddenPlace working = make_hidden_folder(place);
  try {
    fs::create_directory(working.path / kPointsName);
    write_output(working.path / kPlanName, plan_text(plan), Existing::kRefuse);
    SweepState::create(working.path / kStateName, plan);
    flush_folder(working.path);
    // A sweep that is there now although --force was not given was begun by somebody else while this one was planned.
    if (overwrite == Overwrite::kReplaceRun && is_sweep_folder(place)) {
      const SweepFolder old = open(place);  // nobody else's
      check_replaceable(place);
      remove_sweep(place);
    }
    rmdir(place.c_str());  // an empty one, and nothing else
    if (!rename_to_new(working.path, place)) {
      const bool begun = is_sweep_folder(place);
      refuse(folder, begun ? "was begun by another texpipe meanwhile" : "holds what no sweep wrote",
             "--out DIR names another");
    }
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
    if (!is_leftover(name)) continue;
    const Descriptor place{::open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
    std::error_code ignored;
    if (place && flock(place.number(), LOCK_EX | LOCK_NB) == 0) fs::remove_all(entry.path(), ignored);
  }
}

void SweepFolder::replace_plan(const SweepPlan& plan) const {
  const fs::path file = path_ / kPlanName;
  const HiddenPlace working = make_hidden_file(file);
  if (!write_all(working.lock.number(), plan_text(plan)) || fsync(working.lock.number()) != 0)
    fail_from_system(file, "cannot be written");
  fs::rename(working.path, file);
}

void SweepFolder::flush() const {
  if (lock_) syncfs(lock_.number());
}

}  // namespace texpipe::study
