// Lets a machine's recurrence keep pace with the events around it.
#pragma once

#include <vector>

#include <systemc>

#include "machine/recurrence/machine_recurrence.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// A module that tells the recurrence what happens outside, and outside what the recurrence says.
class RecurrencePort {
 public:
  virtual ~RecurrencePort() = default;

  /// The recurrence has moved on to the present cycle: does what is due.
  virtual void act() = 0;

  /// When act() has to be called next, if nothing happens before; machine::kNever: not at all.
  virtual Cycles due() const = 0;
};

/// Calls the recurrence as seldom as it can: when a response leaves, and when something that is not known yet might
/// happen. One event for the whole machine.
class RecurrenceDriver final : public sc_core::sc_module {
 public:
  RecurrenceDriver(sc_core::sc_module_name name, Simulation& simulation, const machine::MachineParameters& parameters);

  machine::MachineRecurrence& machine() { return machine_; }

  void add(RecurrencePort& port) { ports_.push_back(&port); }

  /// Moves the recurrence on to the present cycle.
  void advance() { machine_.advance(simulation_.clock.now()); }

  /// Something was told to the recurrence: looks again when it is due.
  void schedule();

 private:
  void wake();
  void start_of_simulation() override;

  Simulation& simulation_;
  machine::MachineRecurrence machine_;
  std::vector<RecurrencePort*> ports_;
  Cycles scheduled_ = machine::kNever;
  std::vector<ChannelId> lookups_;  // by cache of lines
  Wake wake_{simulation_.agenda, wakes<&RecurrenceDriver::wake>(*this)};
};

}  // namespace texpipe::timing
