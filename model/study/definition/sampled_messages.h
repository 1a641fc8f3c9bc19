// A sample of a recording as a workload.
#pragma once

#include <memory>
#include <optional>

#include "functional/device/workload.h"
#include "machine/graph/machine_parameters.h"
#include "workload/choice/workload_parameters.h"
#include "workload/recording/recording.h"

namespace texpipe::study {

/// Representative stretches of the recording, with its footprints and without values, so that there is no picture; the
/// whole recording, with a warning that says so, where a sample would not be worth it.
/// @param machine  that it is for
/// Errors: those of Recording and replay_recording; kMalformedInput for a recording without intervals.
functional::Workload sampled_messages(const MessagesParameters& parameters, const machine::MachineParameters& machine);

/// Threads of a frame that stand for the rest, chosen while it runs. Its pictures are those of the whole. Errors: those
/// of make_workload.
functional::Workload sampled_frame(const WorkloadParameters& parameters, const machine::MachineParameters& machine);

/// Either of them. @param parameters  of a workload whose sample is enabled
functional::Workload sampled_workload(const WorkloadParameters& parameters, const machine::MachineParameters& machine);

/// The sample alone, for a recording without a scene; nothing where it would not be worth it. Errors: those of
/// replay_recording; kMalformedInput for a recording without intervals.
std::optional<functional::Workload> sample_of(const std::shared_ptr<const Recording>& recording,
                                              const SampleParameters& parameters,
                                              const machine::MachineParameters& machine);

}  // namespace texpipe::study
