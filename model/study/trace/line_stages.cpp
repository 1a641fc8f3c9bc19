#include "study/trace/line_stages.h"

#include <algorithm>

#include "machine/blocks/block_facts.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kLookups = 4096;  // lines of a cache
constexpr std::string_view kMemory = "memory";

}  // namespace

std::optional<timing::ChannelId> LineStages::lookups_of(const timing::EventHub& events, const std::string& path) {
  for (std::size_t i = 0; i < events.channels(); ++i) {
    const auto channel = static_cast<timing::ChannelId>(i);
    if (events.kind(channel) == timing::EventChannelKind::kCache && events.path(channel) == path + ".lookups")
      return channel;
  }
  return std::nullopt;
}

void LineStages::listen(const timing::EventHub& events) {
  caches_.clear();
  for (const machine::CacheFacts& cache : machine::kLineCaches) {
    if (cache.use != machine::CacheUse::kAll) continue;
    if (const auto channel = lookups_of(events, std::string{cache.path})) {
      caches_.push_back({.channel = *channel, .place = cache.name(), .lookups = std::vector<Lookups>(kLookups)});
    } else if (cache.kind == machine::BlockKind::kL3) {
      return;
    }
  }
}

void LineStages::on(const timing::LookupEvent& event) {
  for (Cache& cache : caches_) {
    if (cache.channel != event.cache) continue;
    cache.line_size = event.line_size;
    Lookups& lookups = cache.lookups[event.line % kLookups];
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

/// Every cache that was asked and did not have the line held it up to its lookup; the next one is asked then.
std::vector<LineStages::Stop> LineStages::stops(ByteAddress line, Cycles sent, Cycles there) const {
  std::vector<Stop> stops;
  Cycles asked = sent;
  for (const Cache& cache : caches_) {
    const Lookup* lookup = find(cache, line, there);
    const bool first = stops.empty();  // of the others, another one may have asked for the line before
    if (lookup == nullptr || lookup->hit || (first && lookup->time < sent)) {
      stops.push_back({cache.place, there});
      return stops;
    }
    asked = std::max(asked, lookup->time);
    stops.push_back({cache.place, asked});
  }
  stops.push_back({kMemory, there});
  return stops;
}

}  // namespace texpipe::study
