// Which general registers and flags of a thread wait for a result, and until when.
#pragma once

#include <cstddef>
#include <vector>

#include "base/quantity.h"
#include "functional/execution/eu_program.h"
#include "machine/eu/prepared_step.h"
#include "machine/eu/register_set.h"
#include "machine/stage/never.h"

namespace texpipe::machine {

/// Keeps what is under way, not what every register waits for: a mask of what messages answer, and of computed results
/// one or two, because a thread issues in order.
class Scoreboard {
 public:
  /// Of a thread that starts: nothing is under way.
  void clear() {
    results_.clear();
    readers_.clear();
    missing_ = {};
  }

  /// Registers hold their result from `when` on; kNever: until a message's response, or until somebody says else.
  void set(const RegisterSet& registers, Cycles when) {
    if (when == kNever) {
      missing_.add(registers);
    } else if (!registers.empty()) {
      results_.push_back({registers, 0, when});
    }
  }

  /// Flags hold their result from `when` on.
  void set_flags(functional::FlagSet flags, Cycles when) {
    if (flags != 0) results_.push_back({{}, flags, when});
  }

  /// Registers are written by somebody who did not wait for what was under way to them, which nobody waits for now.
  void forget(const RegisterSet& registers) {
    missing_.remove(registers);
    for (Wait& wait : results_) {
      wait.registers.remove(registers);
      if (wait.registers.empty() && wait.flags == 0) wait.until = {};
    }
  }

  /// Registers are being read until `when` and may not be written before.
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

  /// Of those that last beyond `from`; drops the others.
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

  RegisterSet missing_;  // results that nobody knows the time of
  std::vector<Wait> results_;
  std::vector<Wait> readers_;
};

}  // namespace texpipe::machine
