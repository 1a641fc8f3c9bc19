// Which instruction an EU issues when, and when it may have a message to send.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "machine/eu/eu_parameters.h"
#include "machine/eu/eu_statistics.h"
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
    while (wake_ <= now) issue_cycle(wake_);
    if (states_ > 0) enter_states(now);
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
    functional::EuStep step;  // the next instruction
    bool running = false;     // between start and end of thread
    bool atomic = false;      // its next instruction comes before those of others
    Cycles awaits_since;      // it last had to wait for a response
  };
  /// Of a thread's next instruction, what every cycle asks for.
  struct Next {
    Cycles ready = kNever;  // not before, with its registers ready; kNever: before a response comes
    std::uint32_t before_send = 0;
    EuRoute route = EuRoute::kFpu;
  };

  /// What the cycles count as from one on in which nothing issues.
  struct State {
    Cycles from;
    EuCycle state;
  };

  /// What the parameters give for a class of instructions: of those of most programs known beforehand.
  struct ClassCosts {
    Cycles latency;
    std::array<Cycles, 33> occupancy;  // of the unit, by lanes
  };

  void issue_cycle(Cycles now);
  unsigned issue_between(std::size_t i, unsigned last, unsigned width, Cycles now);
  unsigned issue_round_robin(unsigned width, Cycles now);
  unsigned issue_atomic(unsigned width, Cycles now);
  void wait(Cycles now);
  void enter_states(Cycles until);
  void look_at(unsigned slot, Cycles ready);
  bool comes_before(unsigned slot, unsigned other) const;
  void issue_from(unsigned slot, Cycles now);
  void set_atomic(Thread& thread, bool atomic);
  void look_ahead(unsigned slot);
  void resume(unsigned slot, Cycles now);
  void send_from(unsigned slot, Cycles now, bool sends);
  Cycles occupancy_of(const functional::EuStep& step) const;  // of its unit
  Cycles occupancy_of(functional::InstructionClass instruction, unsigned dwords) const;
  /// The route's first unit when it is free, else the one that is free first: FPU1 is left to mathematical functions.
  EuUnit unit_of(EuRoute route, Cycles now) const {
    const EuRouteUnits& units = route_units_[static_cast<std::size_t>(route)];
    const Cycles first = unit_free_[static_cast<std::size_t>(units.first)];
    return first > now && unit_free_[static_cast<std::size_t>(units.second)] < first ? units.second : units.first;
  }
  Cycles free_at(EuRoute route, Cycles now) const { return unit_free_[static_cast<std::size_t>(unit_of(route, now))]; }
  bool accepts(EuRoute route, Cycles now) const {
    return free_at(route, now) <= now && (route != EuRoute::kSend || send_slots_taken_ < parameters_.send_slots);
  }
  bool can_issue(unsigned slot, Cycles now) const {
    return next_[slot].ready <= now && accepts(next_[slot].route, now);
  }

  EuParameters parameters_;
  EuStatistics& statistics_;
  std::vector<Thread> threads_;
  std::vector<Next> next_;      // by slot
  std::vector<unsigned> live_;  // slots whose next instruction waits for no response: oldest first, or by number
  unsigned running_ = 0;        // threads
  std::array<ClassCosts, functional::kInstructionClasses> costs_;
  std::array<EuRouteUnits, kEuRoutes.size()> route_units_;  // of this machine
  std::array<Cycles, kEuUnits> unit_free_{};
  functional::MessageSend issued_;  // by the instruction that is issuing
  unsigned send_slots_taken_ = 0;
  int atomic_threads_ = 0;
  std::uint64_t starts_ = 0;
  unsigned last_issued_ = 0;
  Cycles wake_ = kNever;          // next cycle in which an instruction may issue
  std::array<State, 2> state_{};  // of cycles before it, in order
  unsigned states_ = 0;
};

}  // namespace texpipe::machine
