// A comparison as people and programs read it.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/compare/change_limit.h"
#include "analysis/compare/run_comparison.h"

namespace texpipe::study {

/// `cycles` first, then the changes of the largest effect, `lines` in all, and the settings that differ; broken limits
/// last. @param width  columns that it may take
std::string comparison_text(const RunComparison& comparison, const std::vector<BrokenLimit>& broken, std::size_t lines,
                            std::size_t width);

/// All changes, in the order of their effect.
nlohmann::ordered_json comparison_json(const RunComparison& comparison, const std::vector<BrokenLimit>& broken);

/// The run's cycles first, changed or not, then what changed most; `lines` in all.
std::vector<const NumberChange*> headline(const RunComparison& comparison, std::size_t lines);

/// A broken limit with the number that broke it: `cycles>+2%: cycles 100 -> 110 (+10.00 %)`.
std::string limit_line(const BrokenLimit& broken);

/// A number as short as it is exact, whole ones in groups of three digits: `1,234,567`, `0.4736`.
std::string number_text(double value);

/// `+8.9 %`; `new` from 0.
std::string relative_text(const NumberChange& change);

}  // namespace texpipe::study
