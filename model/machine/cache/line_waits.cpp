#include "machine/cache/line_waits.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

namespace texpipe::machine {
namespace {

enum class OfLevel : std::uint8_t { kL1, kL2, kSharedL2, kL3, kTlb, kLlc, kMemory };

struct PlaceRow {
  LinePlace place;
  OfLevel level;
  std::string_view name, meaning;
};

constexpr std::array<PlaceRow, kLinePlaces> kPlaces{{
    {LinePlace::kRegisters, OfLevel::kL1, "registers", "a line cannot be asked for: no miss register is free"},
    {LinePlace::kL1, OfLevel::kL1, "l1", "L1's tags are read, or the line is decompressed on its way in"},
    {LinePlace::kL2Banks, OfLevel::kL2, "l2_banks", "the line's bank of L2 serves others or has no miss register"},
    {LinePlace::kL2, OfLevel::kL2, "l2", "L2's latency"},
    {LinePlace::kL2Port, OfLevel::kL2, "l2_port", "the port of L2 moves this line or those before it"},
    {LinePlace::kSharedL2Banks, OfLevel::kSharedL2, "shared_l2_banks",
     "the line's bank of the shared L2 serves others or has no miss register"},
    {LinePlace::kSharedL2, OfLevel::kSharedL2, "shared_l2", "the shared L2's latency"},
    {LinePlace::kSharedL2Port, OfLevel::kSharedL2, "shared_l2_port",
     "the port of the shared L2 moves this line or those before it"},
    {LinePlace::kL3Banks, OfLevel::kL3, "l3_banks", "the line's bank of L3 serves others or has no miss register"},
    {LinePlace::kL3, OfLevel::kL3, "l3", "L3's latency"},
    {LinePlace::kL3Port, OfLevel::kL3, "l3_port", "the port of L3 moves this line or those before it"},
    {LinePlace::kTlb, OfLevel::kTlb, "tlb", "the address is translated, or that of a line before it"},
    {LinePlace::kLlcBanks, OfLevel::kLlc, "llc_banks", "the last-level cache's bank serves others or has no register"},
    {LinePlace::kLlc, OfLevel::kLlc, "llc", "the last-level cache's latency"},
    {LinePlace::kLlcPort, OfLevel::kLlc, "llc_port", "a link of the ring moves this line or those before it"},
    {LinePlace::kMemoryQueue, OfLevel::kMemory, "memory_queue", "memory's queue is full"},
    {LinePlace::kMemoryBanks, OfLevel::kMemory, "memory_banks", "the line's bank of memory serves others"},
    {LinePlace::kMemory, OfLevel::kMemory, "memory", "memory's latency and opening of a row"},
    {LinePlace::kMemoryBus, OfLevel::kMemory, "memory_bus", "memory's data bus moves this line or those before it"},
}};

bool has(const LineLevels& levels, OfLevel level) {
  switch (level) {
    case OfLevel::kL1:
      return levels.l1;
    case OfLevel::kL2:
      return levels.l2;
    case OfLevel::kSharedL2:
      return levels.shared_l2;
    case OfLevel::kTlb:
      return levels.tlb;
    case OfLevel::kLlc:
      return levels.llc;
    default:
      return true;
  }
}

std::vector<EnumRow> rows_of(const LineLevels& levels) {
  std::vector<EnumRow> rows;
  for (const PlaceRow& place : kPlaces) {
    if (has(levels, place.level)) rows.push_back({static_cast<std::uint32_t>(rows.size()), place.name, place.meaning});
  }
  rows.push_back({static_cast<std::uint32_t>(rows.size()), "idle", "the oldest one waits for no line"});
  return rows;
}

/// Categories live as long as the process: accounts refer to them.
EnumRows kept_rows(const LineLevels& levels) {
  static std::mutex mutex;
  static std::map<unsigned, std::vector<EnumRow>> kept;
  const std::scoped_lock lock{mutex};
  const unsigned key = levels.l1 | levels.l2 << 1 | levels.shared_l2 << 2 | levels.tlb << 3 | levels.llc << 4;
  auto& rows = kept[key];
  if (rows.empty()) rows = rows_of(levels);
  return {"place of a missing line", rows};
}

}  // namespace

LineWaits::LineWaits(StatisticsGroup& group, const LineLevels& levels, std::string description)
    : account_{group.account("line_wait_cycles", std::move(description), kept_rows(levels))} {
  // Of a level that there is not (a block of somebody else's stands for it), the level before it.
  std::uint8_t category = 0, next = 0;
  for (const PlaceRow& place : kPlaces) {
    if (has(levels, place.level)) category = next++;
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
