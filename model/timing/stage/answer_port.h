// The target side of the memory protocol: takes requests while there is room, answers one at a time.
#pragma once

#include <functional>
#include <optional>

#include <systemc>

#include "machine/cache/answer_queue.h"
#include "machine/statistics/link_account.h"
#include "machine/statistics/repeated_work.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// One requester's socket of a cache or memory. It withholds END_REQ while the owner has no room, and the next response
/// until the last one is ended; responses leave in the order of AnswerQueue, at most `bytes_per_cycle`. DMI is refused;
/// blocking transport is not offered to requesters, debug transport goes to `debug`. Ports may share one bus.
class AnswerPort : public sc_core::sc_module {
 public:
  MemoryTarget<AnswerPort> socket{"socket"};

  struct Owner {
    // returns whether the request is taken now; else it waits until take_waiting()
    std::function<bool(Payload&)> offered;
    std::function<unsigned(Payload&)> debug;
    machine::LinePlace place = machine::LinePlace::kMemoryBus;  // place of lines that cross the port
  };

  AnswerPort(sc_core::sc_module_name name, Simulation& simulation, Fraction bytes_per_cycle, Owner owner);

  /// Counts the work of the port's bus in `account` from now on.
  void keep(const machine::LinkAccount& account) { account_.emplace(account); }

  /// Lets answers leave over the bus of another port from now on.
  void share_bus(AnswerPort& other) { bus_of_ = &other; }

  /// The request that is offered and not taken yet; null when there is none.
  Payload* waiting() const { return waiting_; }
  void take_waiting();

  /// Queues a response, whose first byte leaves at `ready` or later. Responses of one time leave in order of `rank`,
  /// then of the calls.
  void answer(PayloadRef payload, Cycles ready, std::uint32_t rank);

 private:
  struct Answer {
    PayloadRef payload;
    AnswerPort* through = nullptr;  // port whose socket it leaves by
  };

  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_debug(Payload& payload);
  void add(Answer answer, Cycles ready, std::uint32_t rank);
  void ended();
  void pump();
  bool take_bus(Cycles now);

  Simulation& simulation_;
  machine::RepeatedWork work_of_;  // by bytes of an answer
  Owner owner_;
  Payload* waiting_ = nullptr;
  machine::AnswerQueue<Answer> answers_;
  std::optional<machine::LinkAccount> account_;
  AnswerPort* bus_of_ = this;
  Answer crossing_;  // response on the bus, or between BEGIN_RESP and END_RESP; its payload is null when there is none
  Cycles there_;     // when the last byte of that response is there
  bool offered_ = false;  // that response is between BEGIN_RESP and END_RESP
  Wake wake_{simulation_.agenda, wakes<&AnswerPort::pump>(*this)};
};

}  // namespace texpipe::timing
