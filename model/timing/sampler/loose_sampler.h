// Entrance of the loosely timed sampler: takes messages, and gives responses at the times that the recurrence says.
#pragma once

#include <cstdint>

#include <systemc>

#include "base/ring.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/sampler/loose_sampler_events.h"
#include "timing/sampler/semantics.h"
#include "timing/stage/message_port.h"

namespace texpipe::timing {

class LooseSampler final : public sc_core::sc_module, private RecurrencePort {
 public:
  /// @param index  number of its subslice
  LooseSampler(sc_core::sc_module_name name, Simulation& simulation, RecurrenceDriver& driver, std::size_t index,
               SamplerSemantics semantics);

  MessageTarget<MessagePort>& messages() { return port_.socket; }

 private:
  bool offered(Payload& message);
  bool has_place() const;
  void take(Payload& message);
  void ended();
  void act() override;
  Cycles due() const override;
  void respond();
  void start_of_simulation() override;
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  RecurrenceDriver& driver_;
  machine::SamplerRecurrence& sampler_;
  std::size_t index_;
  SamplerSemantics semantics_;
  functional::PlanRequest plan_;
  MessagePort port_;
  Ring<SamplerWork*> works_;  // accepted and not ended
  bool responding_ = false;   // a response has begun (BEGIN_RESP) and is not ended (END_RESP)
  Cycles responded_at_;       // valid while responding_
  bool waits_ = false;        // a message is offered and not taken
  bool acting_ = false;
  std::uint64_t sequence_ = 0;
  bool watched_ = false;  // somebody listens
  LooseSamplerEvents events_;
};

}  // namespace texpipe::timing
