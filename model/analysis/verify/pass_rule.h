// When a golden case passes (tests/data/golden/README.md, "Pass rule").
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/verify/golden_case.h"

namespace texpipe::study {

/// Results of the sampler for every row: four 32-bit words, float32 or integers as the expected array has them.
using CaseResults = std::vector<std::array<std::uint32_t, 4>>;

/// A value outside its interval.
struct ValueFailure {
  std::size_t row = 0;
  unsigned column = 0;
  double low = 0;  // NaN: any NaN would be right
  double high = 0;
  double got = 0;
};

struct CaseVerdict {
  std::vector<ValueFailure> failures;  // in row order
  std::size_t values = 0;              // checked
  std::optional<double> rms;           // of cases with a limit
  bool rms_exceeded = false;
  std::optional<ValueFailure> farthest;  // from the ideal, when the limit is exceeded

  bool passed() const { return failures.empty() && !rms_exceeded; }
};

/// Interval of right results for a value. NaN ends allow any NaN, and nothing else.
struct Interval {
  double low = 0;
  double high = 0;

  bool holds(double value) const;
};

/// The intervals of a case that is not lenient. Errors: as judge.
class CaseIntervals {
 public:
  CaseIntervals(const GoldenCase& golden, std::size_t rows);
  ~CaseIntervals();

  Interval at(std::size_t row, unsigned column) const;

 private:
  struct Arrays;
  std::unique_ptr<const Arrays> arrays_;
};

/// Compares results with a case's files. A lenient case accepts everything.
/// Errors: Error (kMalformedInput) when a file is missing or its shape does not fit the rows.
CaseVerdict judge(const GoldenCase& golden, const CaseResults& results);

}  // namespace texpipe::study
