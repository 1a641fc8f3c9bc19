// Banks of a line cache, for both timings: what they queue, grant, look up, ask for and write back. Serves a sampler's
// second level, the samplers' shared one, L3 and the last-level cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/ring.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/line_cache_statistics.h"
#include "machine/cache/line_cache_surroundings.h"
#include "machine/cache/line_lookup.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/miss_table.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/warm_tags.h"
#include "machine/stage/never.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/repeated_work.h"

namespace texpipe::machine {

/// Arrivals of a cycle are collected; in the next cycle each bank grants one request, round robin over the requesters
/// from the one after its last grant. A missing line is asked for when the tags have been read and its address is
/// translated. Writes allocate without a fetch (byte masks assumed) and are written back when evicted. The banks hold no
/// bytes.
///
/// All decisions stand here; a timing only lets time pass. It calls step() at next(), and the banks call it back:
///   void ask(const LineParts&, std::uint64_t line, bool write, Cycles at)  the parts leave for the next level at `at`
///   LinePath* answer(const Request&, Cycles ready, std::uint32_t rank)     hands an answer to the requester's port;
///       returns where to note the line's places, null for a requester that is not told. Answers of one time leave in
///       order of rank
///   void looked_up(const Request&, LineLookup, Cycles now)                 a read was looked up
///   void freed(std::uint32_t requester, Cycles now)                        a place in the requester's queue is free
///
/// @tparam Handle  by which the timing knows a request that it is to answer
template <class Handle, class Timing>
class LineBanks {
 public:
  struct Request {
    Handle handle{};
    std::uint64_t line = 0;
    std::uint32_t bytes = 0;
    std::uint32_t requester = 0;
    bool write = false;
    bool stalled = false;  // at the bank's head, refused at least once: no miss register, no room
    Cycles arrival;
    Cycles granted;
  };

  /// @param group  that the banks count in
  LineBanks(const LineCacheParameters& parameters, const LineCacheSurroundings& surroundings, StatisticsGroup& group,
            Timing& timing);
  LineBanks(const LineBanks&) = delete;
  LineBanks& operator=(const LineBanks&) = delete;

  ByteSize line() const { return parameters_.line; }
  std::uint64_t line_of(ByteAddress address) const { return address.value() >> line_bits_; }
  const LineCacheStatistics& counts() const { return counts_; }
  /// Account of a port over which answers leave; requesters_per_port neighbours share one.
  const LinkAccount& port_account(std::size_t port) const { return port_accounts_[port]; }
  /// Time that a bank or a port moves so many bytes.
  Subcycles work_of(std::uint32_t bytes) { return work_of_(bytes); }

  /// Requests of a requester that are not granted.
  std::uint32_t queued(std::uint32_t requester) const { return queued_[requester]; }
  bool full(std::uint32_t requester) const { return queued_[requester] == parameters_.queue; }
  /// Calls visit(bank, request) for the oldest request of a requester in every bank that has one.
  template <class Visit>
  void for_each_oldest(std::uint32_t requester, Visit&& visit) const;

  /// A request leaves its requester, whose queue is not full. Its line, bytes, requester and direction are filled in.
  void take(Request request, Cycles now);

  /// A part of a line came from the next level, or was acknowledged there. Calls come in the order of time.
  /// @param path  where the part was since it was asked for
  void answered(std::uint64_t line, bool write, Cycles at, const LinePath& path);

  /// When step() has something to do; kNever: nothing until the next call.
  Cycles next() const { return arriving_.empty() ? wake_ : std::min(wake_, arriving_.front().arrival); }
  void step(Cycles now) {
    come_in(now);
    if (wake_ <= now) cycle(now);
  }

  /// An access without time: changes the tags, and counts nothing.
  WarmedLine warm(ByteAddress address, bool written) {
    const LineKey key = key_of(line_of(address));
    return machine::warm(bank_of(key.line).tags, key, written);
  }

  /// The end of a run: counts the dirty lines, which become clean, and calls visit(parts) for each of them.
  template <class Visit>
  void clean_all(Visit&& visit);

 private:
  struct Miss {
    TagArray::Place place;
    std::uint32_t parts = 0;  // that have not come
    Cycles tags_read;         // then it is known that the line is missing
    Cycles asked;             // then its address is translated
    std::vector<Request> waiters;
  };
  struct Bank {
    Bank(const CacheGeometry& geometry, std::uint32_t requesters, CycleAccount& account)
        : tags{geometry}, queues(requesters), cycles{&account} {}
    TagArray tags;
    std::vector<Ring<Request>> queues;  // by requester
    std::uint32_t queued = 0;           // requests in all of them
    MissTable<Miss> misses;
    IssueSlot slot;
    CycleAccount* cycles;
    std::uint32_t stalled = 0;  // requesters whose oldest request is
    std::uint32_t first = 0;    // requester that is asked first
  };
  /// A part that came from the next level.
  struct Answer {
    std::uint64_t line = 0;
    bool write = false;
    Cycles at;
    LinePath path;
  };

