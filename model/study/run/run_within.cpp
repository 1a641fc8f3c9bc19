#include "study/run/run_within.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "timing/system/system.h"

namespace texpipe::study {

timing::SystemRun run_within(timing::System& system, Cycles most, const std::string& what) {
  const timing::SystemRun run = system.run(
      {.step = std::min(most, Cycles{100'000}), .proceed = [&] { return system.simulation().clock.now() < most; }});
  if (run.complete) return run;
  throw Error{ExitCode::kWatchdog,
              Diagnostic{.problem = what + " did not end within " + std::to_string(most.value()) + " cycles",
                         .hint = "--max-cycles allows more"}};
}

}  // namespace texpipe::study
