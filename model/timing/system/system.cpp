#include "timing/system/system.h"

#include "base/diagnostic.h"
#include "machine/graph/remedies.h"
#include "machine/graph/watchdog_limit.h"

namespace texpipe::timing {

System::System(const machine::MachineParameters& machine, functional::Workload& workload, const BlockRegistry& blocks,
               const SystemOptions& options)
    : simulation_{
          SimulationOptions{.clock = machine.clock,
                            .watchdog_limit = options.watchdog_limit.value_or(machine::default_watchdog_limit(machine)),
                            .check_protocols = options.check_protocols,
                            .shuffle_seed = options.shuffle_seed,
                            .record_handshakes = options.record_handshakes}} {
  simulation_.lost_cycles.strains = machine::strains_of(machine);
  const BuildContext context{simulation_, workload, blocks, options.detail,
                             static_cast<BuildOrder>(options.build_order)};
  build({[&] { memory_ = std::make_unique<Memory>("memory", simulation_, machine.memory, *workload.memory); },
         [&] { slice_ = std::make_unique<Slice>("slice", machine.slice, context); }},
        context.order);
  slice_->bind(simulation_, memory_->socket());
}

System::~System() = default;

SystemRun System::run(const RunControl& control) {
  SystemRun result;
  result.cycles = simulation_.run(control.proceed, control.step);
  slice_->write_back();
  result.complete = slice_->dispatcher().done();
  if (!result.complete && !simulation_.stopped()) {
    throw Error{ExitCode::kWatchdog, "nothing is left to happen at cycle " + std::to_string(result.cycles.value()) +
                                         ", but " + std::to_string(threads_total() - threads_ended()) +
                                         " threads have not ended\nqueues:\n" + simulation_.watchdog.queues()};
  }
  return result;
}

}  // namespace texpipe::timing