  static LineKey key_of(std::uint64_t line) { return {AddressSpace::kStored, line}; }
  Bank& bank_of(std::uint64_t line) { return banks_[bank_of_line_(line)]; }
  LineParts parts_of(std::uint64_t line) const {
    return machine::parts_of(ByteAddress{line << line_bits_}, parameters_.line, surroundings_.next_line);
  }
  void wake(Cycles when) { wake_ = std::min(wake_, when); }

  void come_in(Cycles now);
  void arrive(Request request);
  void cycle(Cycles now);
  void take_answers(Cycles now);
  bool grant(std::uint32_t bank, Cycles now);
  void leave_queue(Bank& bank, std::uint32_t requester, Cycles now);
  static void account(const Bank& bank, Cycles now);
  bool serve(std::uint32_t bank, Request& request, Cycles now);
  bool read(std::uint32_t bank, const Request& request, Cycles now);
  bool miss(Bank& bank, const Request& request, Cycles now);
  bool write(std::uint32_t bank, const Request& request, Cycles now);
  std::optional<TagArray::Place> make_room(Bank& bank, std::uint64_t line, Cycles now);
  void ask(const LineParts& parts, std::uint64_t line, bool write, Cycles now);
  void answer(const Request& request, Cycles ready, std::uint32_t rank, const LinePath* below = nullptr);

  // Ranks of answers that are ready at one time: bank by bank, of each what it holds before what came from below.
  static constexpr std::uint32_t rank_of_held(std::uint32_t bank) { return 2 * bank; }
  static constexpr std::uint32_t rank_of_filled(std::uint32_t bank) { return 2 * bank + 1; }

  LineCacheParameters parameters_;
  LineCacheSurroundings surroundings_;
  Timing& timing_;
  unsigned line_bits_;  // of an address inside a line
  BankSelector bank_of_line_;
  RepeatedWork work_of_;  // of bytes
  std::vector<Bank> banks_;
  std::vector<std::uint32_t> queued_;  // by requester
  std::uint64_t queued_in_all_ = 0;
  std::vector<IssueSlot> ways_here_;  // by requester: of writes
  Ring<Request> arriving_;            // writes on their way here, in order of arrival
  Cycles last_arrival_ = kNever;
  Ring<Answer> answers_;
  Cycles last_ask_;               // of the next level
  std::uint32_t writes_out_ = 0;  // parts of write-backs on their way
  Cycles wake_ = kNever;          // next cycle with something to grant or to take from below

