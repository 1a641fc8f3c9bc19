#include "study/definition/sampled_messages.h"

#include <utility>

#include "host/files/byte_reader.h"
#include "study/sampled_run/sampled_frame.h"
#include "study/sampled_run/sampled_threads.h"
#include "workload/choice/make_workload.h"
#include "workload/recording/replay_recording.h"

namespace texpipe::study {

namespace {

functional::Workload whole(const MessagesParameters& parameters, const std::string& why) {
  functional::Workload workload =
      make_workload(WorkloadParameters{.kind = WorkloadKind::kMessages, .messages = parameters});
  workload.warnings.push_back(
      {.path = "workload.sample", .problem = "no sample: " + why, .hint = "the whole recording is simulated"});
  return workload;
}

std::string too_many(std::uint64_t threads, const SampleParameters& sample) {
  return "of " + std::to_string(threads) + " threads a sample of " + std::to_string(sample.stretches) +
         " stretches would simulate too many";
}

}  // namespace

functional::Workload sampled_messages(const MessagesParameters& parameters, const machine::MachineParameters& machine) {
  const auto recording = std::make_shared<Recording>(parameters.file, RecordingCheck::kIntervals);
  if (recording->head().in_phases)
    return whole(parameters, "the threads come in phases, and the frame itself can be sampled");
  if (recording->scene()) return whole(parameters, "the rasterizer feeds the threads of its scene one after the other");
  std::optional<functional::Workload> sample = sample_of(recording, parameters.sample, machine);
  if (!sample) {
    return whole(parameters, too_many(recording->totals().threads, parameters.sample));
  }
  return std::move(*sample);
}

functional::Workload sampled_frame(const WorkloadParameters& parameters, const machine::MachineParameters& machine) {
  functional::Workload workload = make_workload(parameters);
  auto frame =
      std::make_unique<SampledFrame>(std::move(workload.threads), *workload.memory, parameters.frame_sample, machine);
  workload.ask_for_work = [ask = std::move(workload.ask_for_work), sampled = frame.get()]() -> functional::FrameWork& {
    functional::FrameWork& work = ask();
    sampled->share(work);
    return work;
  };
  workload.threads = std::move(frame);
  return workload;
}

functional::Workload sampled_workload(const WorkloadParameters& parameters, const machine::MachineParameters& machine) {
  return parameters.kind == WorkloadKind::kFrame ? sampled_frame(parameters, machine)
                                                 : sampled_messages(parameters.messages, machine);
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
