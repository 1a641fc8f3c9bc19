// Which axis of a sweep moves an objective, and how far.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "exploration/sweep/sweep_results.h"

namespace texpipe::study {

/// Effect of one axis on one objective. Points that differ in this axis alone are compared; where no two do (sampled
/// sweeps), means over all points, numbers in four parts of equally many points.
struct AxisEffect {
  std::string axis;
  std::string from;       // the axis' first value
  std::string best;       // the value with the best objective
  double change = 0;      // from `from` to `best`, as a part of what it was
  double range = 0;       // between the best and the worst value, likewise
  double explains = 0;    // part of the variance over all points that its values explain, 0 to 1
  std::size_t pairs = 0;  // points that were compared with one of `from`; 0: means over all
};

/// Axes with at least two values, the one that improves the objective most first.
std::vector<AxisEffect> axis_effects(const SweepResults& results, std::size_t objective);

std::string sensitivity_text(const SweepResults& results);
nlohmann::ordered_json sensitivity_json(const SweepResults& results);

}  // namespace texpipe::study
