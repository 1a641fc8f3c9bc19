// Charts of a page about a run, each as a table of numbers with a title and an explanation.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "machine/time_series/time_series.h"

namespace texpipe::study {

/// Charts of a run in the order of the page. Each has `id`, `title`, `note`, `unit` and `kind`:
///  - `tree`: `rows` of label, depth and value, whose children sum to it
///  - `share`, `lines`: `ends` (cycles) and `series` of name and values (null: none), stacked to the whole or not
///  - `bars`: `labels` and `series` of name and values, stacked
///  - `distribution`: `series` of name and points (x, share of all up to x in per cent)
/// Charts whose statistics the run does not have are left out.
/// @param statistics  stats.json
/// @param table       its time series; without intervals when there is none
nlohmann::ordered_json run_charts(const nlohmann::ordered_json& statistics, const machine::TimeTable& table);

/// Chart of the cycles that changed machines take, as part of the run's: `bars` that are not stacked.
/// @param explanation  as explanation_json() makes it
nlohmann::ordered_json experiments_chart(const nlohmann::ordered_json& explanation);

}  // namespace texpipe::study
