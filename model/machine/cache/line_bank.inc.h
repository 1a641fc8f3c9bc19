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
      bank_of_line_{parameters.bank_hash, parameters.banks},
      work_of_{parameters.bytes_per_cycle},
      queued_(surroundings.requesters, 0),
      counts_{group},
      prefetcher_{prefetchers().at(parameters.prefetch)(parameters.prefetch_degree)} {
  if (prefetcher_) prefetch_counts_.emplace(group);
  for (std::uint32_t bank = 0; bank < parameters.banks; ++bank)
    banks_.emplace_back(bank_geometry(parameters), surroundings.requesters, counts_.bank_cycles(bank));
  for (std::uint32_t requester = 0; requester < surroundings.requesters; ++requester) {
    if (requester % surroundings.requesters_per_port == 0)
      port_accounts_.push_back(machine::port_account(group, requester / surroundings.requesters_per_port));
    if (surroundings.write_bytes_per_cycle) arrivals_.add_link(way_account(group, requester));
  }
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
  ++queued_[request.requester];
  counts_.occupancy.set_level(now, ++queued_in_all_);
  request.arrival = now;
  if (!request.write || !surroundings_.write_bytes_per_cycle) return arrive(std::move(request));
  arrivals_.take(std::move(request), *surroundings_.write_bytes_per_cycle, now);
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::come_in(Cycles now) {
  while (arrivals_.next() <= now) arrive(arrivals_.pop());
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
void LineBanks<Handle, Timing>::answered(std::uint64_t line, bool write, Cycles at, const LinePath& path) {
  Answer& answer = answers_.push_back();
  answer.at = at;
  answer.bank = bank_of_line_(line);
  const auto& misses = banks_[answer.bank].misses;
  answer.miss = write ? misses.kNone : misses.find(key_of(line));
  if (!write) {
    answer.path.clear();
    answer.path.add(surroundings_.places.latency(), misses[answer.miss].tags_read);
    answer.path.add(LinePlace::kTlb, misses[answer.miss].asked);
    answer.path.add(path);
  }
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
    Bank& bank = banks_[came.bank];
    if (came.miss == bank.misses.kNone) {
      --writes_out_;
      continue;
    }
    Miss& miss = bank.misses[came.miss];
    if (--miss.parts > 0) continue;
    bank.tags.set_pinned(miss.place, false);
    for (const Request& waiter : miss.waiters)
      answer(waiter, now + parameters_.fill_latency, rank_of_filled(came.bank), &came.path);
    miss.waiters.clear();
    bank.misses.remove(came.miss);
    bank.misses.give_back(came.miss);
    account(bank, now);
    counts_.fills.add();
  }
  if (!answers_.empty()) wake(answers_.front().at + Cycles{1});
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
  --queued_[requester];
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
  Bank& bank = banks_[index];
  const LineKey key = key_of(request.line);
  SeenRead seen{.line = request.line};
  if (const auto pending = bank.misses.find(key); pending != bank.misses.kNone) {
    bank.tags.lookup(key);  // only to mark the line as used
    bank.misses[pending].waiters.push_back(request);
    counts_.merges.add();
    timing_.looked_up(request, LineLookup::kMerge, now);
    seen.prefetched = std::exchange(bank.misses[pending].prefetched, false);
    if (seen.prefetched) bank.tags.take_prefetched(bank.misses[pending].place);
  } else if (const auto place = bank.tags.lookup(key)) {
    answer(request, now + parameters_.hit_latency, rank_of_held(index));
    counts_.hits.add();
    timing_.looked_up(request, LineLookup::kHit, now);
    seen.prefetched = prefetcher_ != nullptr && bank.tags.take_prefetched(*place);
  } else {
    if (!miss(bank, request, now)) return false;
    counts_.misses.add();
    timing_.looked_up(request, LineLookup::kMiss, now);
    seen.missed = true;
  }
  counts_.reads.add();
  if (prefetcher_) see(seen, now);
  return true;
}

/// Takes a miss register and a place in the tags for a line, and asks for it. Returns false when there is no register
/// or no place.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::miss(Bank& bank, const Request& request, Cycles now) {
  if (bank.misses.size() == parameters_.mshrs) return false;
  const auto number = enter_miss(bank, request.line, now);
  if (number) bank.misses[*number].waiters.push_back(request);
  return number.has_value();
}

