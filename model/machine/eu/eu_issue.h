// Which instruction an EU issues when, and when it may have a message to send.
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
  unsigned slot = 0;  // of the thread
  Cycles issued;
  Cycles payload_read;  // from then on its registers are free and the message may leave
  functional::MessageSend message;
};

/// The issue slots of one EU, without events. What a thread executes depends on time only through its messages, so the
/// owner need not look at every instruction: it advances the EU before it tells it anything, and at next_send().
///
/// What decides at cycle t is known before t: a thread started, a response written or a send slot freed at t counts
/// from t + 1.
class EuIssue {
 public:
  EuIssue(const EuParameters& parameters, EuStatistics& statistics);

  /// Issues everything up to and including cycle `now`. Sends that issue are in `sent` after it, in order of issue; the
  /// caller takes them out. Not before the `now` of an earlier call.
  void advance(Cycles now) {
    if (wake_ <= now) issue_until(now);
    wheel_.pass(now);
    count_cycles();
  }
  Ring<EuSend> sent;

  /// The first cycle in which a message can issue unless something happens before; kNever while only a response, a
  /// freed send slot or a new thread can bring one.
  Cycles next_send() const;

  /// An empty slot, to be loaded with a thread: its registers hold zeros.
  ThreadStart& vacant(unsigned slot);

  /// After advance(now): the thread that a slot was loaded with starts, or an occupied send slot becomes free, by a
  /// message whose times were `times`.
  void start(unsigned slot, Cycles now);
  void free_send_slot(Cycles now);

  /// After advance(now): the response of a message of the thread in `slot` is there, which either stands in its
  /// `destination` registers or was told the program. The thread may go on from the next cycle on.
  void answer_registers(unsigned slot, functional::GrfRange destination, Cycles now);
  void answer_program(unsigned slot, Cycles now);

  /// After advance(now): whether the thread in `slot` can issue nothing until a response comes, and since when.
  bool awaits_response(unsigned slot) const { return next_[slot].ready == kNever; }
  Cycles awaits_since(unsigned slot) const { return threads_[slot].awaits_since; }

  /// Counts the threads that started; tells a thread from a later one in its slot.
  std::uint64_t order(unsigned slot) const { return threads_[slot].order; }
  functional::EuProgram& program(unsigned slot) { return *threads_[slot].start.program; }
  functional::ThreadRegisters& registers(unsigned slot) { return *threads_[slot].start.registers; }

 private:
  struct Thread {
    ThreadStart start;
    Scoreboard scoreboard;
    std::uint64_t order = 0;  // of starting
    Cycles earliest;          // next instruction not before: one per cycle, branches, the payload of the last send
    bool running = false;     // between start and end of thread
    Cycles awaits_since;      // it last had to wait for a response
    PreparedStep step;        // the next instruction
  };
  /// Of a thread's next instruction, what every cycle asks for.
  struct Next {
    Cycles ready = kNever;  // not before, with its registers ready; kNever: before a response comes
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
  /// The route's first unit when it is free, else the one that is free first: FPU1 is left to mathematical functions.
  EuUnit unit_of(EuRoute route, Cycles now) const {
    const EuRouteUnits& units = route_units_[static_cast<std::size_t>(route)];
    const Cycles first = unit_free_[static_cast<std::size_t>(units.first)];
    return first > now && unit_free_[static_cast<std::size_t>(units.second)] < first ? units.second : units.first;
  }
  void occupy(EuRoute route, Cycles now, Cycles until);
  void find_send_free();

  EuParameters parameters_;
  EuStatistics& statistics_;
  std::vector<Thread> threads_;
  std::vector<Next> next_;      // by slot
  std::vector<SlotSet> older_;  // by slot: those whose thread started before
  SlotSet live_ = 0;            // their next instruction waits for no response: in the wheel, or ready
  ReadyWheel wheel_;
  SlotSet ready_ = 0;  // their next instruction waits for its unit only
  std::array<SlotSet, kEuRoutes.size()> ready_by_route_{};
  SlotSet atomic_ = 0;    // their next instruction comes before those of others
  unsigned running_ = 0;  // threads
  StepPreparation preparation_;
  std::array<EuRouteUnits, kEuRoutes.size()> route_units_;  // of this machine
  std::array<Cycles, kEuUnits> unit_free_{};
  std::array<Cycles, kEuRoutes.size()> free_{};  // a unit of the route; of sends kNever while no slot is free
  functional::MessageSend issued_;               // by the instruction that is issuing
  unsigned send_slots_taken_ = 0;
  std::uint64_t starts_ = 0;
  unsigned last_issued_ = 0;
  Cycles wake_ = kNever;            // next cycle in which an instruction becomes ready or may issue
  EuCycle state_ = EuCycle::kIdle;  // of a cycle in which nothing issues, from the last wake on
  Cycles busy_from_, busy_until_;   // cycles that issued and are not in the account
};

}  // namespace texpipe::machine
