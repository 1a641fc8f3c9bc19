// A machine on which nothing runs.
#pragma once

#include <cstdint>

#include "machine/graph/machine_parameters.h"
#include "study/execution/execution.h"

namespace texpipe::study {

/// Whether a machine rasterises, or has the fixed functions of the 3D pipeline: those that run workloads with a scene,
/// or frames, do.
enum class EmptyScene : std::uint8_t { kNone, kEmpty, kFrame };

/// Every statistic is there, and 0: what a run will count is known before it.
/// Errors: those of timing::System.
Execution empty_run(const machine::MachineParameters& machine, Timing timing, EmptyScene scene,
                    const timing::BlockRegistry& blocks);

/// Scene that the workload of a study may need: a recording may be of a scene.
EmptyScene scene_of_workload(WorkloadKind kind);

}  // namespace texpipe::study
