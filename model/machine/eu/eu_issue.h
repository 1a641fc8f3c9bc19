// Issue of an EU's instructions: which one issues in which cycle, and when there may be a message to send.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "machine/eu/eu_parameters.h"
#include "machine/eu/eu_statistics.h"
#include "machine/eu/prepared_step.h"
#include "machine/eu/ready_wheel.h"
#include "machine/eu/scoreboard.h"
#include "machine/eu/thread_start.h"

namespace texpipe::machine {

/// A message at the moment that its send issues.
struct EuSend {
  unsigned slot = 0;  // of the sending thread
  Cycles issued;
  Cycles payload_read;  // from then on the payload's registers are free and the message may leave
  functional::MessageSend message;
};

/// The issue slots of one EU, without events. A thread's work depends on time only through its messages, so the owner
/// need not look at every instruction: it calls advance() before it tells the EU anything, and at next_send().
///
/// Decisions for cycle t depend only on facts from before t: a thread started, a response written or a send slot freed
/// at t counts from t + 1.
class EuIssue {
 public:
  /// @param preparation  serves the parameters, and outlives the EU
  EuIssue(const EuParameters& parameters, EuStatistics& statistics, StepPreparation& preparation);

  /// Issues everything up to and including cycle `now`. Sends that issue are in `sent` after it, in order of issue; the
  /// caller takes them out. Not before the `now` of an earlier call.
  void advance(Cycles now) {
    if (wake_ <= now) issue_until(now);
    wheel_.pass(now);
    count_cycles();
  }
  Ring<EuSend> sent;

  /// First cycle in which a message can issue, unless something happens before; kNever while only a response, a freed
  /// send slot or a new thread can bring one.
  Cycles next_send() const;

  /// An empty slot, to be loaded with a thread. Its registers hold zeros.
  ThreadStart& vacant(unsigned slot);

  /// To be called after advance(now): a loaded slot's thread starts; an occupied send slot becomes free.
  void start(unsigned slot, Cycles now);
  void free_send_slot(Cycles now);

  /// To be called after advance(now): the response to a message of the thread in `slot` has come, and stands in its
  /// `destination` registers or was handed to its program. The thread may go on from the next cycle on.
  void answer_registers(unsigned slot, functional::GrfRange destination, Cycles now);
  void answer_program(unsigned slot, Cycles now);

  /// To be called after advance(now): the older threads at the same pixels, for which the thread in `slot` waited from
  /// its start on (ThreadStart), have ended. It may go on behind them from the next cycle on.
  void end_older(unsigned slot, Cycles now);

  /// To be called after advance(now): whether the thread in `slot` can issue nothing until a response comes, and since
  /// when.
  bool awaits_response(unsigned slot) const { return next_[slot].ready == kNever; }
  Cycles awaits_since(unsigned slot) const { return threads_[slot].awaits_since; }

  /// Number of the thread in the order of starts; tells it from a later one in its slot.
  std::uint64_t order(unsigned slot) const { return threads_[slot].order; }
  functional::EuProgram& program(unsigned slot) { return *threads_[slot].start.program; }
  functional::ThreadRegisters& registers(unsigned slot) { return *threads_[slot].start.registers; }

 private:
  struct Thread {
    ThreadStart start;
    Scoreboard scoreboard;
    std::uint64_t order = 0;  // number in the order of starts
    // first cycle of the next instruction: one per cycle, latency of branches, payload of the last send
    Cycles earliest;
    bool running = false;  // between start and end of a thread
    Cycles awaits_since;   // when it last began to wait for a response
    PreparedStep step;     // the next instruction
  };
  /// Facts about a thread's next instruction that every cycle asks for.
  struct Next {
    // first cycle in which it may issue, with its registers ready; kNever: not before a response comes
    Cycles ready = kNever;
    std::uint32_t before_send = 0;
    EuRoute route = EuRoute::kFpu;
  };

  void issue_until(Cycles now);
  void issue_cycle(Cycles now);
  SlotSet can_issue(Cycles now) const;
  unsigned first_of(SlotSet slots) const;
  unsigned first_behind(unsigned last, SlotSet slots) const;
  void wait(Cycles now, bool issued);
  void count_cycles() {
    if (busy_from_ != busy_until_) count_busy();
  }
  void count_busy();
  void look_at(unsigned slot, Cycles ready);
  void issue_from(unsigned slot, Cycles now);
  void set_atomic(Thread& thread, bool atomic);
  void look_ahead(unsigned slot);
  void resume(unsigned slot, Cycles now);
  void send_from(unsigned slot, Cycles now, bool sends);
  std::size_t unit_of(EuRoute route, Cycles now) const;
  void occupy(EuRoute route, Cycles now, Cycles until);
  void find_send_free();

  EuParameters parameters_;
  EuStatistics& statistics_;
  std::vector<Thread> threads_;
  std::vector<Next> next_;      // by slot
  std::vector<SlotSet> older_;  // by slot: slots whose thread started before
  SlotSet live_ = 0;            // slots whose next instruction waits for no response: they are in the wheel, or ready
  ReadyWheel wheel_;
  SlotSet ready_ = 0;  // slots whose next instruction waits for its unit only
  std::array<SlotSet, kEuRoutes.size()> ready_by_route_{};
  SlotSet atomic_ = 0;    // slots whose next instruction comes before those of others
  unsigned running_ = 0;  // threads between start and end
  StepPreparation& preparation_;
  std::array<Cycles, kEuUnits> unit_free_{};
  // when a unit of the route is free; for sends kNever while no send slot is free
  std::array<Cycles, kEuRoutes.size()> free_{};
  functional::MessageSend issued_;  // sent by the instruction that is issuing
  unsigned send_slots_taken_ = 0;
  std::uint64_t starts_ = 0;
  unsigned last_issued_ = 0;
  Cycles wake_ = kNever;            // next cycle in which an instruction becomes ready or may issue
  EuCycle state_ = EuCycle::kIdle;  // of the cycles from the last wake on in which nothing issues
  Cycles busy_from_, busy_until_;   // cycles that issued and are not yet in the account
};

}  // namespace texpipe::machine
