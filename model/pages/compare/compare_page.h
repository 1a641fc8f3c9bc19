// Changes from one run to another as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare/change_limit.h"
#include "analysis/compare/run_comparison.h"

namespace texpipe::study {

/// Headline, a chart of the largest changes, settings that differ, and all numbers that do with their descriptions.
std::string compare_page(const RunComparison& comparison, const std::vector<BrokenLimit>& broken);

}  // namespace texpipe::study
