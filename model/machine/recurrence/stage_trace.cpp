#include "machine/recurrence/stage_trace.h"

#include <algorithm>

namespace texpipe::machine {

/// Takes what is next in time, as long as nothing that is not told yet can come before. @param end  kNever: the run
/// goes on; else everything up to there has been told
void StageTrace::merge(Cycles end) {
  for (;;) {
    const bool ended = end != kNever;
    const bool leaves = !left_.empty() && levels_.level() > 0, enters = !entered_.empty();
    if (!leaves && !enters) return;
    if (!ended && !leaves && levels_.level() > 0) return;  // something may leave before
    if (!ended && !enters) return;                         // something may enter before
    const bool leave = leaves && (!enters || left_.front().at <= entered_.front());
    const Cycles next = leave ? left_.front().at : entered_.front();
    if (ended ? next > end : !issues_known(next)) return;
    pass(next);
    if (leave) {
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

/// Nothing came or went up to `until`.
void StageTrace::pass(Cycles until) {
  if (until <= levels_.at()) return;
  if (levels_.level() == slots_) {
    full(until);
  } else {
    const Cycles since = starves_ && !expected_.empty() ? expected_.front().since : kNever;
    state(StageState::kIdle, std::min(since, until));
    state(StageState::kStarved, until);
  }
  levels_.hold(until);
}

void StageTrace::full(Cycles until) {
  const Leaving head = left_.empty() ? Leaving{until, until, until, until} : left_.front();
  const Cycles blocked = std::min(head.ready, until);
  state(StageState::kLatency, std::min(head.missing_from, blocked));
  state(StageState::kMiss, std::min(head.missing_until, blocked));
  state(StageState::kLatency, blocked);
  state(StageState::kBlocked, until);
}

/// A stalled issue slot waits for a miss, except where the stage is blocked.
void StageTrace::state(StageState state, Cycles until) {
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

void StageTrace::close(Cycles end, Histogram& occupancy, CycleAccount& account) {
  merge(end);
  pass(end);
  levels_.close(end, occupancy);
  account_.close(end, account);
}

}  // namespace texpipe::machine
