// Why a run took as long as it did, and what would shorten it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "timing/system/block_registry.h"

namespace texpipe::study {

/// A value far better than what a run has, and what it is foretold to save.
struct FarValue {
  std::string value;
  std::uint64_t predicted;  // cycles of the run
};

/// One parameter relaxed (README, lost cycles), alone; only twice as good where that is known.
struct RelaxedRun {
  std::string parameter;   // without indices of lists
  std::string from, to;    // empty: no single value says what would be better (rates of the filter, hashes of banks)
  std::string assignment;  // for -p; empty likewise
  std::uint64_t predicted = 0;           // cycles of the run
  std::optional<std::uint64_t> tried{};  // the same, of a run with it
  std::string refused{};                 // why there is no such run
  std::optional<FarValue> far{};         // as good as its default, where that is further
  std::uint64_t best() const { return far ? far->predicted : predicted; }
};

/// A part of the run and what held it back.
struct ExplainedPhase {
  struct Holder {
    std::string parameter;
    double share;  // of the phase's cycles that the parameter, relaxed, would save
  };
  std::string name;                // ramp, steady, drain
  std::uint64_t from = 0, to = 0;  // cycles
  std::vector<Holder> holders;     // the largest first
};

struct Explanation {
  std::string study, machine;
  std::uint64_t cycles = 0;
  double filters_busy = 0;             // share of the cycles
  std::vector<ExplainedPhase> phases;  // none without a time series
  std::vector<RelaxedRun> relaxed;     // those that save most first
};

/// Reads a run folder.
/// @param most  parameters to name
/// Errors: kMalformedInput for what is no complete run folder; kUnsupported for a run that does not know what held it
/// back: only approximately timed ones do.
Explanation explain_run(const std::filesystem::path& folder, const timing::BlockRegistry& blocks, std::size_t most);

/// Runs the machine of the folder's configuration with each of the relaxed parameters, in processes of this host.
void try_relaxed(Explanation& explanation, const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                 unsigned jobs);

/// By how much of the true cycles a prediction is off; positive when it is too long.
double prediction_error(const RelaxedRun& run);

std::string explanation_text(const Explanation& explanation);
nlohmann::ordered_json explanation_json(const Explanation& explanation);

}  // namespace texpipe::study
