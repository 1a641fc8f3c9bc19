// An execution unit: threads that issue instructions and send messages.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "machine/eu/eu_parameters.h"
#include "machine/eu/eu_statistics.h"
#include "machine/eu/scoreboard.h"
#include "timing/observe/simulation.h"
#include "timing/transaction/thread_host.h"

namespace texpipe::timing {

/// What decides at cycle t is known before t: a thread started, a response written or a send slot freed at t counts
/// from t + 1. So the order in which processes run does not matter.
class ExecutionUnit final : public sc_core::sc_module, public ThreadHost {
 public:
  SC_HAS_PROCESS(ExecutionUnit);
  MessageInitiator<ExecutionUnit> messages;

  /// @param self  subslice and EU; its `thread` is ignored
  ExecutionUnit(sc_core::sc_module_name name, Simulation& simulation, const machine::EuParameters& parameters,
                ThreadIndex self);

  void start_thread(unsigned slot, ThreadStart start) override;

 private:
  struct Thread {
    ThreadStart start;
    machine::Scoreboard scoreboard;
    Requester* requester = nullptr;
    std::uint64_t order = 0;  // of starting
    Cycles earliest;          // next instruction not before: one per cycle, branches, the payload of the last send
    Cycles ready = machine::kNever;    // and with its registers ready
    Cycles changed = machine::kNever;  // cycle of the last start or awaited response: until its end the thread counts
                                       // as it did before
    bool starting = false;             // `changed` was a start
    functional::Pipe pipe = functional::Pipe::kFpu;  // of the next instruction
    bool active = false;
    machine::CausePath path;                                    // up to when it could issue last
    machine::Cause earliest_by = machine::Cause::kInstruction;  // what `earliest` is made of
    machine::Cause waits_for = machine::Cause::kFpuLatency;     // until `ready`
  };
  struct Outgoing {
    PayloadRef payload;
    Cycles ready;  // payload registers are read
  };
  struct InFlight {
    unsigned slot = 0;
    std::uint64_t order = 0;  // of the thread: its slot may have another one by now
    functional::GrfRange destination;
    std::optional<std::uint32_t> ticket;  // the program takes the response itself
  };

  void issue_cycle();
  void issue_from(Thread& thread, unsigned slot, Cycles now);
  void look_ahead(Thread& thread);
  void trace_issue(Thread& thread, Cycles now);
  bool pipe_accepts(functional::Pipe pipe, Cycles now) const;
  unsigned free_send_slots(Cycles now) const;
  void order_by_policy();
  machine::EuCycle state_of(const Thread& thread, Cycles now) const;
  Cycles next_change(const Thread& thread, Cycles now) const;
  void plan_next(Cycles now);

  void send(Thread& thread, unsigned slot, functional::MessageSend message, Cycles now, Cycles payload_read);
  void offer();
  void request_taken();
  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void receive(Payload& payload);

  Simulation& simulation_;
  machine::EuParameters parameters_;
  ThreadIndex self_;
  machine::EuStatistics statistics_;

  std::vector<Thread> threads_;
  std::vector<unsigned> candidates_;  // thread slots in order of policy, rebuilt each cycle
  std::array<Cycles, 4> pipe_free_{};
  std::array<machine::CausePath, 4> pipe_path_{};  // of the instruction that each pipe took last
  machine::CausePath slot_path_;                   // of the message that freed a send slot last
  std::uint64_t starts_ = 0;
  unsigned last_issued_ = 0;

  std::deque<Outgoing> outgoing_;  // the front is offered first
  bool offered_ = false;           // the front waits for END_REQ
  unsigned slots_freed_ = 0;       // in cycle slots_freed_at_; usable from the next one
  Cycles slots_freed_at_ = machine::kNever;
  std::vector<InFlight> in_flight_;  // by message id; ids are used again
  std::vector<std::uint32_t> free_ids_;

  sc_core::sc_event issue_event_;
  sc_core::sc_event offer_event_;
};

}  // namespace texpipe::timing
