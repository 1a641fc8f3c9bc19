// Answers of a cache by recurrence: they leave over a port of limited width, decided ahead of their times.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ring.h"
#include "machine/cache/answer_queue.h"
#include "machine/recurrence/line_request.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/link_account.h"

namespace texpipe::machine {

/// Order of a cache's answers. Which one is next is decided only when nothing can come before it any more.
class AnswerOrder {
 public:
  /// Counts the port's work in `account` from now on; lines that the port moves are at `place`.
  void keep(const LinkAccount& account, LinePlace place) {
    account_.emplace(account);
    place_ = place;
  }

  /// Adds an answer. @return path of its line, into which the caller writes the places until `ready` before it calls
  /// anything else
  LinePath& add(LineClient& client, std::uint64_t tag, std::uint32_t bytes, Subcycles work, Cycles ready,
                std::uint32_t rank) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(paths_.size()));
      paths_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    waiting_.add({&client, tag, work, bytes, place}, ready, rank);
    paths_[place].clear();
    return paths_[place];
  }

  /// Readiness of the next answer; kNever: there is none.
  Cycles next() const { return waiting_.ready(); }

  /// Sends every answer that is ready at `last` or before. Answers that are added later must be ready later.
  void decide(Cycles last) {
    while (waiting_.ready() <= last) {
      const Cycles start = waiting_.start();
      const auto [answer, from, until, there] = waiting_.take(start, waiting_.front().work);
      if (account_) moves_.push_back({start, from, until, answer.bytes});
      LinePath& path = paths_[answer.path];
      path.add(place_, there);
      answer.client->answered(answer.tag, there, path);
      free_.push_back(answer.path);
    }
  }

  /// Counts the answers that began to cross the port before `end`; they were decided ahead of time.
  void count_before(Cycles end) {
    for (; !moves_.empty() && moves_.front().start < end; moves_.pop_front())
      account_->move(moves_.front().bytes, moves_.front().from, moves_.front().until);
  }
  /// Counts the rest at the end of a run. An answer that begins to cross in the last cycle counts its bytes, and no
  /// time.
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
  struct Answer {
    LineClient* client = nullptr;
    std::uint64_t tag = 0;
    Subcycles work;
    std::uint32_t bytes = 0;
    std::uint32_t path = 0;  // index of its path in paths_
  };

  AnswerQueue<Answer> waiting_;
  std::vector<LinePath> paths_;
  std::vector<std::uint32_t> free_;  // indices of unused paths
  Ring<Move> moves_;                 // answers that were decided and are not yet counted
  std::optional<LinkAccount> account_;
  LinePlace place_ = LinePlace::kMemoryBus;
};

}  // namespace texpipe::machine
