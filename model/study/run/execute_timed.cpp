#include <algorithm>
#include <utility>

#include "base/spelling.h"
#include "base/stop_request.h"
#include "study/run/execution.h"
#include "timing/system/system.h"

namespace texpipe::study {

namespace {

/// Refuses a block that the machine does not have (kUsage), with the nearest that it has.
void check_blocks(const std::vector<std::string>& blocks, const timing::EventHub& events) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < events.channels(); ++i) {
    std::string path{events.path(static_cast<timing::ChannelId>(i))};
    for (std::size_t dot = path.rfind('.'); dot != std::string::npos; dot = path.rfind('.')) {
      paths.push_back(path);
      path.resize(dot);
    }
    paths.push_back(path);
  }
  for (const std::string& block : blocks) {
    if (std::find(paths.begin(), paths.end(), block) != paths.end()) continue;
    const std::string_view near = nearest_spelling(block, std::vector<std::string_view>{paths.begin(), paths.end()});
    Diagnostic problem{.path = block, .problem = "no block with waves has this path"};
    if (!near.empty()) problem.hint = "did you mean " + std::string{near} + "?";
    throw Error{ExitCode::kUsage, std::move(problem)};
  }
}

/// The writer of waves, while the run lasts; it writes the last time when it leaves.
class Waves {
 public:
  Waves(const WaveSink& sink, timing::Simulation& simulation)
      : simulation_{simulation}, writer_{*sink.out, simulation.events, simulation.clock, sink.window} {
    simulation.events.add(writer_);
  }
  ~Waves() { writer_.finish(simulation_.clock.now()); }
  Waves(const Waves&) = delete;
  Waves& operator=(const Waves&) = delete;

 private:
  timing::Simulation& simulation_;
  timing::VcdWriter writer_;
};

}  // namespace

Execution execute_timed(Configuration& configuration, functional::Workload& workload, const ExecutionOptions& options) {
  timing::System system{configuration.machine,
                        workload,
                        *options.blocks,
                        {.timing = timing::system_timing(name_of(configuration.study.timing)),
                         .watchdog_limit = configuration.study.watchdog,
                         .check_protocols = options.check_protocols,
                         .record_handshakes = options.waves.has_value()}};
  std::optional<Waves> waves;
  if (options.waves) {
    check_blocks(options.waves->window.blocks, system.simulation().events);
    waves.emplace(*options.waves, system.simulation());
  }
  Execution execution;
  const timing::RunControl control{
      .step = kProgressStep,
      .proceed =
          [&] {
            options.on_progress({system.threads_ended(), system.threads_total(), system.simulation().clock.now()});
            execution.stopped = stop_requested();
            return !execution.stopped;
          },
  };
  options.on_progress({0, system.threads_total(), Cycles{}});
  const timing::SystemRun run = system.run(control);
  execution.cycles = run.cycles;
  execution.topology = timing::topology_dot(configuration.machine);
  // The counters stay where they are; ratios and accounts go on pointing at them when the system is gone.
  *execution.statistics = std::move(system.simulation().statistics);
  return execution;
}

}  // namespace texpipe::study
