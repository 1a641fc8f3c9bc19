#include "study/visa/run_visa.h"

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "timing/system/system.h"

namespace texpipe::study {

VisaRun run_visa_untimed(VisaWorkload& workload) {
  const functional::UntimedRun run = functional::run_untimed(workload.workload);
  return {.threads = run.threads, .instructions = run.instructions, .messages = run.messages};
}

VisaRun run_visa_timed(VisaWorkload& workload, const machine::MachineParameters& machine,
                       const std::function<bool()>& proceed) {
  timing::System system{machine, workload.workload, timing::model_blocks()};
  const timing::SystemRun run = system.run({.proceed = proceed});
  if (!run.complete) throw Error{ExitCode::kInterrupted, "the run was stopped before its end"};
  return {.threads = system.threads_ended(), .cycles = run.cycles};
}

}  // namespace texpipe::study
