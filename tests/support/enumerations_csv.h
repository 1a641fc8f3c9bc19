// Rows of tests/data/gen9/enumerations.csv, read from the document by other means.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace texpipe::test {

struct EnumerationsCsvRow {
  std::string enumeration;
  std::uint32_t first;
  std::uint32_t last;
  std::string name;
  std::string exists_if;
};

inline std::vector<EnumerationsCsvRow> enumerations_csv() {
  std::ifstream file{TEXPIPE_TEST_DATA "/gen9/enumerations.csv"};
  REQUIRE(file);
  std::vector<EnumerationsCsvRow> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
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
    REQUIRE(cells.size() == 5);
    rows.push_back({cells[0], static_cast<std::uint32_t>(std::stoul(cells[1])),
                    static_cast<std::uint32_t>(std::stoul(cells[2])), cells[3], cells[4]});
  }
  return rows;
}

}  // namespace texpipe::test
