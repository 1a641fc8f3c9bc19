// Definitions of line_bank.h, which includes this file: how a bank serves a granted request, by hit, miss or write.
#pragma once

#include <algorithm>
#include <optional>

#include "machine/cache/line_bank.h"

namespace texpipe::machine {

template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::read(std::uint32_t index, const Request& request, Cycles now) {
  SeenRead seen{.line = request.line};
  const auto result =
      sectors_.divided() ? look_up_sectors(index, request, seen, now) : look_up(index, request, seen, now);
  if (!result) return false;
  timing_.looked_up(request, *result, now);
  counts_.reads.add();
  if (prefetcher_) see(seen, now);
  return true;
}

/// Looks up a read's line, which is answered or waits then. Returns nothing when there is no register or no place for a
/// missing line.
template <class Handle, class Timing>
std::optional<LineLookup> LineBanks<Handle, Timing>::look_up(std::uint32_t index, const Request& request,
                                                             SeenRead& seen, Cycles now) {
  Bank& bank = banks_[index];
  const LineKey key = key_of(request.line);
  if (const auto pending = bank.misses.find(key); pending != bank.misses.kNone) {
    bank.tags.lookup(key);  // only to mark the line as used
    merge(bank, pending, request, seen);
    return LineLookup::kMerge;
  }
  if (const auto place = bank.tags.lookup(key)) return hit(index, *place, request, seen, now);
  if (!miss(bank, request, now)) return std::nullopt;
  seen.missed = true;
  return LineLookup::kMiss;
}

/// Looks up the sectors of a read: see look_up(). Sectors that are missing from a line that is here are a miss.
template <class Handle, class Timing>
std::optional<LineLookup> LineBanks<Handle, Timing>::look_up_sectors(std::uint32_t index, const Request& request,
                                                                     SeenRead& seen, Cycles now) {
  Bank& bank = banks_[index];
  const LineKey key = key_of(request.line);
  const auto place = bank.tags.find(key);
  if (!place) {
    if (!miss(bank, request, now)) return std::nullopt;
    seen.missed = true;
    return LineLookup::kMiss;
  }
  const SectorSet missing = wanted(request) & ~bank.tags.sectors(*place);
  if (missing != 0) {
    if (!miss_sectors(bank, *place, missing, request, now)) return std::nullopt;
    seen.missed = true;
    return LineLookup::kMiss;
  }
  bank.tags.use(*place);
  const auto pending = bank.misses.find(key);
  if (pending == bank.misses.kNone || (wanted(request) & flying(bank.misses[pending])) == 0)
    return hit(index, *place, request, seen, now);
  merge(bank, pending, request, seen);
  return LineLookup::kMerge;
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::merge(Bank& bank, std::uint32_t miss, const Request& request, SeenRead& seen) {
  Miss& pending = bank.misses[miss];
  pending.waiters.push_back(request);
  counts_.merges.add();
  seen.prefetched = prefetcher_ != nullptr && bank.tags.take_prefetched(pending.place);
}

template <class Handle, class Timing>
LineLookup LineBanks<Handle, Timing>::hit(std::uint32_t index, TagArray::Place place, const Request& request,
                                          SeenRead& seen, Cycles now) {
  answer(request, now + parameters_.hit_latency, rank_of_held(index));
  counts_.hits.add();
  seen.prefetched = prefetcher_ != nullptr && banks_[index].tags.take_prefetched(place);
  return LineLookup::kHit;
}

/// Takes a miss register and a place in the tags for a line, and asks for it. Returns false when there is no register
/// or no place.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::miss(Bank& bank, const Request& request, Cycles now) {
  if (bank.misses.size() == parameters_.mshrs) return false;
  const auto number = enter_miss(bank, request.line, wanted(request), now);
  if (!number) return false;
  bank.misses[*number].waiters.push_back(request);
  counts_.misses.add();
  return true;
}

/// Asks for missing sectors of a line that is here, with the line's miss register if it has one. Returns false when
/// none is free.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::miss_sectors(Bank& bank, TagArray::Place place, SectorSet missing,
                                             const Request& request, Cycles now) {
  auto number = bank.misses.find(key_of(request.line));
  if (number == bank.misses.kNone) {
    if (bank.misses.size() == parameters_.mshrs) return false;
    number = take_register(bank, request.line, place);
  }
  bank.tags.use(place);
  Miss& miss = bank.misses[number];
  ask_sectors(bank, miss, request.line, missing, now);
  miss.waiters.push_back(request);
  counts_.misses.add();
  sector_counts_->misses.add();
  return true;
}

