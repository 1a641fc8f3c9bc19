#include "study/definition/sampled_messages.h"

#include <utility>

#include "host/files/byte_reader.h"
#include "study/sampled_run/sampled_threads.h"
#include "workload/choice/make_workload.h"
#include "workload/recording/replay_recording.h"

namespace texpipe::study {

namespace {

functional::Workload whole(MessagesParameters parameters, const std::string& why) {
  WorkloadParameters all{.kind = WorkloadKind::kMessages, .messages = std::move(parameters)};
  functional::Workload workload = make_workload(all);
  workload.warnings.push_back(
      {.path = "workload.sample", .problem = "no sample: " + why, .hint = "the whole recording is simulated"});
  return workload;
}

}  // namespace

functional::Workload sampled_messages(const MessagesParameters& parameters, const machine::MachineParameters& machine) {
  const auto recording = std::make_shared<Recording>(parameters.file, RecordingCheck::kIntervals);
  if (recording->scene()) return whole(parameters, "the rasterizer feeds the threads of its scene one after the other");
  std::optional<functional::Workload> sample = sample_of(recording, parameters.sample, machine);
  if (!sample) {
    return whole(parameters, "of " + std::to_string(recording->totals().threads) + " threads a sample of " +
                                 std::to_string(parameters.sample.stretches) + " stretches would simulate too many");
  }
  return std::move(*sample);
}

std::optional<functional::Workload> sample_of(const std::shared_ptr<const Recording>& recording,
                                              const SampleParameters& parameters,
                                              const machine::MachineParameters& machine) {
  if (recording->intervals().empty() || !recording->head().footprints) {
    malformed(recording->name(), "was made without the intervals that a sample is chosen by",
              "one that this version's `texpipe run --record` wrote");
  }
  auto plan = plan_sample(recording->intervals(), recording->head().threads_per_group, machine, parameters);
  if (!plan) return {};
  functional::Workload workload = replay_recording(recording, ReplayedValues::kOff);
  workload.threads = std::make_unique<SampledThreads>(recording, std::move(*plan), std::move(workload.threads));
  workload.output = {};
  return workload;
}

}  // namespace texpipe::study
