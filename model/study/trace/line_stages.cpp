#include "study/trace/line_stages.h"

#include <algorithm>

namespace texpipe::study {

namespace {

constexpr std::size_t kLookups = 4096;  // lines of a cache
constexpr std::string_view kL3 = "l3", kLlc = "llc", kMemory = "memory";

}  // namespace

std::optional<LineStages::Cache> LineStages::cache(const timing::EventHub& events, std::string_view path) {
  for (std::size_t i = 0; i < events.channels(); ++i) {
    const auto channel = static_cast<timing::ChannelId>(i);
    if (events.kind(channel) == timing::EventChannelKind::kCache && events.path(channel) == path)
      return Cache{.channel = channel, .lookups = std::vector<Lookups>(kLookups)};
  }
  return std::nullopt;
}

void LineStages::listen(const timing::EventHub& events) {
  l3_ = cache(events, "slice.l3.lookups");
  llc_ = cache(events, "llc.lookups");
}

void LineStages::on(const timing::LookupEvent& event) {
  for (std::optional<Cache>* cache : {&l3_, &llc_}) {
    if (!*cache || (*cache)->channel != event.cache) continue;
    (*cache)->line_size = event.line_size;
    Lookups& lookups = (*cache)->lookups[event.line % kLookups];
    std::shift_right(lookups.begin(), lookups.end(), 1);
    lookups.front() = {event.line, event.time, event.result == machine::LineLookup::kHit, true};
  }
}

const LineStages::Lookup* LineStages::find(const Cache& cache, ByteAddress address, Cycles until) {
  const std::uint64_t line = address.value() / cache.line_size.value();
  const Lookups& lookups = cache.lookups[line % kLookups];
  const auto last = std::find_if(lookups.begin(), lookups.end(), [&](const Lookup& lookup) {
    return lookup.known && lookup.line == line && lookup.time <= until;
  });
  return last == lookups.end() ? nullptr : &*last;
}

std::vector<LineStages::Stop> LineStages::stops(ByteAddress line, Cycles sent, Cycles there) const {
  if (!l3_) return {{kMemory, there}};
  const Lookup* first = find(*l3_, line, there);
  if (first == nullptr || first->time < sent || first->hit) return {{kL3, there}};
  std::vector<Stop> stops{{kL3, first->time}};
  if (!llc_) {
    stops.push_back({kMemory, there});
    return stops;
  }
  // Another one may have asked for the line before.
  const Lookup* second = find(*llc_, line, there);
  if (second != nullptr && !second->hit) {
    stops.push_back({kLlc, std::max(first->time, second->time)});
    stops.push_back({kMemory, there});
  } else {
    stops.push_back({kLlc, there});
  }
  return stops;
}

}  // namespace texpipe::study