/// Number of the miss register that a line gets, which is asked for; nothing when there is no place for it in the tags.
/// @param wanted  sectors that are asked for
template <class Handle, class Timing>
std::optional<std::uint32_t> LineBanks<Handle, Timing>::enter_miss(Bank& bank, std::uint64_t line, SectorSet wanted,
                                                                   Cycles now) {
  const auto place = make_room(bank, line, now);
  if (!place) return std::nullopt;
  const std::uint32_t number = take_register(bank, line, *place);
  ask_sectors(bank, bank.misses[number], line, wanted, now);
  return number;
}

template <class Handle, class Timing>
std::uint32_t LineBanks<Handle, Timing>::take_register(Bank& bank, std::uint64_t line, TagArray::Place place) {
  bank.tags.set_pinned(place, true);
  const std::uint32_t number = bank.misses.enter(key_of(line));
  Miss& miss = bank.misses[number];
  miss.place = place;
  miss.parts = 0;
  return number;
}

/// Asks the next level for sectors of a line: one request for each run of them.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::ask_sectors(Bank& bank, Miss& miss, std::uint64_t line, SectorSet sectors, Cycles now) {
  const ByteAddress address{line << line_bits_};
  translate(bank.slice, address, now);
  miss.tags_read = now + parameters_.tag_latency();
  miss.asked = slices_[bank.slice].last_ask;
  sectors_.for_each_run(address, sectors, [&](ByteAddress first, ByteSize bytes) {
    const LineParts parts = parts_of(first, bytes);
    miss.parts += parts.count;
    for (std::uint32_t part = 0; part < parts.count && sectors_.divided(); ++part)
      miss.flying.push_back({parts[part], miss.tags_read, miss.asked});
    timing_.ask(bank.slice, parts, false, miss.asked);
  });
  if (sectors_.divided()) bank.tags.add_sectors(miss.place, sectors);
}

/// Shows the prefetcher a read, and asks for what it wants of the same page: translations and bytes beyond are
/// nobody's.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::see(const SeenRead& read, Cycles now) {
  constexpr unsigned kPageBits = 12;
  if (read.prefetched) prefetch_counts_->used.add();
  wanted_.clear();
  prefetcher_->see(read, wanted_);
  const unsigned lines_bits = kPageBits - std::min(kPageBits, line_bits_);
  for (const std::uint64_t line : wanted_) {
    if (line >> lines_bits == read.line >> lines_bits) prefetch(line, now);
  }
}

/// Asks for a line that nobody reads yet, unless it is here or on its way. A bank's last miss register is left to
/// reads.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::prefetch(std::uint64_t line, Cycles now) {
  Bank& bank = bank_of(line);
  const LineKey key = key_of(line);
  if (bank.misses.find(key) != bank.misses.kNone || bank.tags.holds(key)) return;
  const bool free = bank.misses.size() + 1 < parameters_.mshrs;
  const auto number = free ? enter_miss(bank, line, sectors_.all(), now) : std::nullopt;
  if (!number) return prefetch_counts_->dropped.add();
  bank.tags.set_prefetched(bank.misses[*number].place);
  prefetch_counts_->prefetches.add();
  account(bank, now);
}

template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::write(std::uint32_t index, const Request& request, Cycles now) {
  Bank& bank = banks_[index];
  auto place = bank.tags.lookup(key_of(request.line));
  if (!place) place = make_room(bank, request.line, now);
  if (!place) return false;
  bank.tags.set_dirty(*place, true);
  if (sectors_.divided()) bank.tags.change_sectors(*place, wanted(request));
  answer(request, now + parameters_.hit_latency, rank_of_held(index));
  counts_.writes.add();
  return true;
}

/// Gives a line a place in the tags, writing back a dirty victim. A full write buffer stops every allocation, also of a
/// line whose victim would be clean: the victim is known only once it is chosen.
template <class Handle, class Timing>
std::optional<TagArray::Place> LineBanks<Handle, Timing>::make_room(Bank& bank, std::uint64_t line, Cycles now) {
  if (slices_[bank.slice].writes_out > (parameters_.write_buffer - 1) * parts_of(line).count) return std::nullopt;
  const auto allocation = bank.tags.allocate(key_of(line));
  if (!allocation) return std::nullopt;
  if (allocation->evicted && allocation->victim_dirty) write_back(bank.slice, *allocation, now);
  return allocation->place;
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::write_back(std::uint32_t slice, const TagArray::Allocation& victim, Cycles now) {
  counts_.write_backs.add();
  const ByteAddress address{victim.victim.line << line_bits_};
  translate(slice, address, now);
  const SectorSet changed = sectors_.divided() ? victim.victim_sectors : sectors_.all();
  sectors_.for_each_run(address, changed, [&](ByteAddress first, ByteSize bytes) {
    const LineParts parts = parts_of(first, bytes);
    slices_[slice].writes_out += parts.count;
    if (sectors_.divided()) sector_counts_->write_back_bytes.add(bytes.value());
    timing_.ask(slice, parts, true, slices_[slice].last_ask);
  });
}

}  // namespace texpipe::machine
