// Which general registers and flags of a thread wait for a result, and until when.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "base/quantity.h"
#include "functional/execution/eu_program.h"
#include "machine/stage/never.h"
#include "machine/statistics/cause.h"

namespace texpipe::machine {

class Scoreboard {
 public:
  /// Registers of `range` hold their result from `when` on; kNever: until a message's response. `cause`: the latency
  /// that makes them wait; of responses none.
  void set(functional::GrfRange range, Cycles when, Cause cause = Cause::kNone) {
    for (unsigned r = range.first; r < range.first + range.count; ++r) {
      registers_[r].ready = when;
      registers_[r].cause = cause;
    }
  }

  /// Flags hold their result from `when` on.
  void set_flags(functional::FlagSet flags, Cycles when) {
    for (; flags != 0; flags &= flags - 1) flags_[static_cast<unsigned>(std::countr_zero(flags))] = when;
  }

  /// Registers of `range` are being read until `when` and may not be written before.
  void hold(functional::GrfRange range, Cycles when) {
    for (unsigned r = range.first; r < range.first + range.count; ++r) registers_[r].held = when;
  }

  /// First cycle in which everything that the instruction reads or writes is ready; kNever while a response is missing.
  Cycles ready(const functional::EuStep& step) const {
    Cycles when{0};
    for (const functional::GrfRange& range : step.reads) {
      for (unsigned r = range.first; r < range.first + range.count; ++r) when = std::max(when, registers_[r].ready);
    }
    if (step.checks_destination) {
      for (unsigned r = step.writes.first; r < step.writes.first + step.writes.count; ++r)
        when = std::max({when, registers_[r].ready, registers_[r].held});
    }
    return std::max(when, flags_ready(step));
  }

  /// The latency that makes the instruction wait until `when`, which is ready(step); none when it is another's read.
  Cause cause(const functional::EuStep& step, Cycles when) const {
    if (flags_ready(step) == when) return Cause::kFlagLatency;
    const auto of = [&](functional::GrfRange range) {
      for (unsigned r = range.first; r < range.first + range.count; ++r) {
        if (registers_[r].ready == when) return registers_[r].cause;
      }
      return Cause::kNone;
    };
    for (const functional::GrfRange& range : step.reads) {
      if (const Cause found = of(range); found != Cause::kNone) return found;
    }
    return of(step.writes);
  }

 private:
  Cycles flags_ready(const functional::EuStep& step) const {
    Cycles when{0};
    for (functional::FlagSet flags = step.reads_flags | step.writes_flags; flags != 0; flags &= flags - 1)
      when = std::max(when, flags_[static_cast<unsigned>(std::countr_zero(flags))]);
    return when;
  }

  struct Register {
    Cycles ready;
    Cycles held;
    Cause cause = Cause::kNone;
  };
  std::array<Register, functional::kGrfCount> registers_{};
  std::array<Cycles, 32> flags_{};
};

}  // namespace texpipe::machine
