#include <algorithm>
#include <utility>

#include "base/spelling.h"
#include "base/stop_request.h"
#include "functional/device/untimed_run.h"
#include "study/execution/execution.h"
#include "timing/observe/waves.h"
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
      : simulation_{simulation},
        inner_{timing::all_inner_signals()},
        writer_{*sink.file, simulation.events, simulation.clock, sink.window, inner_} {
    simulation.events.add(writer_);
  }
  ~Waves() { writer_.finish(simulation_.clock.now()); }
  Waves(const Waves&) = delete;
  Waves& operator=(const Waves&) = delete;

 private:
  timing::Simulation& simulation_;
  std::vector<timing::InnerSignals*> inner_;
  timing::WaveWriter writer_;
};

bool is_sampled(const functional::Workload& workload) {
  return dynamic_cast<const SampledSource*>(workload.threads.get()) != nullptr;
}

[[noreturn]] void refuse_longer(const CycleLimit& limit) {
  throw Error{ExitCode::kWatchdog, Diagnostic{.problem = limit.what + " did not end within " +
                                                         std::to_string(limit.most.value()) + " cycles",
                                              .hint = "--max-cycles allows more"}};
}

void add_draws(const timing::System& system, Execution& execution) {
  const machine::DrawAccounts* draws = system.draw_accounts();
  if (draws == nullptr) return;
  execution.draws = draws->all();
  execution.stalls = draws->stalls();
}

}  // namespace

Execution execute_timed(const machine::MachineParameters& machine, functional::Workload& workload,
                        const ExecutionOptions& options) {
  timing::System system{machine,
                        workload,
                        *options.blocks,
                        {.timing = timing::system_timing(name_of(options.timing)),
                         .watchdog_limit = options.watchdog,
                         .check_protocols = options.check_protocols,
                         .record_handshakes = options.waves.has_value(),
                         // A sample has no series over time: its course is not that of the whole run, nor is its end.
                         .intervals = is_sampled(workload) ? 0 : options.intervals,
                         .warned = options.on_warning}};
  auto* sampled = dynamic_cast<SampledSource*>(workload.threads.get());
  if (sampled != nullptr) sampled->attach(system);
  std::optional<Waves> waves;
  if (options.waves) {
    check_blocks(options.waves->window.blocks, system.simulation().events);
    waves.emplace(*options.waves, system.simulation());
  }
  if (options.on_built) options.on_built(system.simulation());
  Execution execution;
  const auto tell = [&] {
    if (!options.on_progress) return;
    options.on_progress({system.threads_ended(), system.threads_total(), system.simulation().clock.now()});
  };
  const Cycles most = options.limit ? options.limit->most : Cycles{~std::uint64_t{0}};
  const timing::RunControl control{
      .step = std::min(most, kProgressStep),
      .proceed =
          [&] {
            tell();
            execution.stopped = stop_requested();
            return !execution.stopped && system.simulation().clock.now() < most;
          },
  };
  tell();
  const timing::SystemRun run = [&] {
    try {
      return system.run(control);
    } catch (const Error& error) {
      functional::rethrow_named(error, workload);
    }
  }();
  if (!run.complete && !execution.stopped && options.limit) refuse_longer(*options.limit);
  execution.counts.threads = system.threads_ended();
  execution.cycles = run.cycles;
  if (const auto& series = system.simulation().time_series) execution.time_table = series->table();
  if (sampled == nullptr) add_draws(system, execution);  // accounts of a sample would lack most threads of a draw
  if (sampled != nullptr && run.complete) {
    execution.sample = sampled->finish(run.cycles);
    execution.cycles = execution.sample->cycles;
    *execution.statistics = std::move(execution.sample->statistics);
    return execution;
  }
  // The counters stay where they are; ratios and accounts go on pointing at them when the system is gone.
  *execution.statistics = std::move(system.simulation().statistics);
  return execution;
}

}  // namespace texpipe::study
