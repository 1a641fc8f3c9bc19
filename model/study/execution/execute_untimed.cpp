#include "functional/device/untimed_run.h"
#include "functional/sampling/unsupported_use.h"
#include "study/execution/execution.h"
#include "study/plugins/plugin_watch.h"

namespace texpipe::study {
namespace {

/// Collects what messages of a workload ask that the manual does not support, until the end of its scope.
class UnsupportedCollector {
 public:
  explicit UnsupportedCollector(functional::MessageContext& context) : context_{context} {
    context.unsupported = &uses_;
  }
  ~UnsupportedCollector() { context_.unsupported = nullptr; }
  UnsupportedCollector(const UnsupportedCollector&) = delete;
  UnsupportedCollector& operator=(const UnsupportedCollector&) = delete;

  std::vector<Diagnostic> warnings() const {
    std::vector<Diagnostic> all;
    for (std::string& text : uses_.texts()) all.push_back({.problem = std::move(text)});
    return all;
  }

 private:
  functional::MessageContext& context_;
  functional::UnsupportedUses uses_;
};

}  // namespace

Execution execute(const machine::MachineParameters& machine, functional::Workload& workload,
                  const ExecutionOptions& options) try {
  const PluginWatch watch;
  const UnsupportedCollector unsupported{*workload.context};
  Execution execution = options.timing == Timing::kUntimed ? execute_untimed(workload, options.threads)
                                                           : execute_timed(machine, workload, options);
  execution.warnings = unsupported.warnings();
  return execution;
} catch (...) {
  rethrow_with_plugins();
}

Execution execute_untimed(functional::Workload& workload, unsigned threads) {
  const functional::UntimedRun run = functional::run_untimed(workload, threads);
  Execution execution{.counts = run};
  machine::StatisticsGroup& device = execution.statistics->group("device", "the whole workload, without time");
  device.counter("threads", machine::StatisticUnit::kThreads, "threads executed").add(run.threads);
  device.counter("instructions", machine::StatisticUnit::kInstructions, "instructions executed").add(run.instructions);
  device.counter("messages", machine::StatisticUnit::kMessages, "messages sent").add(run.messages);
  if (run.hazards > 0) {
    device
        .counter("hazards", machine::StatisticUnit::kEvents,
                 "uses of registers by the warps' instructions that no barrier orders")
        .add(run.hazards);
  }
  return execution;
}

}  // namespace texpipe::study
