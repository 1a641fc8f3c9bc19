// What would shorten a run, found by running changed machines: single changes, and the smallest set of changes that
// keeps most of what all of them together save.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "study/explain/machine_changes.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// Changes that were made together, and the cycles that the run took with them.
struct TriedChanges {
  std::vector<MachineChange> changes{};
  std::uint64_t cycles = 0;
};

struct Explanation {
  std::string study, machine;
  std::uint64_t cycles = 0;
  Timing timing = Timing::kLooselyTimed;  // of the runs of changed machines
  std::size_t possible = 0;               // changes that could have been tried
  std::vector<TriedChanges> singles{};    // one change each, that shorten the run: the fewest cycles first
  TriedChanges everything{};
  TriedChanges smallest{};  // no changes: nothing that was tried shortens the run
  std::size_t runs = 0;
  bool cut_short = false;  // the search ended at the bound on runs
};

struct ExplainOptions {
  ChangeLimits limits{};
  std::string budget{};  // a condition on the area of the changed machine, as `area < 9mm2`; empty: none
  std::size_t most_runs = 400;
  unsigned jobs = 1;  // runs at a time
};

/// Reads a run folder and runs changed machines: loosely timed where the machine can be, else timed as the run was.
/// Errors: kMalformedInput for what is no complete run folder; kUnsupported for an untimed run and for a sample; kUsage
/// for limits and a budget that name nothing; kInternalError when the unchanged machine does not take the run's cycles.
Explanation explain_run(const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                        const ExplainOptions& options);

/// @param most  single changes to print
std::string explanation_text(const Explanation& explanation, std::size_t most);
nlohmann::ordered_json explanation_json(const Explanation& explanation);

}  // namespace texpipe::study
