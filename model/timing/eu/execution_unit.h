// An execution unit: threads that issue instructions and send messages.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/ring.h"
#include "machine/eu/eu_issue.h"
#include "timing/eu/eu_block.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Events and sockets around machine::EuIssue, which says when a message may issue, and is told events from outside.
class ExecutionUnit final : public sc_core::sc_module, public EuBlock {
 public:
  MessageInitiator<ExecutionUnit> messages;

  /// @param self  subslice and EU of this unit; `thread` is ignored
  ExecutionUnit(sc_core::sc_module_name name, Simulation& simulation, const machine::EuParameters& parameters,
                ThreadIndex self);

  void offer_sockets(Sockets& sockets, const std::string& path) override { sockets.offer(path, 0, messages); }
  machine::ThreadStart& vacant(unsigned slot) override { return issue_.vacant(slot); }
  void start_thread(unsigned slot) override;
  void end_older(unsigned slot) override;
  void when_quiet(std::function<void()> call) override;

 private:
  enum class SendSlot : bool { kNone, kHeld };
  struct Outgoing {
    PayloadRef payload;
    Cycles ready;  // when the payload's registers are read
    SendSlot send_slot = SendSlot::kHeld;
  };
  struct InFlight {
    unsigned slot = 0;
    std::uint64_t order = 0;  // number of the thread: its slot may hold another one when the answer comes
    functional::GrfRange destination;
    std::optional<std::uint32_t> ticket;  // under which the program takes the response itself; none: registers take it
  };

  Cycles catch_up();
  void wait_for_send();
  void issue();
  void tell_if_quiet();
  void send(machine::EuSend& sent);
  void post(machine::EuSend& sent, SendSlot send_slot);
  void offer();
  void request_taken();
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void receive(Payload& payload);
  bool give(const InFlight& done, const MessageExtension& answered, Cycles now);

  Simulation& simulation_;
  ThreadIndex self_;
  machine::EuStatistics statistics_;
  machine::EuIssue issue_;
  std::vector<Requester*> requesters_;  // by thread slot

  Ring<Outgoing> outgoing_;          // the front is offered first
  bool offered_ = false;             // the front waits for END_REQ
  std::vector<InFlight> in_flight_;  // by message id; ids are used again
  std::vector<std::uint32_t> free_ids_;
  std::function<void()> quiet_;  // empty: nobody waits for the last answer

  Wake issue_wake_{simulation_.agenda, wakes<&ExecutionUnit::issue>(*this)};
  Wake offer_wake_{simulation_.agenda, wakes<&ExecutionUnit::offer>(*this)};
};

}  // namespace texpipe::timing
