// Searches parameters of a machine for the smallest error over the rows that are marked for it.
#pragma once

#include <string>
#include <vector>

#include "analysis/chip_measurements/correlate.h"

namespace texpipe::study {

/// A parameter and the whole numbers that it may take, in one unit: `memory.latency=100ns..220ns`.
struct FitParameter {
  std::string path;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::string unit;

  std::string text(std::uint64_t number) const { return std::to_string(number) + unit; }
};

/// Errors: kUsage for a text of another form.
FitParameter parse_fit_parameter(const std::string& text);

/// A search along one parameter: what it chose, and the error after it.
struct FitStep {
  unsigned sweep = 0;
  std::string path;
  std::string from, to;
  double error = 0;
  std::size_t runs = 0;  // of all rows, so far
};

struct FitResult {
  std::vector<PlacedAssignment> chosen;  // in the order of the parameters
  std::vector<std::string> rows;         // that were fitted
  double before = 0;                     // root mean square of the logarithms of model / chip
  double after = 0;
  std::vector<FitStep> steps;
};

/// Coordinate descent: each parameter in turn is searched by golden sections, until a sweep over all gains nothing. The
/// same rows and ranges give the same result at any number of processes. Errors: kUsage when no row is marked `fitted`;
/// those of run_rows.
FitResult fit(const std::vector<ReferenceRow>& rows, const std::vector<FitParameter>& parameters,
              const CorrelateOptions& options, const std::function<void(const FitStep&)>& on_step = {});

/// The machine of the fitted rows with what was chosen, as a machine file whose `sources` say so. Errors: kUsage when
/// the rows' studies have different machines.
std::string fitted_machine(const std::vector<ReferenceRow>& rows, const FitResult& result,
                           const CorrelateOptions& options);

}  // namespace texpipe::study
