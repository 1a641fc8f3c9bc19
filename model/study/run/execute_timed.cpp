#include <utility>

#include "study/run/execution.h"
#include "timing/system/system.h"

namespace texpipe::study {

Execution execute_timed(Configuration& configuration, functional::Workload& workload, const ExecutionOptions& options) {
  timing::System system{configuration.machine,
                        workload,
                        *options.blocks,
                        {.watchdog_limit = configuration.study.watchdog, .check_protocols = options.check_protocols}};
  Execution execution;
  std::uint64_t steps = 0;
  const timing::RunControl control{
      .step = kProgressStep,
      .proceed =
          [&] {
            options.on_progress({system.threads_ended(), system.threads_total(), kProgressStep * ++steps});
            execution.stopped = options.stop_requested();
            return !execution.stopped;
          },
  };
  const timing::SystemRun run = system.run(control);
  execution.cycles = run.cycles;
  execution.topology = timing::topology_dot(configuration.machine);
  // The counters stay where they are; ratios and accounts go on pointing at them when the system is gone.
  *execution.statistics = std::move(system.simulation().statistics);
  return execution;
}

}  // namespace texpipe::study