/// Number of the miss register that a line gets, which is asked for; nothing when there is no place for it in the tags.
template <class Handle, class Timing>
std::optional<std::uint32_t> LineBanks<Handle, Timing>::enter_miss(Bank& bank, std::uint64_t line, Cycles now) {
  const auto place = make_room(bank, line, now);
  if (!place) return std::nullopt;
  bank.tags.set_pinned(*place, true);
  const LineParts parts = parts_of(line);
  ask(parts, line, false, now);
  const std::uint32_t number = bank.misses.enter(key_of(line));
  Miss& miss = bank.misses[number];
  miss.place = *place;
  miss.parts = parts.count;
  miss.tags_read = now + parameters_.tag_latency();
  miss.asked = last_ask_;
  miss.prefetched = false;
  return number;
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
  const auto number = free ? enter_miss(bank, line, now) : std::nullopt;
  if (!number) return prefetch_counts_->dropped.add();
  bank.misses[*number].prefetched = true;
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
  answer(request, now + parameters_.hit_latency, rank_of_held(index));
  counts_.writes.add();
  return true;
}

/// Gives a line a place in the tags, writing back a dirty victim. A full write buffer stops every allocation, also of a
/// line whose victim would be clean: the victim is known only once it is chosen.
template <class Handle, class Timing>
std::optional<TagArray::Place> LineBanks<Handle, Timing>::make_room(Bank& bank, std::uint64_t line, Cycles now) {
  if (writes_out_ > (parameters_.write_buffer - 1) * parts_of(line).count) return std::nullopt;
  const auto allocation = bank.tags.allocate(key_of(line));
  if (!allocation) return std::nullopt;
  if (allocation->evicted && allocation->victim_dirty) {
    const LineParts parts = parts_of(allocation->victim.line);
    writes_out_ += parts.count;
    counts_.write_backs.add();
    ask(parts, allocation->victim.line, true, now);
  }
  return allocation->place;
}

/// Asks the next level for a line, or writes it there, in parts. They leave when the tags have been read and the
/// address is translated; page walks overlap, requests leave in order.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::ask(const LineParts& parts, std::uint64_t line, bool write, Cycles now) {
  const Cycles walk = surroundings_.tlb != nullptr ? surroundings_.tlb->look_up(parts.first) : Cycles{};
  last_ask_ = std::max(last_ask_, now + parameters_.tag_latency() + walk);
  timing_.ask(parts, line, write, last_ask_);
}

/// @param below  places of a line that was missing, from the next level on; null: the cache held it
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::answer(const Request& request, Cycles ready, std::uint32_t rank,
                                       const LinePath* below) {
  if (!request.write) {
    counts_.read_bytes.add(request.bytes);
    counts_.latency.add((ready - request.arrival).value());
  }
  LinePath* const path = timing_.answer(request, ready, rank);
  if (path == nullptr) return;
  path->add(place_before_arrival(surroundings_, request.write), request.arrival);
  path->add(surroundings_.places.banks, request.granted);
  if (below != nullptr) path->add(*below);
  path->add(surroundings_.places.latency(), ready);
}

template <class Handle, class Timing>
template <class Visit>
void LineBanks<Handle, Timing>::clean_all(Visit&& visit) {
  for (Bank& bank : banks_) {
    for (const LineKey key : bank.tags.clean_all()) {
      counts_.dirty_at_end.add(parameters_.line.value());
      visit(parts_of(key.line));
    }
  }
}

}  // namespace texpipe::machine
