// Three runs or more side by side as one HTML page that needs nothing else.
#pragma once

#include <string>

#include "analysis/compare/runs_table.h"

namespace texpipe::study {

/// Tables of the numbers and of the settings that differ.
std::string runs_page(const RunsTable& table);

}  // namespace texpipe::study
