#include "study/visa/run_visa.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "timing/system/system.h"

namespace texpipe::study {

VisaRun run_visa_untimed(VisaWorkload& workload) {
  const functional::UntimedRun run = functional::run_untimed(workload.workload);
  return {.threads = run.threads, .instructions = run.instructions, .messages = run.messages};
}

VisaRun run_visa_timed(VisaWorkload& workload, const machine::MachineParameters& machine, Cycles most) {
  timing::System system{machine, workload.workload, timing::model_blocks()};
  const Cycles step = std::min(most, Cycles{100'000});
  Cycles passed{0};
  const timing::SystemRun run = system.run({.step = step, .proceed = [&] {
                                              passed += step;
                                              return passed < most;
                                            }});
  if (!run.complete) {
    throw Error{ExitCode::kWatchdog,
                Diagnostic{.problem = "the vISA program did not end within " + std::to_string(most.value()) + " cycles",
                           .hint = "--max-cycles allows more"}};
  }
  return {.threads = system.threads_ended(), .cycles = run.cycles};
}

}  // namespace texpipe::study
