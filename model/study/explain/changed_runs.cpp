#include "study/explain/changed_runs.h"

#include <utility>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "study/processes/processes.h"
#include "study/run/execution.h"
#include "study/run/manifest.h"
#include "study/run/prepare_study.h"

namespace texpipe::study {

namespace {

/// A process tells the cycles of its run; why it was refused begins with a space.
std::optional<std::uint64_t> told_cycles(const std::string& text) {
  if (text.starts_with(' ')) return {};
  return std::stoull(text);
}

/// Other parameters have to change with it, or a block of somebody else's has no such timing.
bool is_refusal(const Error& error) {
  return error.code() == ExitCode::kInvalidConfiguration || error.code() == ExitCode::kUnsupported;
}

}  // namespace

ChangedRuns::ChangedRuns(std::filesystem::path folder, const timing::BlockRegistry& blocks, unsigned jobs)
    : folder_{std::move(folder)},
      blocks_{blocks},
      jobs_{jobs},
      configuration_{load_configuration({.file = folder_ / kResolvedConfigurationName}, FileKind::kStudy, &blocks)},
      timing_{configuration_.study.timing},
      workload_{std::make_unique<functional::Workload>(*prepare_study(configuration_))} {}

std::optional<Configuration> ChangedRuns::changed(const std::vector<std::string>& assignments) const try {
  Configuration configuration = load_configuration(
      {.file = folder_ / kResolvedConfigurationName, .assignments = assignments}, FileKind::kStudy, &blocks_);
  check_machine(configuration, workload_->threads->threads_per_group());
  return configuration;
} catch (const Error& error) {
  if (!is_refusal(error)) throw;
  return {};
}

std::string ChangedRuns::told_by_run(const std::vector<std::string>& assignments) const try {
  const std::optional<Configuration> configuration = changed(assignments);
  if (!configuration) return " ";
  const Execution execution =
      execute(configuration->machine, *workload_,
              {.timing = timing_, .blocks = &blocks_, .watchdog = configuration->study.watchdog});
  throw_if_stop_requested();
  return std::to_string(execution.cycles->value());
} catch (const Error& error) {
  if (!is_refusal(error)) throw;
  return " ";
}

std::uint64_t ChangedRuns::run_unchanged() {
  const Timing timed_as = timing_;
  for (const Timing timing : {Timing::kLooselyTimed, timed_as}) {
    timing_ = timing;
    if (const auto cycles = run_each({{}}).front()) return *cycles;
  }
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.position = {.file = folder_.string()}, .problem = "its machine cannot be run again"}};
}

std::vector<std::optional<std::uint64_t>> ChangedRuns::run_each(
    const std::vector<std::vector<std::string>>& runs) const {
  std::vector<std::optional<std::uint64_t>> cycles;
  for (const std::string& text :
       divide_among_processes(runs.size(), jobs_, [&](std::size_t i) { return told_by_run(runs[i]); }))
    cycles.push_back(told_cycles(text));
  return cycles;
}

}  // namespace texpipe::study
