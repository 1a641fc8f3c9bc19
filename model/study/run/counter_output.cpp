#include "study/run/counter_output.h"

#include "study/draws/hardware_counters.h"

namespace texpipe::study {

CounterOutput::CounterOutput(functional::Workload& workload, Frequency clock) : workload_{workload}, clock_{clock} {
  workload.count_by([this](functional::PerformanceCounters& counters) {
    if (simulation_ == nullptr) return;
    simulation_->count_what_has_happened();
    add_machine_counters(simulation_->statistics, simulation_->clock.now(), clock_, counters);
  });
}

void CounterOutput::write(const Execution& execution, RunFolder& folder) {
  simulation_ = nullptr;  // it is gone
  functional::PerformanceCounters counters = workload_.counters();
  if (execution.cycles) add_machine_counters(*execution.statistics, *execution.cycles, clock_, counters);
  folder.write(kCounterTableName, counter_table(counters, execution.cycles ? CountedTime::kClock : CountedTime::kNone));
}

}  // namespace texpipe::study
