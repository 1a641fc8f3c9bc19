#include "machine/cache/line_waits.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace texpipe::machine {
namespace {

struct PlaceRow {
  LinePlace place;
  std::string name, meaning;
};

std::vector<PlaceRow> make_places() {
  std::vector<PlaceRow> rows{
      {LinePlace::kRegisters, "registers", "a line cannot be asked for: no miss register is free"},
      {LinePlace::kL1, "l1", "L1's tags are read, or the line is decompressed on its way in"},
  };
  for (const CacheFacts& cache : kLineCaches) {
    const CachePlaces places = places_of(cache.kind);
    const std::string name{cache.name()}, called{cache.called};
    rows.push_back(
        {places.banks, name + "_banks", "the line's bank of " + called + " serves others or has no miss register"});
    rows.push_back({places.latency(), name, called + "'s latency"});
    rows.push_back({places.port(), name + "_port", std::string{cache.port} + " moves this line or those before it"});
    if (cache.kind != BlockKind::kL3) continue;
    rows.push_back(
        {LinePlace::kCrossbar, "crossbar", "the request is on its way to a slice of L3, or the line from it"});
    rows.push_back({LinePlace::kTlb, "tlb", "the address is translated, or that of a line before it"});
  }
  rows.push_back({LinePlace::kMemoryQueue, "memory_queue", "memory's queue is full"});
  rows.push_back({LinePlace::kMemoryBanks, "memory_banks", "the line's bank of memory serves others"});
  rows.push_back({LinePlace::kMemory, "memory", "memory's latency and opening of a row"});
  rows.push_back({LinePlace::kMemoryBus, "memory_bus", "memory's data bus moves this line or those before it"});
  return rows;
}

/// Rows of all places, from L1's miss registers to memory.
const std::vector<PlaceRow>& places() {
  static const std::vector<PlaceRow> rows = make_places();
  return rows;
}

bool has(const LineLevels& levels, LinePlace place) {
  if (place >= LinePlace::kCaches)
    return levels
        .caches[(static_cast<std::size_t>(place) - static_cast<std::size_t>(LinePlace::kCaches)) / kPlacesOfCache];
  if (place == LinePlace::kTlb) return levels.tlb;
  if (place == LinePlace::kCrossbar) return levels.crossbar;
  return levels.l1 || (place != LinePlace::kRegisters && place != LinePlace::kL1);
}

std::vector<EnumRow> rows_of(const LineLevels& levels) {
  std::vector<EnumRow> rows;
  for (const PlaceRow& place : places()) {
    if (has(levels, place.place)) rows.push_back({static_cast<std::uint32_t>(rows.size()), place.name, place.meaning});
  }
  rows.push_back({static_cast<std::uint32_t>(rows.size()), "idle", "the oldest one waits for no line"});
  return rows;
}

/// Categories live as long as the process: accounts refer to them.
EnumRows kept_rows(const LineLevels& levels) {
  static std::mutex mutex;
  static std::map<unsigned long, std::vector<EnumRow>> kept;
  const std::scoped_lock lock{mutex};
  const unsigned long key =
      levels.caches.to_ulong() << 3 | (levels.l1 ? 1u : 0u) | (levels.tlb ? 2u : 0u) | (levels.crossbar ? 4u : 0u);
  auto& rows = kept[key];
  if (rows.empty()) rows = rows_of(levels);
  return {"place of a missing line", rows};
}

}  // namespace

LineWaits::LineWaits(StatisticsGroup& group, const LineLevels& levels, std::string description)
    : account_{group.account("line_wait_cycles", std::move(description), kept_rows(levels))} {
  // Places of a level that this machine does not have count for the level before it: a block of somebody else's that
  // stands there may still tell them.
  std::uint8_t category = 0, next = 0;
  for (const PlaceRow& place : places()) {
    if (has(levels, place.place)) category = next++;
    category_[static_cast<std::size_t>(place.place)] = category;
  }
}

void LineWaits::count_before(Cycles end, Cycles since) {
  const Cycles look = std::exchange(look_, kNever);
  auto wait_of = early_.begin();
  for (; wait_of != early_.end() && (end == kNever || wait_of->until < end); ++wait_of)
    std::visit([&](const auto& where) { wait(wait_of->from, wait_of->until, where); }, wait_of->where);
  early_.erase(early_.begin(), wait_of);
  look_ = look;
  if (end == kNever) return;
  count_known(std::min({end, since, early_.empty() ? kNever : early_.front().from}));
}

void LineWaits::count_known(Cycles until) {
  if (until > told_) idle_until(until);
  std::vector<std::uint64_t> parts(account_.categories().rows.size(), 0);
  for (std::size_t place = 0; place < kLinePlaces; ++place)
    parts[category_[place]] += parts_[place] * kSubcyclesPerCycle;
  parts.back() = idle_ * kSubcyclesPerCycle;
  account_.settle(std::move(parts), told_);
}

}  // namespace texpipe::machine
