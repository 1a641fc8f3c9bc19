#include "study/visa/run_visa.h"

#include "functional/device/untimed_run.h"
#include "study/run/run_within.h"
#include "timing/system/system.h"

namespace texpipe::study {

VisaRun run_visa_untimed(VisaWorkload& workload) {
  const functional::UntimedRun run = functional::run_untimed(workload.workload);
  return {.threads = run.threads, .instructions = run.instructions, .messages = run.messages};
}

VisaRun run_visa_timed(VisaWorkload& workload, const machine::MachineParameters& machine, timing::SystemTiming timing,
                       Cycles most) {
  timing::System system{machine, workload.workload, timing::model_blocks(), {.timing = timing}};
  const timing::SystemRun run = run_within(system, most, "the vISA program");
  return {.threads = system.threads_ended(), .cycles = run.cycles};
}

}  // namespace texpipe::study
