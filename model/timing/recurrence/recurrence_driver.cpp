#include "timing/recurrence/recurrence_driver.h"

#include <algorithm>

namespace texpipe::timing {

RecurrenceDriver::RecurrenceDriver(sc_core::sc_module_name name, Simulation& simulation,
                                   const machine::MachineParameters& parameters)
    : sc_module{name}, simulation_{simulation}, machine_{parameters, simulation.statistics} {
  simulation.count_until.emplace_back([this](Cycles until) { machine_.count_until(until); });
  simulation.before_accounts_close.emplace_back([this] { machine_.close(simulation_.clock.now()); });
}

void RecurrenceDriver::wake() {
  simulation_.guarded([this] {
    scheduled_ = machine::kNever;
    advance();
    for (RecurrencePort* port : ports_) port->act();
    schedule();
  });
}

void RecurrenceDriver::schedule() {
  Cycles due = machine::kNever;
  for (const RecurrencePort* port : ports_) due = std::min(due, port->due());
  // What nobody waits for (lines that are written back) ends the run, too.
  if (due == machine::kNever) due = machine_.next();
  if (due == scheduled_) return;
  wake_.cancel();
  scheduled_ = due;
  if (due != machine::kNever) wake_.at(due);
}

}  // namespace texpipe::timing
