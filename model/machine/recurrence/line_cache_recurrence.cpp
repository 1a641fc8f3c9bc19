#include "machine/recurrence/line_cache_recurrence.h"

namespace texpipe::machine {
namespace {

/// The cache's own number for a request to the next level: its address, and whether it is a write-back.
std::uint64_t tag_of(ByteAddress address, bool write) {
  return address.value() << 1 | static_cast<std::uint64_t>(write);
}

}  // namespace

LineCacheRecurrence::LineCacheRecurrence(const LineCacheParameters& parameters,
                                         const LineCacheSurroundings& surroundings, StatisticsGroup& group)
    : requesters_(surroundings.requesters),
      requesters_per_port_{surroundings.requesters_per_port},
      lookahead_{parameters.slices > 1 ? parameters.crossbar.latency
                                       : std::min(parameters.hit_latency, parameters.fill_latency)},
      ports_((requesters_.size() + requesters_per_port_ - 1) / requesters_per_port_),
      ways_(parameters.slices, Way{*this}),
      banks_{parameters, surroundings, group, *this} {
  for (std::size_t port = 0; port < ports_.size(); ++port)
    ports_[port].keep(banks_.port_account(port), surroundings.places.port());
}

void LineCacheRecurrence::bind_next_level(LineServer& next, std::uint32_t first) {
  for (std::uint32_t slice = 0; slice < ways_.size(); ++slice) {
    ways_[slice].queue.bind(next, first + slice);
    next.bind(first + slice, ways_[slice]);
  }
}

bool LineCacheRecurrence::offer(std::uint32_t requester, const LineRequest& request, Cycles now) {
  const std::uint64_t line = banks_.line_of(request.address);
  if (banks_.full(requester, line)) {
    requesters_[requester].refused = line;
    return false;
  }
  banks_.take({.handle = request.tag,
               .line = line,
               .bytes = request.bytes,
               .requester = requester,
               .offset = banks_.offset_of(request.address),
               .write = request.write},
              now);
  return true;
}

void LineCacheRecurrence::freed(std::uint32_t requester, Cycles now) {
  Requester& asks = requesters_[requester];
  if (!asks.refused || banks_.full(requester, *asks.refused)) return;
  asks.refused.reset();
  asks.client->room(now);
}

void LineCacheRecurrence::answered(std::uint64_t tag, Cycles at, const LinePath& path) {
  banks_.answered(ByteAddress{tag >> 1}, (tag & 1) != 0, at, path);
}

void LineCacheRecurrence::step(Cycles now) {
  banks_.step(now);
  if (next_decision_ <= now) {
    next_decision_ = kNever;
    count_before(now);
    for (AnswerOrder& port : ports_) {
      port.decide(now + lookahead_);
      if (port.next() != kNever) next_decision_ = std::min(next_decision_, port.next() - lookahead_);
    }
  }
  for (Way& way : ways_)
    if (way.queue.next() <= now) way.queue.send(now);
}

void LineCacheRecurrence::count_before(Cycles end) {
  for (AnswerOrder& port : ports_) port.count_before(end);
}

void LineCacheRecurrence::close(Cycles end) {
  for (AnswerOrder& port : ports_) port.close(end);
}

void LineCacheRecurrence::ask(std::uint32_t slice, const LineParts& parts, bool write, Cycles at) {
  for (std::uint32_t number = 0; number < parts.count; ++number) {
    const LinePart part = parts[number];
    ways_[slice].queue.add(
        {part.address, static_cast<std::uint32_t>(part.size.value()), write, tag_of(part.address, write)}, at);
  }
}

LinePath* LineCacheRecurrence::answer(const Request& request, Cycles ready, std::uint32_t rank) {
  next_decision_ = std::min(next_decision_, ready - lookahead_);
  return &ports_[request.requester / requesters_per_port_].add(*requesters_[request.requester].client, request.handle,
                                                               request.bytes, banks_.work_of(request.bytes), ready,
                                                               rank);
}

void LineCacheRecurrence::count_dirty() {
  banks_.clean_all([](const LineParts&) {});
}

}  // namespace texpipe::machine
