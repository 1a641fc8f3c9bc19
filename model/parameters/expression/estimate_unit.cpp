#include "parameters/expression/estimate_unit.h"

#include <algorithm>

#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

/// A number of the unit is `times` as much of the one that estimates are in, by `over`: both are exact.
struct EstimateUnit {
  std::string_view unit;
  double times, over;
};
constexpr EstimateUnit kEstimateUnits[] = {{"mm2", 1, 1},  {"um2", 1, 1e6}, {"pJ", 1, 1e3}, {"nJ", 1, 1},
                                           {"uJ", 1e3, 1}, {"mJ", 1e6, 1},  {"J", 1e9, 1}};

bool is_number_of(std::string_view word, std::string_view unit) {
  if (!word.ends_with(unit) || word.size() == unit.size()) return false;
  const char before = word[word.size() - unit.size() - 1];
  return before >= '0' && before <= '9';
}

}  // namespace

std::optional<double> number_or_estimate(std::string_view word) {
  const auto* const known = std::ranges::find_if(
      kEstimateUnits, [&](const EstimateUnit& candidate) { return is_number_of(word, candidate.unit); });
  if (known == std::ranges::end(kEstimateUnits)) return number_of(word);
  const std::optional<double> value = number_of(word.substr(0, word.size() - known->unit.size()));
  return value ? std::optional{*value * known->times / known->over} : std::nullopt;
}

}  // namespace texpipe::study
