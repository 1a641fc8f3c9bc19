#include "analysis/verify/timed_executor.h"

#include <utility>

namespace texpipe::study {

MessageExecutor timed_executor(machine::MachineParameters machine, ExecutionOptions options) {
  return [machine = std::move(machine), options = std::move(options)](functional::GpuMemory& memory,
                                                                      std::span<const functional::Message> messages) {
    std::vector<ReplayedRegisters> results(messages.size());
    functional::Workload workload;
    workload.memory = std::make_unique<functional::GpuMemory>(std::move(memory));
    workload.threads = replay_threads(messages, results);
    try {
      execute_timed(machine, workload, options);
    } catch (...) {
      memory = std::move(*workload.memory);
      throw;
    }
    memory = std::move(*workload.memory);
    return results;
  };
}

WorkloadExecutor timed_workload_executor(machine::MachineParameters machine, ExecutionOptions options) {
  return [machine = std::move(machine), options = std::move(options)](functional::Workload& workload) {
    execute_timed(machine, workload, options);
  };
}

}  // namespace texpipe::study
