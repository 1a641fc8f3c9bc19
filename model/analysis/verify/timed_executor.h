// Executes verify's messages on a machine with time.
#pragma once

#include "analysis/verify/verify_run.h"
#include "machine/graph/machine_parameters.h"
#include "study/execution/execution.h"

namespace texpipe::study {

/// Sends messages from EU threads of a machine, as message_replay.h does. The machine is built for each call.
/// Errors of the executor: those of execute.
MessageExecutor timed_executor(machine::MachineParameters machine, ExecutionOptions options);

/// Executor of whole workloads.
WorkloadExecutor timed_workload_executor(machine::MachineParameters machine, ExecutionOptions options);

}  // namespace texpipe::study
