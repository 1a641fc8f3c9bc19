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
    Cycles when = latest(results_, from, [&](const Wait& wait) {
      return static_cast<unsigned>(wait.registers.meets(step.awaited)) | (wait.flags & step.awaited_flags);
    });
    if (readers_.empty()) return when;
    const Cycles read = latest(readers_, from, [&](const Wait& wait) { return wait.registers.meets(step.written); });
    return step.checks_destination && when < read ? read : when;
  }

 private:
  struct Wait {
    RegisterSet registers;
    functional::FlagSet flags = 0;
    Cycles until;
  };

  /// The last of those that somebody waits for, not before `from`; drops those that do not last beyond that. Without
  /// jumps: which of them last nobody foresees.
  template <class WaitsFor>
  static Cycles latest(std::vector<Wait>& waits, Cycles from, WaitsFor waits_for) {
    Cycles when = from;
    Wait* kept = waits.data();
    for (const Wait& wait : waits) {
      const Wait each = wait;
      const Cycles until = waits_for(each) != 0 ? each.until : from;
      when = when < until ? until : when;
      *kept = each;
      kept += each.until > from ? 1 : 0;
    }
    waits.resize(static_cast<std::size_t>(kept - waits.data()));
    return when;
  }

  RegisterSet missing_;  // results that nobody knows the time of
  std::vector<Wait> results_;
  std::vector<Wait> readers_;
};

}  // namespace texpipe::machine
