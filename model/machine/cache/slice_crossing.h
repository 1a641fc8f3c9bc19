// Answers of a cache's slice on their way through the crossbar.
#pragma once

#include <cstdint>
#include <utility>

#include "machine/cache/answer_queue.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/line_path.h"
#include "machine/statistics/link_account.h"

namespace texpipe::machine {

/// The slice's port into the crossbar, over which its answers to all requesters leave. An acknowledged write holds the
/// port for no time. @tparam Request  of a line
template <class Request>
class SliceCrossing {
 public:
  SliceCrossing(const CrossbarParameters& parameters, const LinkAccount& account)
      : parameters_{parameters}, account_{account} {}

  struct Answer {
    Request request;
    std::uint32_t rank = 0;
    LinePath path;  // until it is ready
  };

  void add(Answer answer, Cycles ready) {
    const std::uint32_t rank = answer.rank;
    waiting_.add(std::move(answer), ready, rank);
  }

  /// Time at which the port takes an answer; kNever: none waits.
  Cycles next() const { return waiting_.empty() ? kNever : waiting_.start(); }

  /// Takes every answer that the port can take in cycle `now`, which is next(), and calls out(answer, at) with the
  /// cycle in which it leaves the crossbar.
  template <class Out>
  void take(Cycles now, const Out& out) {
    while (next() <= now) {
      const Request& first = waiting_.front().request;
      const std::uint64_t bytes = first.write ? 0 : first.bytes;
      auto crossing = waiting_.take(now, work_at_rate(bytes, parameters_.bytes_per_cycle));
      account_.move(bytes, crossing.from, crossing.until);
      out(crossing.answer, crossing.there + parameters_.latency);
    }
  }

 private:
  CrossbarParameters parameters_;
  LinkAccount account_;
  AnswerQueue<Answer> waiting_;
};

}  // namespace texpipe::machine
