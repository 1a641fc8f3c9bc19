// The points of a sweep: what each of them sets, and what they have in common.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "exploration/sweep/sweep_specification.h"
#include "study/definition/study.h"

namespace texpipe::timing {
class BlockRegistry;
}

namespace texpipe::study {

/// A parameter of a point: of which axis, and its value.
struct PointSetting {
  std::size_t axis;
  std::string text;   // as -p takes it
  std::string shown;  // as it was written
};

struct PlannedPoint {
  std::string id;  // hash of the resolved configuration, the files that it reads, and the program
  std::vector<PointSetting> settings;
};

struct PlanAxis {
  std::string name;  // as it was written
  std::string path;
  std::string own;  // the study's value: what a point has that does not set this axis
};

/// Objective that is no number: the unit that limits a run.
inline constexpr std::string_view kLimitedBy = "limited_by";

struct PlanObjective {
  std::string name;
  Expression value;
  Goal goal = Goal::kSmaller;

  /// A column of words, of which none is better than another.
  bool is_word() const { return value.text() == kLimitedBy; }
  /// A number of which more or less is better: neither a word nor a constraint.
  bool is_ranked() const { return !is_word() && goal != Goal::kHolds; }
};

struct PlanInput {
  std::string path;  // absolute
  std::string sha256;
};

struct SweepPlan {
  std::string name;
  std::filesystem::path study;
  std::vector<std::string> environment;  // TEXPIPE_* variables of the day, as NAME=value
  std::vector<std::string> fixed;        // path=value
  std::string request;                   // what was asked for (sweep_specification.h)
  std::string program;                   // hash of the executable file
  std::vector<PlanInput> inputs;
  std::vector<PlanAxis> axes;
  std::vector<PlanObjective> objectives;
  std::vector<PlannedPoint> points;

  /// Assignments of a point, as -p takes them.
  std::vector<std::string> words(const PlannedPoint& point) const;
};

/// Configurations of one study with other command lines; its files are read once.
class PointLoader {
 public:
  PointLoader(std::filesystem::path study, std::vector<std::string> environment, const timing::BlockRegistry& blocks);

  /// Errors: load_configuration.
  Configuration load(const std::vector<std::string>& words, ValuesTogether together = ValuesTogether::kChecked);

 private:
  ConfigurationSources sources(const std::vector<std::string>& words) const;

  std::filesystem::path study_;
  std::vector<std::string> environment_;
  std::vector<const char*> variables_;
  const timing::BlockRegistry& blocks_;
  std::optional<ConfigurationLayers> layers_;
};

/// SHA-256 of what tells this program from others: the build ID of the command or the Python module that this code is
/// in, or the whole file where its linker made none.
const std::string& hash_of_program();

/// A file of one JSON object a line: the sweep, then its points.
std::string plan_text(const SweepPlan& plan);

/// Errors: kMalformedInput.
SweepPlan read_plan(const std::filesystem::path& file);

/// Errors: kUsage when the folder's plan is of another request.
void check_same_request(const std::filesystem::path& folder, const SweepPlan& plan, const std::string& request);

/// Errors: kInvalidConfiguration when an input or the program is another one than at the beginning: points of both
/// would stand in one table.
void check_unchanged(const SweepPlan& plan);

}  // namespace texpipe::study
