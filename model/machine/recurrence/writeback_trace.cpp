#include "machine/recurrence/writeback_trace.h"

#include <algorithm>

namespace texpipe::machine {

/// Charges a span, up to `until`, in which no response is offered and none waits for its latency while all slots are
/// taken: the writeback is starved when work is further up, else idle.
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
  enter_before(now);
  levels_.hold(now);
  levels_.down();
}

void WritebackTrace::enter_before(Cycles end) {
  for (; !entered_.empty() && entered_.front() < end; entered_.pop_front()) {
    levels_.hold(entered_.front());
    levels_.up();
  }
}

void WritebackTrace::count_before(Cycles end, Cycles complete, Cycles filled, Cycles offered, Histogram& occupancy,
                                  CycleAccount& account) {
  wait(std::min({complete == kNever ? kNever : std::max(complete, filled), offered, end}));
  account_.state(StageState::kLatency, std::min(offered, end));
  account_.state(StageState::kBlocked, end);
  told_ = std::max(told_, end);
  enter_before(end);
  levels_.hold(end);
  levels_.count_known(occupancy);
  account_.count_known(account);
}

void WritebackTrace::close(Cycles end, Histogram& occupancy, CycleAccount& account) {
  wait(end);
  enter_before(end);
  levels_.close(end, occupancy);
  account_.close(end, account);
}

}  // namespace texpipe::machine
