// Charts of a page about a sweep, each as a table of numbers with a title and an explanation.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "exploration/sweep/sweep_results.h"

namespace texpipe::study {

/// Charts of a sweep in the order of the page, as those of a run (run_charts.h), and
///  - `scatter`: `axes` (two names with units) and `series` of name and points (x, y, which point)
///  - `parallel`: `dimensions` of name and, where they are no numbers, categories; `series` of name and rows of values
///  - `table`: `columns` and `rows`
/// Charts whose values the sweep does not have are left out.
/// @param most  points of a chart or table; the Pareto front's come first
nlohmann::ordered_json sweep_charts(const SweepResults& results, std::size_t most);

}  // namespace texpipe::study
