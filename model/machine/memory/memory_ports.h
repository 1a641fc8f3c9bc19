// Ports of a memory that several blocks ask: which request it takes when, for both timings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "machine/stage/never.h"

namespace texpipe::machine {

/// Each requester has a place for one request, which memory takes in the next cycle at the earliest: round robin from
/// the requester behind the one that was taken last, while there is room.
template <class Request>
class MemoryPorts {
 public:
  explicit MemoryPorts(std::uint32_t requesters) : places_(requesters) {}

  bool full(std::uint32_t requester) const { return places_[requester].request.has_value(); }

  /// Puts a request into the requester's place, which must be free.
  void put(std::uint32_t requester, Request request, Cycles now) {
    places_[requester].request.emplace(std::move(request));
    places_[requester].arrival = now;
    next_ = std::min(next_, now + Cycles{1});
  }

  /// Time at which take() has something to do; kNever: nothing until another function is called, or there is room.
  Cycles next() const { return next_; }

  /// Hands requests to memory: calls taken(requester, request) while room() says that there is some. The place is free
  /// then. To be called at next(), and when there is room again.
  template <class Room, class Taken>
  void take(Cycles now, const Room& room, const Taken& taken) {
    next_ = kNever;
    const std::uint32_t count = static_cast<std::uint32_t>(places_.size()), first = first_;
    for (std::uint32_t turn = 0; turn < count; ++turn) {
      const std::uint32_t requester = (first + turn) % count;
      Place& place = places_[requester];
      if (!place.request) continue;
      if (place.arrival >= now) {
        next_ = std::min(next_, now + Cycles{1});
      } else if (room()) {
        first_ = (requester + 1) % count;
        Request request = std::move(*place.request);
        place.request.reset();
        taken(requester, std::move(request));
      }
    }
  }

 private:
  struct Place {
    std::optional<Request> request;
    Cycles arrival;
  };

  std::vector<Place> places_;  // by requester
  std::uint32_t first_ = 0;    // requester that has the first turn
  Cycles next_ = kNever;
};

}  // namespace texpipe::machine
