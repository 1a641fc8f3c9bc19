// Requests on their way into a cache: written lines over a link of limited width from each requester, and all of them
// through the crossbar of a cache of slices.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/fraction.h"
#include "base/ring.h"
#include "machine/stage/never.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/link_account.h"

namespace texpipe::machine {

/// Holds requests until they arrive, which they do with their last byte. @tparam Request  has `bytes`, `requester` and
/// `arrival`
template <class Request>
class LineArrivals {
 public:
  /// Adds the link of the next requester.
  void add_link(const LinkAccount& account) { links_.push_back({{}, account}); }

  /// Sends a written line, which leaves its requester at `now` or when its link is free, and sets its arrival.
  /// @param latency  from the end of the link to the cache
  void take(Request&& request, Fraction bytes_per_cycle, Cycles latency, Cycles now) {
    Link& link = links_[request.requester];
    const Cycles start = link.slot.earliest(now);
    const Subcycles begin = link.slot.claim(start, work_at_rate(request.bytes, bytes_per_cycle));
    link.account.move(request.bytes, begin, link.slot.free_at());
    take(std::move(request), link.slot.last_busy(start) + latency);
  }

  /// Sends a request that arrives at a known time.
  void take(Request&& request, Cycles arrival) {
    request.arrival = arrival;
    arriving_.push_back(std::move(request));
    for (std::size_t i = arriving_.size() - 1; i > 0 && arriving_[i].arrival < arriving_[i - 1].arrival; --i)
      std::swap(arriving_[i], arriving_[i - 1]);
  }

  /// Time of the first arrival; kNever: nothing is on its way.
  Cycles next() const { return arriving_.empty() ? kNever : arriving_.front().arrival; }

  /// Takes out the request that arrives first. There must be one.
  Request pop() {
    Request request = std::move(arriving_.front());
    arriving_.pop_front();
    return request;
  }

 private:
  struct Link {
    IssueSlot slot;
    LinkAccount account;
  };

  std::vector<Link> links_;  // by requester
  Ring<Request> arriving_;   // in order of arrival
};

}  // namespace texpipe::machine
