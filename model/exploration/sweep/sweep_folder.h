// The folder of a sweep: the frozen plan, what became of its points, a folder for each, and the results.
#pragma once

#include <filesystem>
#include <string_view>

#include "exploration/sweep/sweep_plan.h"
#include "host/files/hidden_place.h"
#include "study/run_folder/run_folder.h"

namespace texpipe::study {

inline constexpr std::string_view kPlanName = "plan.jsonl";
inline constexpr std::string_view kStateName = "state.sqlite";
inline constexpr std::string_view kPointsName = "points";
inline constexpr std::string_view kResultsTable = "results.csv";
inline constexpr std::string_view kResultsJson = "results.json";

/// True for a folder that a sweep was begun in.
bool is_sweep_folder(const std::filesystem::path& folder);

/// Errors: kUsage when the name is taken by anything that may not be replaced; known before a plan is made.
void check_sweep_folder(const std::filesystem::path& folder, Overwrite overwrite);

/// A sweep that this process works on; others are kept out as long as this lives.
class SweepFolder {
 public:
  /// Makes the folder, whole from the beginning: a folder that is there has its plan. With kReplaceRun a sweep of that
  /// name goes first.
  /// Errors: kUsage when the name is taken.
  static SweepFolder create(const std::filesystem::path& folder, const SweepPlan& plan, Overwrite overwrite);

  /// Errors: kUsage for what is no sweep, or one that another process works on.
  static SweepFolder open(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path state() const { return path_ / kStateName; }

  /// Removes the unfinished folders of points that killed processes left.
  void remove_leftovers() const;

  /// A search has planned more points.
  void replace_plan(const SweepPlan& plan) const;

  /// Everything written so far reaches the disk.
  void flush() const;

 private:
  SweepFolder(std::filesystem::path path, Descriptor lock) : path_{std::move(path)}, lock_{std::move(lock)} {}

  std::filesystem::path path_;
  Descriptor lock_;
};

}  // namespace texpipe::study
