// A limit on what may change between two runs: `cycles>+2%`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/compare/run_comparison.h"

namespace texpipe::study {

/// Broken when a chosen number of the second run is above (or below) what is allowed.
struct ChangeLimit {
  enum class Against : std::uint8_t {
    kNothing,     // `cycles>1000`: the number itself
    kDifference,  // `cycles>+100`, `cycles<-100`
    kPercent,     // `cycles>+2%`, `hits<-5%`
  };

  std::string text;     // as it was written
  std::string pattern;  // path_pattern.h
  bool above = true;
  Against against = Against::kNothing;
  double value = 0;
};

/// Reads PATTERN, `>` or `<`, and a number: with a sign it is a change from the first run, with % a relative one.
/// Errors: kUsage with what was expected.
ChangeLimit parse_change_limit(const std::string& text);

struct BrokenLimit {
  const ChangeLimit* limit;
  const NumberChange* change;
};

/// Errors: kUsage, with the nearest path, for a limit that chooses no number that both runs have.
std::vector<BrokenLimit> broken_limits(const std::vector<ChangeLimit>& limits, const RunComparison& comparison);

}  // namespace texpipe::study
