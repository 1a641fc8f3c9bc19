// Specification of a sweep: a study, axes in sections, conditions, constraints and objectives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_table.h"
#include "parameters/expression/expression.h"
#include "parameters/tree/parameter_tree.h"
#include "parameters/yaml/config_node.h"
#include "study/definition/parameter_names.h"

namespace texpipe::study {

/// Most points of a sweep: each is checked before the first one runs, and has a folder.
inline constexpr std::uint32_t kMostSweepPoints = 100'000;

/// A value that an axis gives its parameter.
struct AxisValue {
  std::string text;   // as -p takes it: paths of files absolute
  std::string shown;  // as it was written
  SourcePosition position;

  bool operator==(const AxisValue& other) const { return text == other.text; }
};

enum class AxisScale : std::uint8_t { kLinear, kLog, kPowersOfTwo };

inline constexpr EnumRow kAxisScales[] = {
    {0, "linear", "equal differences"}, {1, "log", "equal quotients"}, {2, "powers_of_two", "all powers of two"}};
inline EnumRows enum_rows(AxisScale) {
  return {"scale of an axis", kAxisScales};
}

/// A parameter and what it becomes: one value after the other, or anything of a range.
struct Axis {
  std::string name;  // as it was written: a column of the results
  std::string path;  // of the parameter
  const ParameterNode* node = nullptr;
  SourcePosition position{};
  std::vector<AxisValue> values{};  // empty: a range
  double from = 0, to = 0;
  AxisScale scale = AxisScale::kLinear;

  /// The value at a part of the axis, in [0, 1).
  AxisValue at(double part) const;
};

/// Ways in which the axes of a section become points.
enum class SectionKind : std::uint8_t { kGrid, kZip, kList, kEach, kRandom, kSobol, kSearch };

inline constexpr EnumRow kSectionKinds[] = {
    {0, "grid", "every combination of the values"},
    {1, "zip", "first values together, second values together, ..."},
    {2, "list", "points by hand: the parameters of each"},
    {3, "each", "the study as it is, and each value of each axis alone"},
    {4, "random", "points at random, the same for the same seed"},
    {5, "sobol", "points of Sobol's sequence, which fill the axes evenly"},
    {6, "search", "points that `texpipe search` chooses, for the best of all objectives"},
};
inline EnumRows enum_rows(SectionKind) {
  return {"section of a sweep", kSectionKinds};
}

struct Section {
  SectionKind kind = SectionKind::kGrid;
  std::vector<Axis> axes;
  std::vector<std::vector<std::optional<AxisValue>>> list;  // of a list: a value for each axis, or none
  std::uint32_t points = 0;                                 // of random and sobol; of a search, in a generation
  std::uint32_t generations = 0;                            // of a search
  std::uint64_t seed = 0;
};

/// Sections whose points lie anywhere on their axes.
constexpr bool is_sampled(SectionKind kind) {
  return kind == SectionKind::kRandom || kind == SectionKind::kSobol || kind == SectionKind::kSearch;
}

/// A parameter that all points set.
struct FixedValue {
  std::string path;
  AxisValue value;
};

/// An axis that counts only where the expression holds.
struct AxisCondition {
  std::string path;
  Expression holds;
  SourcePosition position;
};

/// A condition of points. One over parameters and areas leaves a point out; another, over objectives, statistics and
/// energies, is known after the point's run, as an objective with goal `holds` is.
struct Constraint {
  Expression holds;
  SourcePosition position;
};

enum class Goal : std::uint8_t { kSmaller, kLarger, kHolds };

inline constexpr EnumRow kGoals[] = {{0, "smaller", "less is better"},
                                     {1, "larger", "more is better"},
                                     {2, "holds", "a constraint: where it is 0, the point is on no front"}};
inline EnumRows enum_rows(Goal) {
  return {"goal", kGoals};
}

struct Objective {
  std::string name;
  Expression value;
  Goal goal = Goal::kSmaller;
  SourcePosition position;
};

struct SweepSpecification {
  std::string name;
  std::filesystem::path study;  // absolute
  std::vector<FixedValue> fixed;
  std::vector<Section> sections;
  std::vector<AxisCondition> conditions;
  std::vector<Constraint> constraints;
  std::vector<Objective> objectives;
  std::string request;  // all that was asked, as text: the same again asks for the same
};

/// Reads a sweep file, or takes a study with nothing to sweep; then the words of -p: `path=a,b,c` is an axis of the
/// grid (in place of one that the file has), `path=a` a fixed value. Values that are lists stand in brackets. Errors:
/// kInvalidConfiguration with every problem at its place; kMalformedInput, kUsage.
SweepSpecification read_sweep(const std::filesystem::path& file, const std::vector<std::string>& words,
                              const ParameterNames& names);

}  // namespace texpipe::study
