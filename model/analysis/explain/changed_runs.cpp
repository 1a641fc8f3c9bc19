#include "analysis/explain/changed_runs.h"

#include <cstring>
#include <sstream>
#include <utility>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "host/processes/processes.h"
#include "study/definition/prepare_study.h"
#include "study/definition/sampled_messages.h"
#include "study/execution/execution.h"
#include "workload/recording/record_workload.h"

namespace texpipe::study {

namespace {

/// A process tells the cycles of its run and their bound; why it was refused begins with a space.
std::optional<TakenCycles> told_cycles(const std::string& text) {
  if (text.starts_with(' ')) return {};
  return TakenCycles{std::stoull(text), std::stoull(text.substr(text.find('+')))};
}

/// Whether a changed machine was refused: other parameters have to change with it, or a block of somebody else's has no
/// such timing.
bool is_refusal(const Error& error) {
  return error.code() == ExitCode::kInvalidConfiguration || error.code() == ExitCode::kUnsupported;
}

/// A recording of the study's workload; its own when it replays one.
std::shared_ptr<const Recording> recording_of(const Configuration& configuration) {
  const WorkloadParameters& parameters = configuration.study.workload;
  if (parameters.kind == WorkloadKind::kMessages)
    return std::make_shared<Recording>(parameters.messages.file, RecordingCheck::kIntervals);
  std::optional<functional::Workload> workload = prepare_study(configuration);  // which is changed by it
  std::ostringstream file;
  record_workload(*workload, configuration.study.name, std::string{name_of(parameters.kind)}, file);
  const std::string_view text = file.view();
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return std::make_shared<Recording>(std::move(bytes), configuration.study.name + ".rec", RecordingCheck::kIntervals);
}

/// Stretches of a sample: as many as halve what it may be off, where the recording is long enough for them.
constexpr std::uint32_t kFewStretches = 12, kManyStretches = 24;
/// Least threads of a stretch; three times what the machine runs at once is more on all but the smallest.
constexpr std::uint32_t kStretchThreads = 256;

}  // namespace

ChangedRuns::ChangedRuns(std::string configuration, std::string name, const timing::BlockRegistry& blocks,
                         unsigned jobs)
    : text_{std::move(configuration)},
      name_{std::move(name)},
      blocks_{blocks},
      jobs_{jobs},
      configuration_{load_configuration({.file = name_, .text = text_}, FileKind::kStudy, &blocks)},
      timing_{configuration_.study.timing} {
  std::optional<functional::Workload> workload = prepare_study(configuration_);
  if (!workload) {
    throw Error{ExitCode::kUnsupported, Diagnostic{.position = {.file = name_},
                                                   .problem = "is about the texture cache alone, which takes no cycles",
                                                   .hint = "studies of other workloads do"}};
  }
  workload_ = std::make_unique<functional::Workload>(std::move(*workload));
}

std::optional<SampledPart> ChangedRuns::take_sample(std::uint64_t least) {
  const std::uint64_t threads = std::uint64_t{workload_->threads->groups()} * workload_->threads->threads_per_group();
  if (threads < least || workload_->subspans || workload_->threads->has_phases()) return {};
  const std::shared_ptr<const Recording> recording = recording_of(configuration_);
  if (recording->scene()) return {};
  for (const std::uint32_t stretches : {kManyStretches, kFewStretches}) {
    std::optional<functional::Workload> sample = sample_of(
        recording, {.enabled = true, .stretches = stretches, .threads = kStretchThreads}, configuration_.machine);
    if (!sample) continue;
    workload_ = std::make_unique<functional::Workload>(std::move(*sample));
    return SampledPart{std::uint64_t{workload_->threads->groups()} * workload_->threads->threads_per_group(), threads};
  }
  return {};
}

std::optional<Configuration> ChangedRuns::changed(const std::vector<std::string>& assignments) const try {
  Configuration configuration =
      load_configuration({.file = name_, .assignments = assignments, .text = text_}, FileKind::kStudy, &blocks_);
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
  const std::uint64_t within = execution.sample ? execution.sample->bound.value() : 0;
  return std::to_string(execution.cycles->value()) + '+' + std::to_string(within);
} catch (const Error& error) {
  if (!is_refusal(error)) throw;
  return " ";
}

TakenCycles ChangedRuns::run_unchanged() {
  const Timing timed_as = timing_;
  for (const Timing timing : {Timing::kLooselyTimed, timed_as}) {
    timing_ = timing;
    if (const auto cycles = take({{}}).front()) return *cycles;
  }
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.position = {.file = name_}, .problem = "its machine cannot be run again"}};
}

std::vector<std::optional<TakenCycles>> ChangedRuns::take(const std::vector<std::vector<std::string>>& runs) const {
  std::vector<std::optional<TakenCycles>> cycles;
  for (const std::string& text :
       divide_among_processes(runs.size(), jobs_, [&](std::size_t i) { return told_by_run(runs[i]); }))
    cycles.push_back(told_cycles(text));
  return cycles;
}

std::vector<std::optional<std::uint64_t>> ChangedRuns::run_each(
    const std::vector<std::vector<std::string>>& runs) const {
  std::vector<std::optional<std::uint64_t>> cycles;
  for (const auto& taken : take(runs)) cycles.push_back(taken ? std::optional{taken->cycles} : std::nullopt);
  return cycles;
}

}  // namespace texpipe::study
