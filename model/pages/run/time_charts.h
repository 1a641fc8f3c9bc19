// Charts of what happened while a run went on, of its time series.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pages/run/chart_values.h"

namespace texpipe::study {

/// Adds what filters and EUs did. Charts without rows are left out, here and below.
void add_accounts_over_time(nlohmann::ordered_json& charts, const IntervalSums& intervals);

/// Adds hit rates, bandwidths and what queues held.
void add_levels_over_time(nlohmann::ordered_json& charts, const IntervalSums& intervals);

}  // namespace texpipe::study
