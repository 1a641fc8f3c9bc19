// The list of surface formats that was read from the documents by other means.
#pragma once

#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace texpipe::test {

/// Cells of a line of comma-separated values with optional double quotes.
inline std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

using CsvRow = std::map<std::string, std::string>;

/// Rows of the format list in tests/data/formats, by column name.
inline std::vector<CsvRow> format_rows() {
  std::ifstream file{TEXPIPE_TEST_DATA "/formats/formats.csv"};
  if (!file) throw std::runtime_error{"no format list"};
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = cells(line);
  std::vector<CsvRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = cells(line);
    if (values.size() != header.size()) throw std::runtime_error{"odd line in the format list: " + line};
    CsvRow row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = values[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace texpipe::test
