// What a page about a run shows: its charts, each as a table of numbers with a title and an explanation.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "machine/time_series/time_series.h"

namespace texpipe::study {

/// Charts of a run in the order of the page. Each has `id`, `title`, `note`, `unit` and `kind`:
///  - `tree`: `rows` of label, depth and value, whose children sum to it
///  - `share`, `lines`: `ends` (cycles) and `series` of name and values (null: none), stacked to the whole or not
///  - `bars`: `labels` and `series` of name and values, stacked
///  - `distribution`: `series` of name and points (x, share of all up to x in per cent)
/// What the run does not have is left out.
/// @param statistics  stats.json
/// @param table       its time series; without intervals when there is none
nlohmann::ordered_json run_charts(const nlohmann::ordered_json& statistics, const machine::TimeTable& table);

/// What changed machines take of the run's cycles, as `bars` that are not stacked.
/// @param explanation  as explanation_json() makes it
nlohmann::ordered_json experiments_chart(const nlohmann::ordered_json& explanation);

}  // namespace texpipe::study
