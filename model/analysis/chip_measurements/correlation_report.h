// Reports of `correlate`: a table of rows with their agreement below, as text, CSV, JSON, and as a picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/chip_measurements/correlate.h"

namespace texpipe::study {

/// A value as reports have it, of four digits.
std::string correlation_number(double value);

std::string correlation_text(const std::vector<RowOutcome>& outcomes);
std::string correlation_csv(const std::vector<RowOutcome>& outcomes);
/// A table of the rows with their notes, and a row for each line below the text's table.
std::string correlation_markdown(const std::vector<RowOutcome>& outcomes);
std::string correlation_json(const std::vector<RowOutcome>& outcomes);

/// Model over chip, both logarithmic, a point for each row that is no bound, with its name as a title.
std::string correlation_svg(const std::vector<RowOutcome>& outcomes);

/// The text's table with the rows' notes, for pages, and below it how well the rows of each grade agree.
struct CorrelationTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::pair<std::string, std::string>> agreement;
};
CorrelationTable correlation_table(const std::vector<RowOutcome>& outcomes);

}  // namespace texpipe::study
