// Results of a sweep: a table of its points.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "exploration/sweep/sweep_plan.h"
#include "exploration/sweep/sweep_state.h"

namespace texpipe::study {

struct SweepCounts {
  std::size_t points = 0, done = 0, failed = 0, waiting = 0;
};

struct SweepResults {
  SweepPlan plan;
  std::vector<PointState> states;  // of the plan's points

  SweepCounts counts() const;
};

/// Errors: kUsage for what is no folder of a sweep.
SweepResults read_results(const std::filesystem::path& folder);

/// Settings of a point, one for each axis; empty where a condition left the axis out.
std::vector<std::string> shown_settings(const SweepResults& results, std::size_t point);

/// Rows in columns as wide as they have to be.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

/// A number as short as it is exact, whole ones as such.
std::string exact_text(double value);

/// Value of an objective at a point, for people; `-` where the point has none.
std::string value_text(const SweepResults& results, std::size_t point, std::size_t objective);

/// One row a point, in the order of the plan: nothing in it depends on host or order of running.
std::string results_csv(const SweepResults& results);
nlohmann::ordered_json point_json(const SweepResults& results, std::size_t point);
nlohmann::ordered_json results_json(const SweepResults& results);

/// For people: how far it is, what failed, and `most` rows.
std::string results_text(const SweepResults& results, std::size_t most);

/// The point that is best in an objective among those that keep all constraints; nothing when there is none, or more of
/// the objective is neither better nor worse.
std::optional<std::size_t> best_point(const SweepResults& results, std::size_t objective);

}  // namespace texpipe::study
