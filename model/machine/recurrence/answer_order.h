// In which order and when the answers of a cache leave over a port of limited width.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "base/ring.h"
#include "machine/recurrence/line_request.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/link_account.h"

namespace texpipe::machine {

/// Answers leave in order of readiness, of equals by rank, then as they came; each holds the port for its bytes and is
/// there with its last one. Which one is next is decided only when nothing can come before it any more.
class AnswerOrder {
 public:
  /// What the port does is counted, and where lines are that it moves.
  void keep(const LinkAccount& account, LinePlace place) {
    account_.emplace(account);
    place_ = place;
  }

  /// @return where the line is until `ready`: to be filled in before anything else is called
  LinePath& add(LineClient& client, std::uint64_t tag, std::uint32_t bytes, Subcycles work, Cycles ready,
                std::uint32_t rank) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(paths_.size()));
      paths_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    waiting_.push_back({ready, rank, tag, work, &client, bytes, place});
    for (std::size_t i = waiting_.size() - 1; i > 0 && waiting_[i].leaves_before(waiting_[i - 1]); --i) {
      std::swap(waiting_[i], waiting_[i - 1]);
    }
    paths_[place].clear();
    return paths_[place];
  }

  /// Readiness of the next one; never when there is none.
  Cycles next() const { return waiting_.empty() ? kNever : waiting_.front().ready; }

  /// Every answer that is ready at `last` or before leaves: all that will be added is ready later.
  void decide(Cycles last) {
    while (!waiting_.empty() && waiting_.front().ready <= last) {
      const Waiting next = waiting_.front();
      waiting_.pop_front();
      const Cycles start = port_.earliest(next.ready);
      const Subcycles begin = port_.claim(start, next.work);
      if (account_) moves_.push_back({start, begin, port_.free_at(), next.bytes});
      const Cycles there = port_.last_busy(start);
      LinePath& path = paths_[next.path];
      path.add(place_, there);
      next.client->answered(next.tag, there, path);
      free_.push_back(next.path);
    }
  }

  /// Counts what began to cross the port before `end`: decisions are made ahead of time.
  void count_before(Cycles end) {
    for (; !moves_.empty() && moves_.front().start < end; moves_.pop_front())
      account_->move(moves_.front().bytes, moves_.front().from, moves_.front().until);
  }
  /// What begins in the last cycle has no cycle to cross in.
  void close(Cycles end) {
    count_before(end);
    for (; !moves_.empty() && moves_.front().start == end; moves_.pop_front())
      account_->bytes.add(moves_.front().bytes);
  }

 private:
  struct Move {
    Cycles start;
    Subcycles from, until;
    std::uint32_t bytes = 0;
  };
  struct Waiting {
    Cycles ready;
    std::uint32_t rank = 0;
    std::uint64_t tag = 0;
    Subcycles work;
    LineClient* client = nullptr;
    std::uint32_t bytes = 0;
    std::uint32_t path = 0;  // its place
    bool leaves_before(const Waiting& other) const { return std::tie(ready, rank) < std::tie(other.ready, other.rank); }
  };

  Ring<Waiting> waiting_;  // sorted
  std::vector<LinePath> paths_;
  std::vector<std::uint32_t> free_;  // of these
  Ring<Move> moves_;                 // decided and not counted
  std::optional<LinkAccount> account_;
  LinePlace place_ = LinePlace::kL3Port;
  IssueSlot port_;
};

}  // namespace texpipe::machine
