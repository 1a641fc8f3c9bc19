// Executes verify's messages on a machine with time.
#pragma once

#include "machine/graph/machine_parameters.h"
#include "study/verify/verify_run.h"
#include "timing/system/system.h"

namespace texpipe::study {

/// Sends messages from EU threads of a machine, as message_replay.h does. The machine is built for each call.
/// Errors of the executor: those of timing::System.
/// @param blocks  must outlive the executor
MessageExecutor timed_executor(machine::MachineParameters machine, const timing::BlockRegistry& blocks,
                               const timing::SystemOptions& options = {});

}  // namespace texpipe::study
