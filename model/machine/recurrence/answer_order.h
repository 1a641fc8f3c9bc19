// In which order and when the answers of a cache leave over a port of limited width.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "machine/recurrence/line_request.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Answers leave in order of readiness, of equals by rank, then as they came; each holds the port for its bytes and is
/// there with its last one. Which one is next is decided only when nothing can come before it any more.
class AnswerOrder {
 public:
  void add(LineClient& client, std::uint64_t tag, Subcycles work, Cycles ready, std::uint32_t rank) {
    waiting_.push_back({ready, rank, tag, work, &client});
    for (std::size_t i = waiting_.size() - 1; i > 0 && waiting_[i].leaves_before(waiting_[i - 1]); --i) {
      std::swap(waiting_[i], waiting_[i - 1]);
    }
  }

  /// Readiness of the next one; never when there is none.
  Cycles next() const { return waiting_.empty() ? kNever : waiting_.front().ready; }

  /// Every answer that is ready at `last` or before leaves: all that will be added is ready later.
  void decide(Cycles last) {
    while (!waiting_.empty() && waiting_.front().ready <= last) {
      const Waiting next = waiting_.front();
      waiting_.pop_front();
      const Cycles start = port_.earliest(next.ready);
      port_.claim(start, next.work);
      next.client->answered(next.tag, port_.last_busy(start));
    }
  }

 private:
  struct Waiting {
    Cycles ready;
    std::uint32_t rank = 0;
    std::uint64_t tag = 0;
    Subcycles work;
    LineClient* client = nullptr;
    bool leaves_before(const Waiting& other) const { return std::tie(ready, rank) < std::tie(other.ready, other.rank); }
  };

  Ring<Waiting> waiting_;  // sorted
  IssueSlot port_;
};

}  // namespace texpipe::machine
