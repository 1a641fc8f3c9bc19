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

/// A better value of a parameter and the cycles that a run with it is foretold to take.
struct RelaxedValue {
  std::string value{};       // empty: no single value says what would be better (rates of the filter, hashes of banks)
  std::string assignment{};  // for -p; empty likewise
  std::uint64_t followed = 0;               // by the run's own account of lost cycles
  std::optional<std::uint64_t> foreseen{};  // by a loosely timed run of that machine
  std::uint64_t predicted() const { return foreseen.value_or(followed); }
};

/// One parameter relaxed (README, lost cycles), alone; only twice as good where that is known.
struct RelaxedRun {
  std::string parameter;  // without indices of lists
  std::string from;       // empty as the value
  RelaxedValue to{};
  std::optional<RelaxedValue> far{};     // as good as its default, where that is further
  std::optional<std::uint64_t> tried{};  // cycles of a run of that machine, timed as the folder's
  std::string refused{};                 // why there is no such run
  std::uint64_t best() const { return far ? far->predicted() : to.predicted(); }
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
/// @param most  parameters to name, by the run's own account
/// Errors: kMalformedInput for what is no complete run folder; kUnsupported for a run that does not know what held it
/// back: only approximately timed ones do.
Explanation explain_run(const std::filesystem::path& folder, const timing::BlockRegistry& blocks, std::size_t most);

/// Leaves the `most` parameters that save most, the first one first.
void name_best(Explanation& explanation, std::size_t most);

/// Up to so many cycles of a run, runs of relaxed machines are so short that predictions come from them.
inline constexpr std::uint64_t kSoonRunCycles = 2'000'000;

/// Parameters whose runs are foreseen to name the `most` that save most: the account may have their order wrong.
constexpr std::size_t rivals_of(std::size_t most) {
  constexpr std::size_t kLeast = 8;  // so that the first ones do not depend on how many are asked for
  return most + 3 > kLeast ? most + 3 : kLeast;
}

/// Foresees the cycles with each of the relaxed parameters by loosely timed runs, in processes of this host, and names
/// the `most` that save most. What cannot be run so keeps what the account says.
void foresee_relaxed(Explanation& explanation, const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                     unsigned jobs, std::size_t most);

/// Runs the machine of the folder's configuration, timed as it was, with each of the relaxed parameters.
void try_relaxed(Explanation& explanation, const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                 unsigned jobs);

/// By how much of the true cycles a prediction is off; positive when it is too long.
double prediction_error(const RelaxedRun& run);

std::string explanation_text(const Explanation& explanation);
nlohmann::ordered_json explanation_json(const Explanation& explanation);

}  // namespace texpipe::study
