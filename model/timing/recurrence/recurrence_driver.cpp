#include "timing/recurrence/recurrence_driver.h"

#include <algorithm>

namespace texpipe::timing {

RecurrenceDriver::RecurrenceDriver(sc_core::sc_module_name name, Simulation& simulation,
                                   const machine::MachineParameters& parameters)
    : sc_module{name}, simulation_{simulation}, machine_{parameters, simulation.statistics} {
  if (simulation.time_series) machine_.look_at(simulation.time_series->next());
  simulation.count_before.emplace_back([this](Cycles end) { machine_.count_before(end); });
  simulation.know_look.emplace_back([this](Cycles look) { machine_.look_at(look); });
  machine_.for_each_cache([&](const std::string& path, const machine::LineCacheRecurrence&) {
    lookups_.push_back(simulation.events.channel(EventChannelKind::kCache, path + ".lookups"));
  });
  simulation.before_accounts_close.emplace_back([this] { machine_.close(simulation_.clock.now()); });
}

/// Watches the caches if anybody listens: listeners are there from the beginning.
void RecurrenceDriver::start_of_simulation() {
  if (!simulation_.events.listening()) return;
  std::size_t next = 0;
  machine_.for_each_cache([&](const std::string&, machine::LineCacheRecurrence& cache) {
    cache.watch([this, channel = lookups_[next++], line_size = cache.line()](std::uint32_t client, std::uint64_t line,
                                                                             machine::LineLookup result, Cycles at) {
      simulation_.events.publish(LookupEvent{channel, at, line, result, nullptr, client, line_size});
    });
  });
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
  // Traffic for which nobody waits (write-backs) ends the run, too.
  if (due == machine::kNever) due = machine_.next();
  if (due == scheduled_) return;
  wake_.cancel();
  scheduled_ = due;
  if (due != machine::kNever) wake_.at(due);
}

}  // namespace texpipe::timing
