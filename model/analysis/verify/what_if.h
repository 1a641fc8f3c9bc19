// Which single intermediate, had it been another, would have put failing rows inside their intervals.
#pragma once

#include <string>
#include <vector>

#include "analysis/verify/pass_rule.h"
#include "analysis/verify/row_probe.h"

namespace texpipe::study {

/// A failing row, ready to be computed again.
struct FailingRow {
  std::size_t row = 0;
  RowProbe probe;
};

/// A change of one intermediate that puts rows inside.
struct Suspect {
  std::string rule;      // ids of what the intermediate obeys
  std::string change;    // as "u of level 0 at 130/256 in place of 128/256"
  std::size_t rows = 0;  // failing rows that it puts inside, of those tried
};

/// Tries changes of sampler state, level, position, slice, face, offset, texel and order on the failing rows: those
/// that explain the most rows, of equal ones the smaller change first. At most three; none when nothing single explains
/// the first row.
std::vector<Suspect> find_suspects(const GoldenCase& golden, const CaseIntervals& intervals,
                                   const std::vector<FailingRow>& failing);

}  // namespace texpipe::study
