// Runs of machines with a parameter relaxed: loosely timed to foresee what it saves, and timed as the run to try it.
#include <algorithm>
#include <utility>

#include "base/diagnostic.h"
#include "study/explain/explanation.h"
#include "study/processes/processes.h"
#include "study/run/execution.h"
#include "study/run/manifest.h"
#include "study/run/prepare_study.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

/// Cycles of a run, or why there is none.
struct RunEnd {
  std::optional<std::uint64_t> cycles{};
  std::string refused{};
};

/// What a process tells.
std::string text_of(const RunEnd& end) {
  return end.cycles ? std::to_string(*end.cycles) : ' ' + end.refused;
}

RunEnd end_of(const std::string& text) {
  if (text.starts_with(' ')) return {.refused = text.substr(1)};
  return {.cycles = std::stoull(text)};
}

std::uint64_t cycles_with(const fs::path& folder, std::vector<std::string> assignments,
                          const timing::BlockRegistry& blocks) {
  const Configuration configuration = load_configuration(
      {.file = folder / kResolvedConfigurationName, .assignments = std::move(assignments)}, FileKind::kStudy, &blocks);
  functional::Workload workload = *prepare_study(configuration);
  const Execution execution =
      execute(configuration.machine, workload,
              {.timing = configuration.study.timing, .blocks = &blocks, .watchdog = configuration.study.watchdog});
  return execution.cycles->value();
}

/// A run for each list of assignments, in processes of their own.
std::vector<RunEnd> run_each(const fs::path& folder, const std::vector<std::vector<std::string>>& runs,
                             const timing::BlockRegistry& blocks, unsigned jobs) {
  const std::vector<std::string> told = divide_among_processes(runs.size(), jobs, [&](std::size_t i) {
    try {
      return text_of({.cycles = cycles_with(folder, runs[i], blocks)});
    } catch (const Error& error) {
      // Other parameters have to change with it, or a block of somebody else's has no such timing.
      if (error.code() != ExitCode::kInvalidConfiguration && error.code() != ExitCode::kUnsupported) throw;
      return text_of({.refused = error.diagnostics().front().problem});
    }
  });
  std::vector<RunEnd> ends;
  for (const std::string& text : told) ends.push_back(end_of(text));
  return ends;
}

}  // namespace

void foresee_relaxed(Explanation& explanation, const fs::path& folder, const timing::BlockRegistry& blocks,
                     unsigned jobs, std::size_t most) {
  std::vector<RelaxedValue*> values;
  for (RelaxedRun& run : explanation.relaxed) {
    if (!run.to.assignment.empty()) values.push_back(&run.to);
    if (run.far && !run.far->assignment.empty()) values.push_back(&*run.far);
  }
  std::vector<std::vector<std::string>> runs;
  for (const RelaxedValue* value : values)
    runs.push_back({value->assignment, "timing=" + std::string{name_of(Timing::kLooselyTimed)}});
  const std::vector<RunEnd> ends = run_each(folder, runs, blocks, jobs);
  for (std::size_t i = 0; i < ends.size(); ++i) values[i]->foreseen = ends[i].cycles;
  name_best(explanation, most);
}

void try_relaxed(Explanation& explanation, const fs::path& folder, const timing::BlockRegistry& blocks, unsigned jobs) {
  std::vector<RelaxedRun*> relaxed;
  std::vector<std::vector<std::string>> runs;
  for (RelaxedRun& run : explanation.relaxed) {
    if (run.to.assignment.empty()) continue;
    relaxed.push_back(&run);
    runs.push_back({run.to.assignment});
  }
  std::vector<RunEnd> ends = run_each(folder, runs, blocks, jobs);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    relaxed[i]->tried = ends[i].cycles;
    relaxed[i]->refused = std::move(ends[i].refused);
  }
}

}  // namespace texpipe::study
