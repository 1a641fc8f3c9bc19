#include "study/verify/timed_executor.h"

#include <utility>

namespace texpipe::study {

MessageExecutor timed_executor(machine::MachineParameters machine, const timing::BlockRegistry& blocks,
                               const timing::SystemOptions& options) {
  return [machine = std::move(machine), &blocks, options](functional::GpuMemory& memory,
                                                          std::span<const functional::Message> messages) {
    std::vector<ReplayedRegisters> results(messages.size());
    functional::Workload workload;
    workload.memory = std::make_unique<functional::GpuMemory>(std::move(memory));
    workload.threads = replay_threads(messages, results);
    try {
      timing::System{machine, workload, blocks, options}.run();
    } catch (...) {
      memory = std::move(*workload.memory);
      throw;
    }
    memory = std::move(*workload.memory);
    return results;
  };
}

}  // namespace texpipe::study
