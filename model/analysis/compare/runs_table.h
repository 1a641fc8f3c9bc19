// Two runs or more side by side: each number and each setting in which any differs from the first run.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/run_comparison.h"

namespace texpipe::study {

struct RunsTable {
  struct Number {
    std::string path, unit, description;
    std::vector<std::optional<double>> values;  // of each run; none: it has no such number
    double effect = 0;                          // the largest of any run against the first
  };
  struct Setting {
    std::string path;
    std::vector<std::string> values;  // of each run
  };
  struct Broken {
    std::string run, limit, path;
    double before, after;
  };

  std::vector<std::string> runs;  // names, the first one that of all comparisons
  std::vector<Number> numbers;    // `cycles` first, then largest effect first
  std::vector<Setting> settings;
  std::vector<Broken> broken;  // filled by who has limits
};

/// @param comparisons  of the first run with each of the others, at least one
RunsTable runs_table(const std::vector<RunComparison>& comparisons);

/// At most `lines` numbers; runs that do not fit `width` columns beside each other stand below each other.
std::string runs_text(const RunsTable& table, std::size_t lines, std::size_t width);
std::string runs_csv(const RunsTable& table);
std::string runs_markdown(const RunsTable& table, std::size_t lines);
nlohmann::ordered_json runs_json(const RunsTable& table);

}  // namespace texpipe::study
