#include "study/run/counter_output.h"

namespace texpipe::study {

CounterOutput::CounterOutput(functional::Workload& workload, Frequency clock) : workload_{workload}, clock_{clock} {
  workload.count_by([this](functional::PerformanceCounters& counters) {
    if (!machine_) return;
    counters.timestamp = at_end_of_phase_.timestamp;
    counters.clocks = at_end_of_phase_.clocks;
    // Threads are counted without the machine, and the rest by the machine alone.
    for (std::size_t n = 0; n < counters.aggregating.size(); ++n)
      counters.aggregating[n] += at_end_of_phase_.aggregating[n];
  });
}

void CounterOutput::listen(timing::Simulation& simulation) {
  machine_.emplace(simulation.statistics);
  simulation.phase_listeners.emplace_back([this](Cycles next) { machine_->add(next, clock_, at_end_of_phase_); });
}

void CounterOutput::write(const Execution& execution, RunFolder& folder) {
  functional::PerformanceCounters counters = workload_.chosen_threads();
  if (execution.cycles) MachineCounters{*execution.statistics}.add(*execution.cycles, clock_, counters);
  folder.write(kCounterTableName, counter_table(counters, execution.cycles ? CountedTime::kClock : CountedTime::kNone));
}

}  // namespace texpipe::study
