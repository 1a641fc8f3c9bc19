// The points of a sweep that no other one beats in every objective.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "exploration/sweep/sweep_results.h"

namespace texpipe::study {

/// Whether every constraint that is known after a run holds for a point that has run.
bool keeps_constraints(const SweepPlan& plan, const PointState& state);

/// A line for people when points have run and none keeps all constraints; else empty.
std::string unkept_constraints(const SweepResults& results);

/// Costs of a point: its ranked objectives, so turned that less is better. Empty unless it is done, has all of them and
/// keeps all constraints.
std::vector<double> costs_of(const SweepPlan& plan, const PointState& state);

/// Whether `a` is nowhere worse than `b` and somewhere better.
bool dominates(const std::vector<double>& a, const std::vector<double>& b);

/// Points that none dominates, the best in the first objective first; of equal ones the first.
std::vector<std::size_t> pareto_front(const SweepResults& results);

std::string pareto_text(const SweepResults& results, std::size_t most);
nlohmann::ordered_json pareto_json(const SweepResults& results);

}  // namespace texpipe::study
