// Definitions of line_bank.h, which includes this file: what arrives, is granted and is answered.
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
      path->add(LinePlace::kCrossbar, at);
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
std::uint64_t LineBanks<Handle, Timing>::flush(Cycles now) {
  std::uint64_t bytes = 0;
  for (Bank& bank : banks_) {
    for (const TagArray::DirtyLine& dirty : bank.tags.clean_all()) {
      write_back(bank.slice, {.place = {}, .victim = dirty.key, .victim_sectors = dirty.sectors}, now);
      bytes += sectors_.divided() ? static_cast<std::uint64_t>(std::popcount(dirty.sectors)) * sectors_.bytes().value()
                                  : parameters_.line.value();
    }
  }
  return bytes;
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
