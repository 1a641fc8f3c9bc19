#include "machine/recurrence/stage_trace.h"

#include <algorithm>

namespace texpipe::machine {

/// Charges the spans in which the issue slot was stalled up to `until` as waiting for a miss, except where the stage is
/// blocked.
void StageTrace::charge_stalls(StageState state, Cycles until) {
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
}

/// Charges a span in which all slots are taken. @param head  the next entry to leave; null: it is not known
inline void StageTrace::full(Cycles until, const Leaving* head) {
  if (head == nullptr) return state(StageState::kLatency, until);
  const Cycles blocked = std::min(head->ready, until);
  state(StageState::kLatency, std::min(head->missing_from, blocked));
  state(StageState::kMiss, std::min(head->missing_until, blocked));
  state(StageState::kLatency, blocked);
  state(StageState::kBlocked, until);
}

/// Charges a span, up to `until`, in which nothing came or went.
inline void StageTrace::pass(Cycles until, const Leaving* head) {
  if (levels_.level() == slots_) {
    full(until, head);
  } else {
    const Cycles since = starves_ && first_expected_.entries > 0 ? first_expected_.since : kNever;
    state(StageState::kIdle, std::min(since, until));
    state(StageState::kStarved, until);
  }
  levels_.hold(until);
}

inline void StageTrace::enter() {
  levels_.up();
  ++entries_;
  if (!starves_ || --first_expected_.entries > 0 || expected_.empty()) return;
  first_expected_ = expected_.front();
  expected_.pop_front();
}

/// Merges arrivals and departures in the order of time, as long as nothing that has not been told can come before.
/// @param end  kNever: the run goes on; else everything up to there has been told
void StageTrace::merge(Cycles end) {
  const bool ended = end != kNever;
  const bool all_issued = issues_ == entries_ + entered_.size();
  const Cycles known = ended ? end : std::min(all_issued ? kNever : last_issued_, look_ - Cycles{1});
  auto in = entered_.cbegin();
  auto out = left_.cbegin();
  for (;;) {
    const bool leaves = out != left_.cend() && levels_.level() > 0, enters = in != entered_.cend();
    if (!leaves && !enters) break;
    if (!ended && !leaves && levels_.level() > 0) break;  // something that has not been told may leave before
    if (!ended && !enters) break;                         // something that has not been told may enter before
    const Cycles arrival = enters ? *in : kNever, departure = leaves ? out->at : kNever;
    const Cycles next = std::min(arrival, departure);
    if (next > known) break;
    if (next > levels_.at()) pass(next, out != left_.cend() ? &*out : nullptr);
    if (departure <= arrival) {
      ++out;
      levels_.down();
    }
    if (arrival <= departure) {  // a slot that is left is taken in the same cycle
      ++in;
      enter();
    }
  }
  gone_ += static_cast<std::uint64_t>(out - left_.cbegin());
  entered_.erase(entered_.cbegin(), in);
  left_.erase(left_.cbegin(), out);
  merge_from_ = std::max(kBatch + slots_, left_.size() + kBatch);
}

void StageTrace::count_before(Cycles end, const Leaving& head, Histogram& occupancy, CycleAccount& account) {
  merge(end - Cycles{1});
  if (end > levels_.at()) pass(end, left_.empty() ? &head : &left_.front());
  levels_.count_known(occupancy);
  account_.count_known(account);
}

void StageTrace::close(Cycles end, Histogram& occupancy, CycleAccount& account) {
  merge(end);
  if (end > levels_.at()) pass(end, left_.empty() ? nullptr : &left_.front());
  levels_.close(end, occupancy);
  account_.close(end, account);
}

}  // namespace texpipe::machine
