// Answers that wait for a port of limited width: the order in which they leave, and their times; for both timings.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "base/ring.h"
#include "machine/stage/never.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Answers leave in order of readiness, those of equal readiness by rank, then in order of addition. Each holds the
/// port for its bytes and is with its requester with its last byte.
template <class Answer>
class AnswerQueue {
 public:
  /// Queues an answer, whose first byte may leave at `ready` or later.
  void add(Answer answer, Cycles ready, std::uint32_t rank) {
    waiting_.push_back({ready, rank, std::move(answer)});
    for (std::size_t i = waiting_.size() - 1; i > 0 && waiting_[i].leaves_before(waiting_[i - 1]); --i)
      std::swap(waiting_[i], waiting_[i - 1]);
  }

  bool empty() const { return waiting_.empty(); }
  /// Readiness of the answer that leaves first, unless an earlier one is added; kNever: none waits.
  Cycles ready() const { return waiting_.empty() ? kNever : waiting_.front().ready; }

  /// The answer that leaves first. The queue must not be empty.
  const Answer& front() const { return waiting_.front().answer; }
  /// First cycle in which the port can take that answer.
  Cycles start() const { return port_.earliest(waiting_.front().ready); }

  struct Crossing {
    Answer answer;
    Subcycles from, until;  // begin and end of the port's work
    Cycles there;           // cycle in which the last byte is there
  };
  /// The port takes the first answer in cycle `now`, start() or later, and works on it for `work`.
  Crossing take(Cycles now, Subcycles work) {
    const Subcycles from = port_.claim(now, work);
    Crossing crossing{std::move(waiting_.front().answer), from, port_.free_at(), port_.last_busy(now)};
    waiting_.pop_front();
    return crossing;
  }

 private:
  struct Waiting {
    Cycles ready;
    std::uint32_t rank = 0;
    Answer answer;
    bool leaves_before(const Waiting& other) const { return std::tie(ready, rank) < std::tie(other.ready, other.rank); }
  };

  Ring<Waiting> waiting_;  // in the order in which they leave
  IssueSlot port_;
};

}  // namespace texpipe::machine
