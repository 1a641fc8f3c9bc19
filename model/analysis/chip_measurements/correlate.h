// Runs the studies of reference values and says how close the model comes.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/chip_measurements/reference.h"
#include "study/definition/study.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

struct CorrelateOptions {
  std::filesystem::path machine;                              // in place of the studies'; empty: theirs
  std::vector<std::string> assignments;                       // over the rows' own, as of -p
  const char* const* environment = nullptr;                   // as of the process; null: none
  const timing::BlockRegistry* blocks = nullptr;              // outlives the runs
  unsigned jobs = 1;                                          // processes; the results do not depend on it
  std::function<void(std::size_t, std::size_t)> on_row = {};  // rows that have run, rows to run
};

enum class Verdict : std::uint8_t { kInside, kOutside, kNoBand, kNotRun };

inline constexpr std::array<EnumRow, 4> kVerdicts{{
    {0, "inside", "the ratio is within the row's band"},
    {1, "OUTSIDE", "it is not"},
    {2, "no band", "the row states none"},
    {3, "not run", "the model lacks what the row needs"},
}};
inline EnumRows enum_rows(Verdict) {
  return {"verdict", kVerdicts};
}

struct RowOutcome {
  ReferenceRow row;
  std::optional<double> model;  // none: not run

  double ratio() const { return *model / row.chip; }
  double error() const;     // of the ratio, without sign
  Verdict verdict() const;  // of a bound: inside when it is kept
};

/// The study of a row as the row changes it. Errors: those of load_configuration; what a row gave is refused where it
/// was written.
/// @param second  with the second of the two values that the row's runs differ in
Configuration configuration_of(const ReferenceRow& row, bool second, const CorrelateOptions& options);

/// The model's value for a row, in the row's unit: of its run, of what its second run has more than the first, or the
/// first one's value over the second's. Errors: those of its runs, and of its expression.
double model_value(const ReferenceRow& row, const CorrelateOptions& options);

/// Checks all rows, then runs them. A row that a parameter of its machine was taken from counts as used (row_use.h);
/// one that needs a constant which its machine does not have is not run. Errors: what is wrong with the configurations
/// of the rows, all at once; those of the runs.
std::vector<RowOutcome> run_rows(const std::vector<ReferenceRow>& rows, const CorrelateOptions& options);

/// Agreement of a part of the rows; bounds have no value to agree with.
struct RowAgreement {
  std::size_t rows = 0;
  double mean_error = 0;              // mean of |model / chip - 1|
  std::optional<double> correlation;  // Pearson, of the logarithms; none for less than three rows or equal values
};

RowAgreement agreement_of(const std::vector<RowOutcome>& outcomes,
                          const std::function<bool(const ReferenceRow&)>& counts);

/// A row that vouches for the model: measured, and not used for a parameter.
bool is_evidence(const ReferenceRow& row);

}  // namespace texpipe::study
