// Reference values: what somebody measured, beside the study that repeats the measurement.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "parameters/expression/expression.h"

namespace texpipe::study {

/// Way in which a value is known.
enum class Grade : std::uint8_t { kMeasured, kDerived, kStated, kHeuristic };

inline constexpr std::array<EnumRow, 4> kGrades{{
    {0, "M", "measured on hardware by the source"},
    {1, "D", "derived from measured values"},
    {2, "S", "stated by the vendor"},
    {3, "H", "a compiler's heuristic or a setting of somebody's simulator"},
}};
inline EnumRows enum_rows(Grade) {
  return {"grade", kGrades};
}

/// Side of a chip's value on which the model's has to lie.
enum class Bound : std::uint8_t { kAtMost, kAtLeast };

inline constexpr std::array<EnumRow, 2> kBounds{{
    {0, "at_most", "what was timed has more work than the row's study: the model may take this at most"},
    {1, "at_least", "something else limited what was timed: the model has to reach this"},
}};
inline EnumRows enum_rows(Bound) {
  return {"bound", kBounds};
}

/// `path=value`, and where it was written.
struct PlacedAssignment {
  std::string path;
  std::string value;
  SourcePosition position;

  std::string word() const { return path + "=" + value; }
};

/// A parameter that two runs of a row differ in.
struct TwoValues {
  PlacedAssignment first;
  PlacedAssignment second;
};

struct ReferenceRow {
  std::string reference;  // name of the family
  std::string name;
  SourcePosition position;
  std::string source;
  Grade grade = Grade::kMeasured;
  double chip = 0;
  std::string unit;
  std::optional<double> band;  // of |model / chip - 1|; none: shown only
  std::optional<Bound> bound;  // in place of a band: no value to come near to
  bool fitted = false;         // used by --fit
  bool used = false;           // a parameter was taken from it: no evidence (row_use.h)
  std::string needs;           // what the model lacks to run it; empty: it runs
  std::string note;            // what is behind the value, and behind a miss
  std::filesystem::path study;
  std::optional<Expression> value;  // there unless something is needed
  SourcePosition value_position;
  std::vector<PlacedAssignment> set;
  std::vector<TwoValues> between;  // the runs of a difference, or of a ratio
  bool is_ratio = false;           // value of the first run over the second's, in place of their difference

  std::string full_name() const { return reference + "/" + name; }
};

/// Reads a `NAME.reference.yaml`, or all below a folder, in the order of their paths. Errors: kMalformedInput when
/// there is none or one cannot be read; kInvalidConfiguration with every problem of every file.
std::vector<ReferenceRow> read_references(const std::filesystem::path& path);

}  // namespace texpipe::study
