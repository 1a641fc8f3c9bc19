// The target side of the memory protocol: takes requests while there is room, answers one at a time.
#pragma once

#include <functional>
#include <optional>

#include <systemc>

#include "base/ring.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/link_account.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// One requester's socket of a cache or memory. Withholds END_REQ while the owner has no room, and the next response
/// until the last one is ended; responses leave in order of readiness, at most `bytes_per_cycle`, and are there with
/// their last byte. DMI is refused;
/// blocking transport is not offered to requesters, debug transport goes to `debug`. Ports may share one bus.
class AnswerPort : public sc_core::sc_module {
 public:
  MemoryTarget<AnswerPort> socket{"socket"};

  struct Owner {
    std::function<bool(Payload&)> offered;  // takes the request now? else it waits until take_waiting()
    std::function<unsigned(Payload&)> debug;
    machine::LinePlace place = machine::LinePlace::kMemoryBus;  // of lines that cross the port
  };

  AnswerPort(sc_core::sc_module_name name, Simulation& simulation, Fraction bytes_per_cycle, Owner owner);

  /// What its bus does is counted from now on.
  void keep(const machine::LinkAccount& account) { account_.emplace(account); }

  /// Answers leave over the bus of another port from now on.
  void share_bus(AnswerPort& other) { bus_of_ = &other; }

  /// The request that is not taken yet; null when there is none.
  Payload* waiting() const { return waiting_; }
  void take_waiting();

  /// The response's first byte leaves at `ready` or later. Responses of one time leave in order of `rank`, then of the
  /// calls.
  void answer(PayloadRef payload, Cycles ready, std::uint32_t rank);

 private:
  struct Answer {
    Cycles ready;
    std::uint32_t rank = 0;
    PayloadRef payload;
    AnswerPort* through = nullptr;  // whose socket it leaves by

    bool before(const Answer& other) const { return ready != other.ready ? ready < other.ready : rank < other.rank; }
  };

  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_debug(Payload& payload);
  void add(Answer answer);
  void ended();
  void pump();
  bool take_bus(Cycles now);

  Simulation& simulation_;
  Fraction bytes_per_cycle_;
  Owner owner_;
  Payload* waiting_ = nullptr;
  Ring<Answer> answers_;  // in the order in which they leave
  machine::IssueSlot bus_;
  std::optional<machine::LinkAccount> account_;
  AnswerPort* bus_of_ = this;
  Answer crossing_;       // on the bus, or between BEGIN_RESP and END_RESP; payload null: none
  Cycles there_;          // its last byte
  bool offered_ = false;  // between BEGIN_RESP and END_RESP
  Wake wake_{simulation_.agenda, wakes<&AnswerPort::pump>(*this)};
};

}  // namespace texpipe::timing
