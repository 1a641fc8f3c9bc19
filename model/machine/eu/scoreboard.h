// Which general registers and flags of a thread wait for a result, and until when.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "base/quantity.h"
#include "functional/execution/eu_program.h"
#include "machine/stage/never.h"

namespace texpipe::machine {

class Scoreboard {
 public:
  /// Registers of `range` hold their result from `when` on; kNever: until a message's response.
  void set(functional::GrfRange range, Cycles when) {
    for (unsigned r = range.first; r < unsigned{range.first} + range.count; ++r) ready_[r] = when;
  }

  /// Flags hold their result from `when` on.
  void set_flags(functional::FlagSet flags, Cycles when) {
    for (; flags != 0; flags &= flags - 1) flags_[static_cast<unsigned>(std::countr_zero(flags))] = when;
  }

  /// Registers of `range` are being read until `when` and may not be written before.
  void hold(functional::GrfRange range, Cycles when) {
    for (unsigned r = range.first; r < unsigned{range.first} + range.count; ++r) held_[r] = when;
  }

  /// First cycle in which everything that the instruction reads or writes is ready; kNever while a response is missing.
  Cycles ready(const functional::EuStep& step) const {
    Cycles when = flags_ready(step);
    for (const functional::GrfRange& range : step.reads) when = latest(ready_, range, when);
    if (!step.checks_destination) return when;
    return latest(held_, step.writes, latest(ready_, step.writes, when));
  }

 private:
  using Times = std::array<Cycles, functional::kGrfCount>;

  /// Most ranges are one or two registers.
  static Cycles latest(const Times& times, functional::GrfRange range, Cycles when) {
    if (range.count == 0) return when;
    const Cycles* first = times.data() + range.first;
    const Cycles* last = first + range.count - 1;
    when = std::max(when, std::max(*first, *last));
    for (const Cycles* between = first + 1; between < last; ++between) when = std::max(when, *between);
    return when;
  }

  Cycles flags_ready(const functional::EuStep& step) const {
    Cycles when{0};
    for (functional::FlagSet flags = step.reads_flags | step.writes_flags; flags != 0; flags &= flags - 1)
      when = std::max(when, flags_[static_cast<unsigned>(std::countr_zero(flags))]);
    return when;
  }

  Times ready_{};
  Times held_{};
  std::array<Cycles, 32> flags_{};
};

}  // namespace texpipe::machine