  LineCacheStatistics counts_;
  std::vector<LinkAccount> port_accounts_;
  std::vector<LinkAccount> way_accounts_;  // by requester
};

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
      ways_here_(surroundings.requesters),
      counts_{group} {
  for (std::uint32_t bank = 0; bank < parameters.banks; ++bank)
    banks_.emplace_back(bank_geometry(parameters), surroundings.requesters, counts_.bank_cycles(bank));
  for (std::uint32_t requester = 0; requester < surroundings.requesters; ++requester) {
    if (requester % surroundings.requesters_per_port == 0)
      port_accounts_.push_back(machine::port_account(group, requester / surroundings.requesters_per_port));
    if (surroundings.write_bytes_per_cycle) way_accounts_.push_back(way_account(group, requester));
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
void LineBanks<Handle, Timing>::take(Request request, Cycles now) {
  come_in(now);  // writes that have arrived by now stand before it
  ++queued_[request.requester];
  counts_.occupancy.set_level(now, ++queued_in_all_);
  request.arrival = now;
  if (!request.write || !surroundings_.write_bytes_per_cycle) return arrive(std::move(request));
  IssueSlot& way = ways_here_[request.requester];
  const Cycles start = way.earliest(now);
  const Subcycles begin = way.claim(start, work_at_rate(request.bytes, *surroundings_.write_bytes_per_cycle));
  way_accounts_[request.requester].move(request.bytes, begin, way.free_at());
  request.arrival = way.last_busy(start);
  arriving_.push_back(std::move(request));
  for (std::size_t i = arriving_.size() - 1; i > 0 && arriving_[i].arrival < arriving_[i - 1].arrival; --i)
    std::swap(arriving_[i], arriving_[i - 1]);
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::come_in(Cycles now) {
  for (; !arriving_.empty() && arriving_.front().arrival <= now; arriving_.pop_front())
    arrive(std::move(arriving_.front()));
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::arrive(Request request) {
  last_arrival_ = request.arrival;
  wake(request.arrival + Cycles{1});
  Bank& bank = bank_of(request.line);
  ++bank.queued;
  bank.queues[request.requester].push_back(std::move(request));
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::answered(std::uint64_t line, bool write, Cycles at, const LinePath& path) {
  Answer& answer = answers_.push_back();
  answer.line = line;
  answer.write = write;
  answer.at = at;
  if (!write) answer.path = path;
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
  // A request that came at this time may stand behind a wake for now.
  if (last_arrival_ == now) wake(now + Cycles{1});
}

template <class Handle, class Timing>
void LineBanks<Handle, Timing>::take_answers(Cycles now) {
  while (!answers_.empty() && answers_.front().at < now) {
    const Answer& came = answers_.front();  // its place is not used again in this loop's turn
    answers_.pop_front();
    if (came.write) {
      --writes_out_;
      continue;
    }
    const std::uint32_t index = bank_of_line_(came.line);
    Bank& bank = banks_[index];
    const auto number = bank.misses.find(key_of(came.line));
    Miss& miss = bank.misses[number];
    if (--miss.parts > 0) continue;
    bank.tags.set_pinned(miss.place, false);
    LinePath path;
    path.add(surroundings_.places.latency(), miss.tags_read);
    path.add(LinePlace::kTlb, miss.asked);
    path.add(came.path);
    for (const Request& waiter : miss.waiters)
      answer(waiter, now + parameters_.fill_latency, rank_of_filled(index), &path);
    miss.waiters.clear();
    bank.misses.remove(number);
    bank.misses.give_back(number);
    account(bank, now);
    counts_.fills.add();
  }
  if (!answers_.empty()) wake(answers_.front().at + Cycles{1});
}

/// Returns whether the bank took a request.
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

/// Returns false when the request must wait: no miss register, no room.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::serve(std::uint32_t bank, Request& request, Cycles now) {
  request.granted = now;  // if it is
  return request.write ? write(bank, request, now) : read(bank, request, now);
}

template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::read(std::uint32_t index, const Request& request, Cycles now) {
  Bank& bank = banks_[index];
  const LineKey key = key_of(request.line);
  if (const auto pending = bank.misses.find(key); pending != bank.misses.kNone) {
    bank.tags.lookup(key);  // counts as use of the line
    bank.misses[pending].waiters.push_back(request);
    counts_.merges.add();
    timing_.looked_up(request, LineLookup::kMerge, now);
  } else if (bank.tags.lookup(key)) {
    answer(request, now + parameters_.hit_latency, rank_of_held(index));
    counts_.hits.add();
    timing_.looked_up(request, LineLookup::kHit, now);
  } else {
    if (!miss(bank, request, now)) return false;
    counts_.misses.add();
    timing_.looked_up(request, LineLookup::kMiss, now);
  }
  counts_.reads.add();
  return true;
}

/// Takes a miss register and a place for a line, and asks for it; false: there is none.
template <class Handle, class Timing>
bool LineBanks<Handle, Timing>::miss(Bank& bank, const Request& request, Cycles now) {
  if (bank.misses.size() == parameters_.mshrs) return false;
  const auto place = make_room(bank, request.line, now);
  if (!place) return false;
  bank.tags.set_pinned(*place, true);
  const LineParts parts = parts_of(request.line);
  ask(parts, request.line, false, now);
  Miss& miss = bank.misses[bank.misses.enter(key_of(request.line))];
  miss.place = *place;
  miss.parts = parts.count;
  miss.tags_read = now + parameters_.tag_latency();
  miss.asked = last_ask_;
  miss.waiters.push_back(request);
  return true;
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

/// A full write buffer stops every allocation, also of a line whose victim is clean: the victim is known only once it is
/// chosen.
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

/// The parts of a line leave when its tags have been read and its address is translated; walks overlap, requests leave
/// in order.
template <class Handle, class Timing>
void LineBanks<Handle, Timing>::ask(const LineParts& parts, std::uint64_t line, bool write, Cycles now) {
  const Cycles walk = surroundings_.tlb != nullptr ? surroundings_.tlb->look_up(parts.first) : Cycles{};
  last_ask_ = std::max(last_ask_, now + parameters_.tag_latency() + walk);
  timing_.ask(parts, line, write, last_ask_);
}

/// @param below  where a line was that was missing; null: the cache held it
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
