// Definitions of line_bank.h, which includes this file.
#pragma once

#include <algorithm>
#include <utility>

#include "machine/cache/line_bank.h"

namespace texpipe::machine {

template <class Handle, class Timing>
LineBanks<Handle, Timing>::LineBanks(const LineCacheParameters& parameters, const LineCacheSurroundings& surroundings,
                                     StatisticsGroup& group, Timing& timing)
    : parameters_{parameters},
      surroundings_{surroundings},
      timing_{timing},
      line_bits_{static_cast<unsigned>(std::countr_zero(parameters.line.value()))},
      sectors_{parameters.sectors()},
      bank_of_line_{parameters},
      work_of_{parameters.bytes_per_cycle},
      queued_(std::size_t{surroundings.requesters} * parameters.slices, 0),
      slices_(parameters.slices),
      counts_{group},
      prefetcher_{prefetchers().at(parameters.prefetch)(parameters.prefetch_degree)} {
  if (sectors_.divided()) sector_counts_.emplace(group);
  if (prefetcher_) prefetch_counts_.emplace(group);
  for (std::uint32_t bank = 0; bank < parameters.all_banks(); ++bank)
    banks_.emplace_back(bank / parameters.banks, bank_geometry(parameters), surroundings.requesters,
                        counts_.bank_cycles(bank));
  for (std::uint32_t slice = 0; slice < parameters.slices && crossed(); ++slice)
    crossings_.emplace_back(parameters.crossbar, slice_account(group, slice));
  for (std::uint32_t requester = 0; requester < surroundings.requesters; ++requester) {
    if (requester % surroundings.requesters_per_port == 0)
      port_accounts_.push_back(machine::port_account(group, requester / surroundings.requesters_per_port));
    if (surroundings.write_bytes_per_cycle) arrivals_.add_link(way_account(group, requester));
  }
}

template <class Handle, class Timing>
std::uint32_t LineBanks<Handle, Timing>::queued(std::uint32_t requester) const {
  std::uint32_t queued = 0;
  for (std::uint32_t slice = 0; slice < parameters_.slices; ++slice) queued += queued_[queue_of(requester, slice)];
  return queued;
}

template <class Handle, class Timing>
template <class Visit>
void LineBanks<Handle, Timing>::for_each_oldest(std::uint32_t requester, Visit&& visit) const {
  for (std::size_t bank = 0; bank < banks_.size(); ++bank) {
    const Ring<Request>& queue = banks_[bank].queues[requester];
    if (!queue.empty()) visit(bank, queue.front());
  }
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::take(Request&& request, Cycles now) {
  come_in(now);  // writes that have arrived by now stand before this request
  ++queued_[queue_of(request.requester, bank_of_line_.slice(request.line))];
  counts_.occupancy.set_level(now, ++queued_in_all_);
  request.arrival = now;
  const Cycles latency = crossed() ? parameters_.crossbar.latency : Cycles{};
  if (request.write && surroundings_.write_bytes_per_cycle)
    arrivals_.take(std::move(request), *surroundings_.write_bytes_per_cycle, latency, now);
  else if (crossed())
    arrivals_.take(std::move(request), now + latency);
  else
    arrive(std::move(request));
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::come_in(Cycles now) {
  while (arrivals_.next() <= now) arrive(arrivals_.pop());
}

/// Lets answers of the slices cross the crossbar, from where they go to their requesters' ports.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::cross(Cycles now) {
  for (SliceCrossing<Request>& port : crossings_) {
    port.take(now, [this](const typename SliceCrossing<Request>::Answer& answer, Cycles at) {
      LinePath* const path = timing_.answer(answer.request, at, answer.rank);
      if (path == nullptr) return;
      path->add(answer.path);
      path->add(surroundings_.places.port(), at);
    });
  }
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::arrive(Request&& request) {
  last_arrival_ = request.arrival;
  wake(request.arrival + Cycles{1});
  Bank& bank = bank_of(request.line);
  ++bank.queued;
  Ring<Request>& queue = bank.queues[request.requester];
  queue.push_back(std::move(request));
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::answered(ByteAddress address, bool write, Cycles at, const LinePath& path) {
  const std::uint64_t line = line_of(address);
  Answer& answer = answers_.push_back();
  answer.at = at;
  answer.address = address;
  answer.bank = bank_of_line_(line);
  const auto& misses = banks_[answer.bank].misses;
  answer.miss = write ? misses.kNone : misses.find(key_of(line));
  if (!write) {
    Miss& miss = banks_[answer.bank].misses[answer.miss];
    const auto part = sectors_.divided() ? flying_at(miss, address) : miss.flying.end();
    answer.path.clear();
    answer.path.add(surroundings_.places.latency(), sectors_.divided() ? part->tags_read : miss.tags_read);
    answer.path.add(LinePlace::kTlb, sectors_.divided() ? part->asked : miss.asked);
    answer.path.add(path);
  }
  for (std::size_t i = answers_.size() - 1; i > 0 && answers_[i].at < answers_[i - 1].at; --i)
    std::swap(answers_[i], answers_[i - 1]);
  wake(answers_.front().at + Cycles{1});
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::cycle(Cycles now) {
  wake_ = kNever;
  take_answers(now);
  for (std::uint32_t index = 0; index < banks_.size(); ++index) {
    const Bank& bank = banks_[index];
    if (bank.queued == 0) continue;
    const bool granted = grant(index, now);
    account(bank, now);
    if (granted && bank.queued > 0) wake(bank.slot.earliest(now + Cycles{1}));
  }
  // A request that arrived at `now` is granted in the next cycle at the earliest: look again then.
  if (last_arrival_ == now) wake(now + Cycles{1});
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::take_answers(Cycles now) {
  while (!answers_.empty() && answers_.front().at < now) {
    const Answer& came = answers_.front();  // its place is not used again in this loop's turn
    answers_.pop_front();
    if (came.miss == banks_[came.bank].misses.kNone)
      --slices_[banks_[came.bank].slice].writes_out;
    else
      part_came(came, now);
  }
  if (!answers_.empty()) wake(answers_.front().at + Cycles{1});
}

/// A part of a missing line is here. The last one gives the miss register back.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::part_came(const Answer& came, Cycles now) {
  Bank& bank = banks_[came.bank];
  Miss& miss = bank.misses[came.miss];
  --miss.parts;
  if (sectors_.divided()) answer_waiters(came, miss, now);
  if (miss.parts > 0) return;
  bank.tags.set_pinned(miss.place, false);
  for (const Request& waiter : miss.waiters)
    answer(waiter, now + parameters_.fill_latency, rank_of_filled(came.bank), &came.path);
  miss.waiters.clear();
  bank.misses.remove(came.miss);
  bank.misses.give_back(came.miss);
  account(bank, now);
  counts_.fills.add();
}

/// Answers the reads of a sectored line all of whose sectors are here with this part.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::answer_waiters(const Answer& came, Miss& miss, Cycles now) {
  const auto part = flying_at(miss, came.address);
  sector_counts_->fill_bytes.add(part->part.size.value());
  miss.flying.erase(part);
  const SectorSet awaited = flying(miss);
  std::erase_if(miss.waiters, [&](const Request& waiter) {
    if ((wanted(waiter) & awaited) != 0) return false;
    answer(waiter, now + parameters_.fill_latency, rank_of_filled(came.bank), &came.path);
    return true;
  });
}

/// Sectors of a line of which a part has not come.
template <class Handle, class Timing>
SectorSet LineBanks<Handle, Timing>::flying(const Miss& miss) const {
  SectorSet sectors = 0;
  for (const Flying& flying : miss.flying)
    sectors |= sectors_.touched(offset_of(flying.part.address), flying.part.size.value());
  return sectors;
}

/// Lets the bank grant one request. Returns whether it did.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::grant(std::uint32_t index, Cycles now) {
  Bank& bank = banks_[index];
  const Cycles free = bank.slot.earliest(now);
  if (free > now) {
    wake(free);
    return false;
  }
  const auto requesters = static_cast<std::uint32_t>(bank.queues.size());
  std::uint32_t ready = 0;
  for (const auto& queue : bank.queues) ready += !queue.empty() && queue.front().arrival < now;
  for (std::uint32_t turn = 0; turn < requesters && ready > 0; ++turn) {
    const std::uint32_t wrapped = bank.first + turn;
    const std::uint32_t requester = wrapped < requesters ? wrapped : wrapped - requesters;
    auto& queue = bank.queues[requester];
    if (queue.empty() || queue.front().arrival >= now) continue;
    if (!serve(index, queue.front(), now)) {
      bank.stalled += !std::exchange(queue.front().stalled, true);
      continue;
    }
    counts_.conflicts.add(ready - 1);
    leave_queue(bank, requester, now);
    return true;
  }
  return false;
}

/// The oldest request of `requester` is served: the bank works on it, and its place is free.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::leave_queue(Bank& bank, std::uint32_t requester, Cycles now) {
  auto& queue = bank.queues[requester];
  Request& request = queue.front();
  bank.stalled -= request.stalled;
  const Subcycles begin = bank.slot.claim(now, work_of_(request.bytes));
  bank.cycles->work(begin, bank.slot.free_at());
  bank.first = requester + 1 == bank.queues.size() ? 0 : requester + 1;
  request.handle = {};
  queue.pop_front();
  --bank.queued;
  --queued_[queue_of(requester, bank.slice)];
  counts_.occupancy.set_level(now, --queued_in_all_);
  counts_.requests.add();
  timing_.freed(requester, now);
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::account(const Bank& bank, Cycles now) {
  bank.cycles->enter(now, bank.stalled > 0       ? BankCycle::kBlocked
                          : !bank.misses.empty() ? BankCycle::kWaiting
                                                 : BankCycle::kIdle);
}

/// Serves a request. Returns false when it must wait: no miss register, or no room.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::serve(std::uint32_t bank, Request& request, Cycles now) {
  request.granted = now;  // stays only if it is served
  return request.write ? write(bank, request, now) : read(bank, request, now);
}

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

/// Finds the time at which a slice's requests for an address leave for the next level: when the tags have been read and
/// the address is translated. Page walks overlap, requests leave in order.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::translate(std::uint32_t slice, ByteAddress address, Cycles now) {
  const Cycles walk = surroundings_.tlb != nullptr ? surroundings_.tlb->look_up(address) : Cycles{};
  Cycles& last = slices_[slice].last_ask;
  last = std::max(last, now + parameters_.tag_latency() + walk);
}

template <class Handle, class Timing>
std::uint64_t LineBanks<Handle, Timing>::bytes_moved() const {
  if (sector_counts_) return sector_counts_->fill_bytes.value() + sector_counts_->write_back_bytes.value();
  return (counts_.fills.value() + counts_.write_backs.value()) * parameters_.line.value();
}

/// @param below  places of a line that was missing, from the next level on; null: the cache held it
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::answer(const Request& request, Cycles ready, std::uint32_t rank,
                                       const LinePath* below) {
  if (!request.write) {
    counts_.read_bytes.add(request.bytes);
    counts_.latency.add((ready - request.arrival).value());
  }
  if (crossed()) {
    typename SliceCrossing<Request>::Answer crossing{request, rank, {}};
    note_places(crossing.path, request, ready, below);
    return crossings_[rank / kRanksOfBank / parameters_.banks].add(std::move(crossing), ready);
  }
  LinePath* const path = timing_.answer(request, ready, rank);
  if (path != nullptr) note_places(*path, request, ready, below);
}

/// Adds the places of a line until its answer is ready.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::note_places(LinePath& path, const Request& request, Cycles ready,
                                            const LinePath* below) const {
  path.add(place_before_arrival(surroundings_, crossed(), request.write), request.arrival);
  path.add(surroundings_.places.banks, request.granted);
  if (below != nullptr) path.add(*below);
  path.add(surroundings_.places.latency(), ready);
}

template <class Handle, class Timing>
template <class Visit>
void LineBanks<Handle, Timing>::clean_all(Visit&& visit) {
  for (Bank& bank : banks_) {
    for (const TagArray::DirtyLine& dirty : bank.tags.clean_all()) {
      const SectorSet changed = sectors_.divided() ? dirty.sectors : sectors_.all();
      sectors_.for_each_run(ByteAddress{dirty.key.line << line_bits_}, changed, [&](ByteAddress first, ByteSize bytes) {
        counts_.dirty_at_end.add(bytes.value());
        visit(parts_of(first, bytes));
      });
    }
  }
}

}  // namespace texpipe::machine
