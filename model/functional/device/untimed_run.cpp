#include "functional/device/untimed_run.h"

#include <utility>

#include "base/stop_request.h"
#include "functional/execution/response_write.h"
#include "functional/shared_function/execute_message.h"

namespace texpipe::functional {

namespace {

void run_thread(EuProgram& program, ThreadRegisters& registers, GpuMemory& memory, UntimedRun& run) {
  while (program.peek()) {
    throw_if_stop_requested();
    const EuStep step = program.issue(registers);
    ++run.instructions;
    if (!step.send) continue;
    ++run.messages;
    run.hazards += step.send->hazards;
    MessageResponse response = execute_message(memory, step.send->message);
    if (step.send->ticket) {
      program.answered(*step.send->ticket, std::move(response));
    } else {
      write_response(registers, step.send->destination, response);
    }
  }
}

}  // namespace

UntimedRun run_untimed(Workload& workload) {
  UntimedRun run;
  const ThreadSource& source = *workload.threads;
  for (unsigned group = 0; group < source.groups(); ++group) {
    if (workload.subspans) workload.subspans->provide(group);
    for (unsigned thread = 0; thread < source.threads_per_group(); ++thread) {
      ThreadRegisters registers;
      const auto program = source.start(group, thread, registers);
      run_thread(*program, registers, *workload.memory, run);
      ++run.threads;
    }
    if (workload.subspans) workload.subspans->release(group);
  }
  return run;
}

}  // namespace texpipe::functional
