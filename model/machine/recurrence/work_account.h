// A cycle account whose states and work are told separately, each in the order of time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ring.h"
#include "machine/stage/stage_state.h"
#include "machine/statistics/cycle_account.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// @tparam State  the categories; the first is busy, the last idle
template <class State = StageState>
class WorkAccount {
 public:
  /// The unit works in [from, until), which starts at the end of earlier work or later.
  void work(Subcycles from, Subcycles until) {
    if (last_.until == from) {
      last_.until = until;
    } else if (until > from) {
      keep_last();
      last_ = {from, until};
    }
  }

  /// Says that the unit is in `state` up to `until` where it does not work, from the end of the earlier call on. All
  /// work that starts before `until` has been told.
  void state(State state, Cycles until) {
    if (until <= told_) return;
    // A unit may stay in one state for as long as it works.
    if (state != state_ || works_.size() >= kMostKept) {
      charge();
      state_ = state;
    }
    told_ = until;
  }

  /// Counts everything that was told.
  void count_known(CycleAccount& account) {
    charge();
    account.settle({parts_.begin(), parts_.end()}, told_);
  }
  void close(Cycles end, CycleAccount& account) {
    told_ = end;
    count_known(account);
  }

 private:
  static constexpr std::size_t kMostKept = 256;
  struct Work {
    Subcycles from;
    Subcycles until;
  };

  void keep_last() {
    if (last_.until > last_.from) works_.push_back(last_);
    last_.from = last_.until;
  }

  void charge() {
    keep_last();
    const Subcycles until = subcycles(told_);
    Subcycles busy;
    while (!works_.empty() && works_.front().from < until) {
      const Subcycles from = std::max(works_.front().from, charged_), end = std::min(works_.front().until, until);
      if (end > from) busy += end - from;
      if (works_.front().until > until) break;
      works_.pop_front();
    }
    parts_[0] += busy.value();
    parts_[static_cast<std::size_t>(state_)] += (until - charged_ - busy).value();
    charged_ = until;
  }

  std::array<std::uint64_t, static_cast<std::size_t>(State::kIdle) + 1> parts_{};  // subcycles by category
  Ring<Work> works_;                                                               // pieces of work that have ended
  Work last_;                                                                      // the last piece, which may grow
  State state_ = State::kIdle;
  Cycles told_;
  Subcycles charged_;
};

}  // namespace texpipe::machine
