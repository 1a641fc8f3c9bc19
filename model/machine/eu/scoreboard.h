// Which general registers of a thread wait for a result, and until when.
#pragma once

#include <algorithm>
#include <array>

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
    std::fill_n(ready_.begin() + range.first, range.count, when);
    std::fill_n(causes_.begin() + range.first, range.count, cause);
  }

  /// Registers of `range` are being read until `when` and may not be written before.
  void hold(functional::GrfRange range, Cycles when) { std::fill_n(held_.begin() + range.first, range.count, when); }

  /// First cycle in which everything that the instruction reads or writes is ready; kNever while a response is missing.
  Cycles ready(const functional::EuStep& step) const {
    Cycles when{0};
    for (const functional::GrfRange& range : step.reads) when = std::max(when, latest(ready_, range));
    return std::max({when, latest(ready_, step.writes), latest(held_, step.writes)});
  }

  /// The latency that makes the instruction wait until `when`, which is ready(step); none when it is another's read.
  Cause cause(const functional::EuStep& step, Cycles when) const {
    const auto of = [&](functional::GrfRange range) {
      for (unsigned r = 0; r < range.count; ++r) {
        if (ready_[range.first + r] == when) return causes_[range.first + r];
      }
      return Cause::kNone;
    };
    for (const functional::GrfRange& range : step.reads) {
      if (const Cause found = of(range); found != Cause::kNone) return found;
    }
    return of(step.writes);
  }

 private:
  using Times = std::array<Cycles, functional::kGrfCount>;

  static Cycles latest(const Times& times, functional::GrfRange range) {
    Cycles when{0};
    for (unsigned r = 0; r < range.count; ++r) when = std::max(when, times[range.first + r]);
    return when;
  }

  Times ready_{};
  Times held_{};
  std::array<Cause, functional::kGrfCount> causes_{};
};

}  // namespace texpipe::machine
