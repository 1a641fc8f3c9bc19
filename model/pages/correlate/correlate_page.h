// Model against chip as one HTML page that needs nothing else: no network, no other file.
#pragma once

#include <string>
#include <vector>

#include "analysis/chip_measurements/correlate.h"

namespace texpipe::study {

/// Agreement of the rows by their grade, a chart of model over chip, and the table of rows.
std::string correlate_page(const std::vector<RowOutcome>& outcomes);

}  // namespace texpipe::study
