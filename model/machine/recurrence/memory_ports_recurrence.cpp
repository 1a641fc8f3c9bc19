#include "machine/recurrence/memory_ports_recurrence.h"

namespace texpipe::machine {

MemoryPortsRecurrence::MemoryPortsRecurrence(LineServer& memory, std::uint32_t requesters)
    : memory_{memory}, requesters_(requesters), ports_{requesters} {
  memory.bind(0, *this);
}

bool MemoryPortsRecurrence::offer(std::uint32_t requester, const LineRequest& request, Cycles now) {
  if (ports_.full(requester)) {
    requesters_[requester].refused = true;
    return false;
  }
  ports_.put(requester, request, now);
  return true;
}

void MemoryPortsRecurrence::step(Cycles now) {
  const auto has_room = [this] { return !held_; };
  ports_.take(now, has_room, [&](std::uint32_t requester, LineRequest request) {
    request.tag = number_of({requester, request.tag});
    if (!memory_.offer(0, request, now)) held_ = request;
    Requester& asks = requesters_[requester];
    if (!asks.refused) return;
    asks.refused = false;
    asks.client->room(now);
  });
}

/// Memory has room for the request that it refused, and maybe for others.
void MemoryPortsRecurrence::room(Cycles now) {
  memory_.offer(0, *held_, now);
  held_.reset();
  step(now);
}

void MemoryPortsRecurrence::answered(std::uint64_t tag, Cycles at, const LinePath& path) {
  const Asked asked = asked_[tag];
  free_.push_back(tag);
  requesters_[asked.requester].client->answered(asked.tag, at, path);
}

std::uint64_t MemoryPortsRecurrence::number_of(Asked asked) {
  if (free_.empty()) {
    free_.push_back(asked_.size());
    asked_.emplace_back();
  }
  const std::uint64_t number = free_.back();
  free_.pop_back();
  asked_[number] = asked;
  return number;
}

}  // namespace texpipe::machine
