#include "machine/recurrence/writeback_trace.h"

#include <algorithm>

namespace texpipe::machine {

/// No response is offered up to `until`, and none waits for its latency with all slots taken: what comes next is
/// further up, or there is nothing.
void WritebackTrace::wait(Cycles until) {
  while (told_ < until) {
    const Cycles next = completed_.empty() ? until : std::clamp(completed_.front(), told_, until);
    account_.state(StageState::kIdle, std::clamp(accepted_.empty() ? next : accepted_.front(), told_, next));
    account_.state(StageState::kStarved, next);
    told_ = next;
    if (completed_.empty() || completed_.front() > next) continue;
    completed_.pop_front();
    accepted_.pop_front();
  }
}

void WritebackTrace::ended(Cycles complete, Cycles filled, Cycles offered, Cycles now) {
  wait(std::min(std::max(complete, filled), offered));
  account_.state(StageState::kLatency, offered);
  account_.state(StageState::kBlocked, now);
  told_ = std::max(told_, now);
  for (; !entered_.empty() && entered_.front() < now; entered_.pop_front()) {
    levels_.hold(entered_.front());
    levels_.up();
  }
  levels_.hold(now);
  levels_.down();
}

void WritebackTrace::close(Cycles end, Histogram& occupancy, CycleAccount& account) {
  wait(end);
  for (; !entered_.empty() && entered_.front() < end; entered_.pop_front()) {
    levels_.hold(entered_.front());
    levels_.up();
  }
  levels_.close(end, occupancy);
  account_.close(end, account);
}

}  // namespace texpipe::machine
