// A run read back from its folder: what summaries, comparisons and tables need without the objects that made it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parameters/tree/parameter_tree.h"
#include "study/summary/run_numbers.h"

namespace texpipe::timing {
class BlockRegistry;
}

namespace texpipe::study {

struct RunRecord {
  std::string name;  // as the user gave it
  std::string study;
  std::string machine;
  std::string timing;
  bool unfinished = false;
  std::string sample;                   // how exact the cycles of a sample are; empty: the whole was simulated
  std::vector<RunNumber> numbers;       // in the order of stats.json
  std::vector<ParameterNode> settings;  // of config.resolved.yaml; empty where a file of statistics was read alone

  /// Null when the run has no number of this path.
  const RunNumber* find(std::string_view path) const;
};

/// The numbers of a text as stats.json has it. Errors: kMalformedInput, with the name.
RunRecord read_statistics(const std::string& text, const std::string& name);

/// The numbers that such a text would have, without it.
RunRecord record_of(const machine::StatisticsRegistry& statistics, std::optional<Cycles> cycles);

/// Reads a run folder, or a file as its stats.json (those of tests/data/golden_statistics too).
/// @param blocks  the implementations that a configuration may name
/// Errors: kMalformedInput, with the file, for what is no run or no JSON, JSON of another form or version, or a
/// configuration that is not the one in the manifest, or a manifest that is no JSON.
RunRecord read_run(const std::filesystem::path& place, const timing::BlockRegistry& blocks);

}  // namespace texpipe::study
