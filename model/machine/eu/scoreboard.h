// Scoreboard of a thread: which general registers and flags wait for a result, and until when.
#pragma once

#include <cstddef>
#include <vector>

#include "base/quantity.h"
#include "functional/execution/eu_program.h"
#include "machine/eu/prepared_step.h"
#include "machine/eu/register_set.h"
#include "machine/stage/never.h"

namespace texpipe::machine {

/// Keeps results that are under way, not a time for every register: a mask of the registers that messages will write,
/// and the times of one or two computed results, because a thread issues in order.
class Scoreboard {
 public:
  /// Begins with a new thread, of which nothing is under way.
  void clear() {
    results_.clear();
    readers_.clear();
    missing_ = {};
  }

  /// Sets when registers hold their result; kNever: when a message's response comes, or set() is called again.
  void set(const RegisterSet& registers, Cycles when) {
    if (when == kNever) {
      missing_.add(registers);
    } else if (!registers.empty()) {
      results_.push_back({registers, 0, when});
    }
  }

  /// Sets when flags hold their result.
  void set_flags(functional::FlagSet flags, Cycles when) {
    if (flags != 0) results_.push_back({{}, flags, when});
  }

  /// Drops results that are under way to these registers: an instruction writes them without having waited, and from
  /// then on nobody waits for the old ones.
  void forget(const RegisterSet& registers) {
    missing_.remove(registers);
    for (Wait& wait : results_) {
      wait.registers.remove(registers);
      if (wait.registers.empty() && wait.flags == 0) wait.until = {};
    }
  }

  /// Holds registers that are being read until `when`: they may not be written before.
  void hold(const RegisterSet& registers, Cycles when) {
    if (!registers.empty()) readers_.push_back({registers, 0, when});
  }

  /// First cycle from `from` on in which everything that the instruction reads or writes is ready; kNever while a
  /// response is missing. `from` is not before that of an earlier call.
  Cycles ready(const PreparedStep& step, Cycles from) {
    if (missing_.meets(step.awaited)) return kNever;
    Cycles when = from;
    for_each_after(results_, from, [&](const Wait& wait) {
      if (wait.registers.meets(step.awaited) || (wait.flags & step.awaited_flags) != 0) when = later(when, wait.until);
    });
    for_each_after(readers_, from, [&](const Wait& wait) {
      if (step.checks_destination && wait.registers.meets(step.written)) when = later(when, wait.until);
    });
    return when;
  }

 private:
  static constexpr Cycles later(Cycles a, Cycles b) { return a < b ? b : a; }

  struct Wait {
    RegisterSet registers;
    functional::FlagSet flags = 0;
    Cycles until;
  };

  /// Visits the waits that last beyond `from`, and drops the others.
  template <class F>
  static void for_each_after(std::vector<Wait>& waits, Cycles from, F&& f) {
    Wait* const first = waits.data();
    Wait* last = first + waits.size();
    for (Wait* wait = first; wait != last;) {
      if (wait->until <= from) {
        *wait = *--last;
      } else {
        f(*wait++);
      }
    }
    waits.resize(static_cast<std::size_t>(last - first));
  }

  RegisterSet missing_;  // registers whose results have no known time
  std::vector<Wait> results_;
  std::vector<Wait> readers_;
};

}  // namespace texpipe::machine
