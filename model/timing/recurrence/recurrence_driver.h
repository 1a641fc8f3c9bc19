// Driver that keeps a machine's recurrence in step with the events around it.
#pragma once

#include <vector>

#include <systemc>

#include "machine/recurrence/machine_recurrence.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// A module between the recurrence and the events outside: each learns from it what the other did.
class RecurrencePort {
 public:
  virtual ~RecurrencePort() = default;

  /// Does everything that is due, when the recurrence has moved on to the present cycle.
  virtual void act() = 0;

  /// Cycle in which act() has to be called next, if nothing happens before; machine::kNever: not at all.
  virtual Cycles due() const = 0;
};

/// Calls the recurrence as seldom as it can: when a response leaves, and when something that is not known yet might
/// happen. It needs one event for the whole machine.
class RecurrenceDriver final : public sc_core::sc_module {
 public:
  RecurrenceDriver(sc_core::sc_module_name name, Simulation& simulation, const machine::MachineParameters& parameters);

  machine::MachineRecurrence& machine() { return machine_; }

  void add(RecurrencePort& port) { ports_.push_back(&port); }

  /// Moves the recurrence on to the present cycle.
  void advance() { machine_.advance(simulation_.clock.now()); }

  /// Finds out anew when the recurrence is due, after it was told something.
  void schedule();

 private:
  void wake();
  void start_of_simulation() override;

  Simulation& simulation_;
  machine::MachineRecurrence machine_;
  std::vector<RecurrencePort*> ports_;
  Cycles scheduled_ = machine::kNever;
  std::vector<ChannelId> lookups_;  // by number of the cache of lines
  Wake wake_{simulation_.agenda, wakes<&RecurrenceDriver::wake>(*this)};
};

}  // namespace texpipe::timing
