// Which block acts when: the wakes of one simulation by cycle, behind a single SystemC event.
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

/// wakes<&Block::advance>(*this)
template <auto kMember, class Owner>
WakeCall wakes(Owner& owner) {
  return {&owner, [](void* block) { (static_cast<Owner*>(block)->*kMember)(); }};
}

/// The cycle in which a block acts next, if any. Stands for an sc_event with one method that is sensitive to it, at a
/// fraction of its cost: the earliest of its times counts, and it runs once for all that ask for one cycle.
class Wake {
 public:
  Wake(Agenda& agenda, WakeCall call) : agenda_{agenda}, call_{call} {}
  ~Wake() { cancel(); }
  Wake(const Wake&) = delete;
  Wake& operator=(const Wake&) = delete;

  /// Runs in cycle `when`, or when that is now or past, still in this cycle, after what is due in it already.
  void at(Cycles when);

  /// Forgets its time.
  void cancel();

 private:
  friend class Agenda;
  static constexpr Cycles kNone{std::numeric_limits<std::uint64_t>::max()};

  Agenda& agenda_;
  WakeCall call_;
  Cycles due_ = kNone;
  Wake* previous_ = nullptr;  // of the same list
  Wake* next_ = nullptr;
  bool is_far_ = false;
};

/// Runs the wakes of a cycle in the order in which they were asked for; with a shuffling clock in an order drawn from
/// its seed. One timed SystemC event per cycle in which anything happens, however many blocks act in it; none where the
/// clock may run ahead of the kernel.
class Agenda final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Agenda);

  Agenda(sc_core::sc_module_name name, Clock& clock);

  struct Listener {
    std::function<void()> idle;    // the wakes of a cycle have run, and no other waits
    std::function<void()> failed;  // in a catch block: a wake threw, and nothing runs after it
  };
  void tell(Listener listener) { listener_ = std::move(listener); }

  /// Up to which cycle it may go without the kernel, if it comes to run; 0: nowhere.
  void run_ahead_to(Cycles end) { end_ahead_ = end; }
  void stop() {
    end_ahead_ = {};
    clock_.stay();
  }

  /// No wake waits or runs: what is left to happen in the simulation is not texpipe's.
  bool idle() const { return !running_ && notified_ == Wake::kNone; }

 private:
  friend class Wake;
  static constexpr std::uint64_t kCycles = 1024;  // ahead that have a list of their own

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
  void notify(Cycles when);
  void bring_near(Cycles now);
  void link(Wake& wake, Cycles now);
  void unlink(Wake& wake);
  Wake& pick(const List& list);
  Cycles next(Cycles now) const;

  Clock& clock_;
  Listener listener_;
  std::array<List, kCycles> near_{};
  std::array<std::uint64_t, kCycles / 64> waiting_{};  // bit: that list has a wake
  List far_;
  Cycles first_far_ = Wake::kNone;  // not after any of them
  bool running_ = true;             // what is asked for before the start is seen to at the start
  Cycles notified_ = Wake::kNone;   // the cycle for which event_ is pending
  Cycles end_ahead_;
  sc_core::sc_event event_;
};

inline void Wake::at(Cycles when) {
  if (when < due_) agenda_.set(*this, when);
}

}  // namespace texpipe::timing
