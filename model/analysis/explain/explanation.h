// Changes that would shorten a run, found by running changed machines: single changes, and the smallest set of changes
// that keeps most of what all of them together save.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/explain/changed_runs.h"
#include "analysis/explain/machine_changes.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {

/// Changes that were made together, and the cycles that the run took with them.
struct TriedChanges {
  std::vector<MachineChange> changes{};
  std::uint64_t cycles = 0;
};

/// Runs were made on a sample of the recording.
struct ExplanationSample {
  SampledPart part{};
  double within = 0;  // share of the cycles by which those of a machine may be off, in 95 of 100 cases
};

/// The name of an explanation among the files of a run folder.
inline constexpr const char* kExplanationName = "explanation.json";

struct Explanation {
  std::string study, machine;
  std::uint64_t cycles = 0;     // of the run
  std::uint64_t unchanged = 0;  // of its machine by the runs that follow: of a sample, these differ
  std::optional<ExplanationSample> sample{};
  Timing timing = Timing::kLooselyTimed;  // of the runs of changed machines
  std::size_t possible = 0;               // changes that could have been tried
  std::vector<TriedChanges> singles{};    // one change each, that shorten the run: the fewest cycles first
  TriedChanges everything{};
  double kept = 0;                     // part of what everything saves that the smallest set keeps
  TriedChanges smallest{};             // no changes: nothing that was tried shortens the run
  std::vector<TriedChanges> scaled{};  // those of scale_changes that shorten the run: the fewest cycles first
  std::size_t runs = 0;
  bool cut_short = false;  // the search ended at the bound on runs
};

struct ExplainOptions {
  ChangeLimits limits{};
  std::string budget{};  // a condition on the area of the changed machine, as `area < 9mm2`; empty: none
  std::size_t most_runs = 400;
  std::size_t singles = 5;               // single changes that are looked for
  unsigned jobs = 1;                     // runs at a time
  std::uint64_t sample_above = 100'000;  // threads: longer workloads are run as a sample of their recording
};

/// Reads a run folder and runs changed machines: loosely timed where the machine can be, else timed as the run was.
/// Errors: kMalformedInput for what is no complete run folder, and when files that the run read are not as they were;
/// kUnsupported for an untimed run and for a sample; kUsage for limits and a budget that name nothing or that no
/// machine keeps; kInternalError when the unchanged machine does not take the run's cycles.
Explanation explain_run(const std::filesystem::path& folder, const timing::BlockRegistry& blocks,
                        const ExplainOptions& options);

/// Explanation of a study that was not run yet, without a budget.
Explanation explain_study(Configuration& configuration, const timing::BlockRegistry& blocks,
                          const ExplainOptions& options);

/// @param most  single changes to print
std::string explanation_text(const Explanation& explanation, std::size_t most);
nlohmann::ordered_json explanation_json(const Explanation& explanation);

}  // namespace texpipe::study
