// Reports of `correlate`: a table of rows with their agreement below, as text, CSV, JSON, and as a picture.
#pragma once

#include <string>
#include <vector>

#include "analysis/chip_measurements/correlate.h"

namespace texpipe::study {

std::string correlation_text(const std::vector<RowOutcome>& outcomes);
std::string correlation_csv(const std::vector<RowOutcome>& outcomes);
std::string correlation_json(const std::vector<RowOutcome>& outcomes);

/// Model over chip, both logarithmic, a point for each row with its name as a title.
std::string correlation_svg(const std::vector<RowOutcome>& outcomes);

/// The picture and the table on one page that needs nothing else.
std::string correlation_html(const std::vector<RowOutcome>& outcomes);

}  // namespace texpipe::study
