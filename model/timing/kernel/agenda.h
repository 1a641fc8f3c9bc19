// Agenda of a simulation: the wakes of all blocks by cycle, behind a single SystemC event.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>

#include <systemc>

#include "base/quantity.h"
#include "timing/kernel/clock.h"

namespace texpipe::timing {

class Agenda;

/// A member function of a block, to be called when it wakes.
struct WakeCall {
  void* owner;
  void (*run)(void* owner);
};

/// The call of a member function: wakes<&Block::advance>(*this).
template <auto kMember, class Owner>
WakeCall wakes(Owner& owner) {
  return {&owner, [](void* block) { (static_cast<Owner*>(block)->*kMember)(); }};
}

/// The cycle in which a block acts next, if any. It replaces an sc_event with one method that is sensitive to it, at a
/// fraction of the cost: of several times the earliest counts, and the block runs once in a cycle however often it was
/// asked for.
class Wake {
 public:
  Wake(Agenda& agenda, WakeCall call) : agenda_{agenda}, call_{call} {}
  ~Wake() { cancel(); }
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  /// Wakes the block in cycle `when`. When that is now or past, it runs still in this cycle, after all wakes that are
  /// due in it already.
  void at(Cycles when);

  /// Cancels the wake.
  void cancel();

 private:
  friend class Agenda;
  static constexpr Cycles kNone{std::numeric_limits<std::uint64_t>::max()};

  Agenda& agenda_;
  WakeCall call_;
  Cycles due_ = kNone;
  Wake* previous_ = nullptr;  // wake before it in its list
  Wake* next_ = nullptr;
  bool is_far_ = false;
};

/// Runs the wakes of a cycle in the order in which they were asked for; with a shuffling clock in an order drawn from
/// its seed. It needs one timed SystemC event per cycle in which anything happens, however many blocks act in it, and
/// none where the clock may run ahead of the kernel.
class Agenda final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Agenda);

  Agenda(sc_core::sc_module_name name, Clock& clock);

  struct Listener {
    std::function<void()> idle;    // called when the wakes of a cycle have run and no other waits
    std::function<void()> failed;  // called in a catch block: a wake threw, and nothing runs after it
  };
  void tell(Listener listener) { listener_ = std::move(listener); }

  /// Allows the agenda, when it next runs, to take cycles up to `end` without the kernel; 0: none.
  void run_ahead_to(Cycles end) { end_ahead_ = end; }
  void stop() {
    end_ahead_ = {};
    clock_.stay();
  }

  /// Calls `call` once, when everything of the present cycle has happened: its wakes, and what foreign modules do at
  /// its edge. One call waits at a time; the agenda takes no later cycle before it.
  void at_end_of_cycle(std::function<void()> call);

  /// Whether no wake waits or runs. Events that are still to come are then not texpipe's.
  bool idle() const { return !running_ && notified_ == Wake::kNone; }

 private:
  friend class Wake;
  static constexpr std::uint64_t kCycles = 1024;  // cycles ahead whose wakes have a list of their own

  struct List {
    Wake* first = nullptr;
    Wake* last = nullptr;
    std::uint64_t count = 0;
  };

  void set(Wake& wake, Cycles when);
  void remove(Wake& wake);
  void run();
  void run_due();
  void run_cycle(Cycles now);
  void end_cycle();
  template <class Body>
  void guarded(Body&& body);
  void notify(Cycles when);
  void bring_near(Cycles now);
  void link(Wake& wake, Cycles now);
  void unlink(Wake& wake);
  Wake& pick(const List& list);
  Cycles next(Cycles now) const;

  Clock& clock_;
  Listener listener_;
  std::array<List, kCycles> near_{};
  std::array<std::uint64_t, kCycles / 64> waiting_{};  // bit by list of near_: whether it has a wake
  List far_;
  Cycles first_far_ = Wake::kNone;  // no wake of far_ is due before it
  bool running_ = true;             // true before the start, too: wakes that are set before it are seen to at the start
  Cycles notified_ = Wake::kNone;   // the cycle for which event_ is pending
  Cycles end_ahead_;
  sc_core::sc_event event_;
  std::function<void()> at_end_;
  sc_core::sc_event end_event_;
};

inline void Wake::at(Cycles when) {
  if (when < due_) agenda_.set(*this, when);
}

}  // namespace texpipe::timing
