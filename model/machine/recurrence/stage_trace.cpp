#include "machine/recurrence/stage_trace.h"

#include <algorithm>

namespace texpipe::machine {

/// A stalled issue slot waits for a miss, except where the stage is blocked.
inline void StageTrace::state(StageState state, Cycles until) {
  if (until <= told_ && stalls_.empty()) return;
  while (!stalls_.empty() && stalls_.front().from < until) {
    const Stall stall = stalls_.front();
    if (state != StageState::kBlocked && stall.until > told_) {
      account_.state(state, std::max(told_, stall.from));
      account_.state(StageState::kMiss, std::min(stall.until, until));
      told_ = std::max(told_, std::min(stall.until, until));
    }
    if (stall.until > until) break;
    stalls_.pop_front();
  }
  account_.state(state, until);
  told_ = std::max(told_, until);
}

inline void StageTrace::full(Cycles until) {
  const Leaving head = left_.empty() ? Leaving{until, until, until, until} : left_.front();
  const Cycles blocked = std::min(head.ready, until);
  state(StageState::kLatency, std::min(head.missing_from, blocked));
  state(StageState::kMiss, std::min(head.missing_until, blocked));
  state(StageState::kLatency, blocked);
  state(StageState::kBlocked, until);
}

/// Nothing came or went up to `until`.
inline void StageTrace::pass(Cycles until) {
  if (levels_.level() == slots_) {
    full(until);
  } else {
    const Cycles since = starves_ && !expected_.empty() ? expected_.front().since : kNever;
    state(StageState::kIdle, std::min(since, until));
    state(StageState::kStarved, until);
  }
  levels_.hold(until);
}

/// Takes what is next in time, as long as nothing that is not told yet can come before. @param end  kNever: the run
/// goes on; else everything up to there has been told
void StageTrace::merge(Cycles end) {
  const bool ended = end != kNever;
  const bool all_issued = issues_ == entries_ + entered_.size();
  const Cycles known = ended || all_issued ? end : last_issued_;
  for (;;) {
    const bool leaves = !left_.empty() && levels_.level() > 0, enters = !entered_.empty();
    if (!leaves && !enters) return;
    if (!ended && !leaves && levels_.level() > 0) return;  // something may leave before
    if (!ended && !enters) return;                         // something may enter before
    const Cycles in = enters ? entered_.front() : kNever, out = leaves ? left_.front().at : kNever;
    const Cycles next = std::min(in, out);
    if (next > known) return;
    if (next > levels_.at()) pass(next);
    if (out <= in) {
      left_.pop_front();
      levels_.down();
      continue;
    }
    entered_.pop_front();
    levels_.up();
    ++entries_;
    if (starves_ && --expected_.front().entries == 0) expected_.pop_front();
  }
}

void StageTrace::close(Cycles end, Histogram& occupancy, CycleAccount& account) {
  merge(end);
  if (end > levels_.at()) pass(end);
  levels_.close(end, occupancy);
  account_.close(end, account);
}

}  // namespace texpipe::machine
