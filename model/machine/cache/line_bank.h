// Banks of a line cache: their queues, grants, lookups, misses and write-backs, for both timings. They serve a
// sampler's second level, the samplers' shared one, L3 and the last-level cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/ring.h"
#include "machine/cache/bank_of_line.h"
#include "machine/cache/line_arrivals.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/line_cache_statistics.h"
#include "machine/cache/line_cache_surroundings.h"
#include "machine/cache/line_lookup.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/miss_table.h"
#include "machine/cache/sectors.h"
#include "machine/cache/slice_crossing.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/warm_tags.h"
#include "machine/prefetch/prefetcher.h"
#include "machine/stage/never.h"
#include "machine/statistics/issue_slot.h"
#include "machine/statistics/repeated_work.h"

namespace texpipe::machine {

/// Arrivals of a cycle are collected; in the next cycle each bank grants one request, round robin over the requesters
/// from the one after its last grant. A missing line is asked for when the tags have been read and its address is
/// translated. A write allocates its line without fetching it (byte masks assumed); the line is written back when it is
/// evicted. The banks hold no bytes. A prefetcher sees each read that was granted; the lines that it wants are asked
/// for at once, like missing lines for which nobody waits.
///
/// Of sectored lines those sectors are asked for that a read wants and that are neither here nor on their way, in one
/// request for each run of neighbours. A line on its way has one miss register, to which later sectors are added; each
/// read is answered when its own sectors are there. Written sectors need no fetch, and changed ones alone are written
/// back. A prefetch asks for whole lines.
///
/// A cache of several slices has banks, write buffer and a way to the next level in each. Requests and answers cross a
/// crossbar: requests arrive later, and answers leave a slice over one port, before the requester's own.
///
/// All decisions stand here; a timing only lets time pass. It calls step() at next(), and the banks call it back:
///   void ask(std::uint32_t slice, const LineParts&, bool write, Cycles at)  the parts leave a slice for the next level
///       at `at`
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
    std::uint16_t offset = 0;  // of its first byte in the line
    bool write = false;
    bool stalled = false;  // refused at least once at the head of its bank's queue: no miss register, or no room
    Cycles arrival;
    Cycles granted;
  };

  /// @param group  statistics in which the banks count
  LineBanks(const LineCacheParameters& parameters, const LineCacheSurroundings& surroundings, StatisticsGroup& group,
            Timing& timing);
  LineBanks(const LineBanks&) = delete;
  LineBanks& operator=(const LineBanks&) = delete;

  ByteSize line() const { return parameters_.line; }
  std::uint64_t line_of(ByteAddress address) const { return address.value() >> line_bits_; }
  std::uint16_t offset_of(ByteAddress address) const {
    return static_cast<std::uint16_t>(address.value() & (parameters_.line.value() - 1));
  }
  /// Bytes that came from the next level or were written there.
  std::uint64_t bytes_moved() const;
  const LineCacheStatistics& counts() const { return counts_; }
  /// Account of a port over which answers leave; requesters_per_port neighbours share one.
  const LinkAccount& port_account(std::size_t port) const { return port_accounts_[port]; }
  /// Time in which a bank or a port moves so many bytes.
  Subcycles work_of(std::uint32_t bytes) { return work_of_(bytes); }

  /// Requests of one requester that no bank has granted.
  std::uint32_t queued(std::uint32_t requester) const;
  /// Whether the requester's queue at the slice of a line is full.
  bool full(std::uint32_t requester, std::uint64_t line) const {
    return queued_[queue_of(requester, bank_of_line_.slice(line))] == parameters_.queue;
  }
  /// Calls visit(bank, request) for the oldest request of a requester in every bank that has one.
  template <class Visit>
  void for_each_oldest(std::uint32_t requester, Visit&& visit) const;

  /// Takes a request that leaves its requester, whose queue must not be full. Handle, line, offset, bytes, requester
  /// and direction are filled in. Calls come in the order of time, when all earlier steps have been made.
  void take(Request&& request, Cycles now);

  /// A part of a line has come from the next level, or its write-back was acknowledged there. Calls of one slice come
  /// in the order of time.
  /// @param path  places of the part since it was asked for
  void answered(ByteAddress address, bool write, Cycles at, const LinePath& path);

  /// Time at which step() has something to do; kNever: nothing until another function is called.
  Cycles next() const {
    Cycles next = std::min(wake_, arrivals_.next());
    for (const SliceCrossing<Request>& port : crossings_) next = std::min(next, port.next());
    return next;
  }
  void step(Cycles now) {
    come_in(now);
    cross(now);
    if (wake_ <= now) cycle(now);
  }

  /// Makes an access without time: changes the tags, and counts nothing.
  WarmedLine warm(ByteAddress address, bool written) {
    const LineKey key = key_of(line_of(address));
    return machine::warm(bank_of(key.line).tags, key, written);
  }

  /// Says that warm() will be called for an address soon.
  void prefetch_tags(ByteAddress address) const {
    const std::uint64_t line = line_of(address);
    banks_[bank_of_line_(line)].tags.prefetch(key_of(line));
  }

  /// Drops all lines that are neither changed nor on their way. @return  number of them
  std::uint64_t invalidate() {
    std::uint64_t lines = 0;
    for (Bank& bank : banks_) lines += bank.tags.invalidate();
    return lines;
  }

  /// Lets all dirty lines be clean, without time. @return  those lines
  std::vector<ByteAddress> clean() {
    std::vector<ByteAddress> lines;
    for (Bank& bank : banks_)
      for (const TagArray::DirtyLine& dirty : bank.tags.clean_all()) lines.emplace_back(dirty.key.line << line_bits_);
    return lines;
  }

  /// Writes all dirty lines back, which become clean. @return  bytes of them
  std::uint64_t flush(Cycles now);

  /// At the end of a run: counts the dirty lines, which become clean, and calls visit(parts) for each of them.
  template <class Visit>
  void clean_all(Visit&& visit);

 private:
  /// A part of a sectored line that has not come, with the times of its request.
  struct Flying {
    LinePart part;
    Cycles tags_read;
    Cycles asked;
  };
  struct Miss {
    TagArray::Place place;
    std::uint32_t parts = 0;  // parts that have not come
    Cycles tags_read;         // time from which on it is known that the line is missing
    Cycles asked;             // time at which its address is translated and the next level is asked
    std::vector<Request> waiters;
    std::vector<Flying> flying;  // of sectored lines: parts that have not come
  };
  struct Bank {
    Bank(std::uint32_t of_slice, const CacheGeometry& geometry, std::uint32_t requesters, CycleAccount& account)
        : slice{of_slice}, tags{geometry}, queues(requesters), cycles{&account} {}
    std::uint32_t slice;
    TagArray tags;
    std::vector<Ring<Request>> queues;  // by requester
    std::uint32_t queued = 0;           // requests in all of them
    MissTable<Miss> misses;
    IssueSlot slot;
    CycleAccount* cycles;
    std::uint32_t stalled = 0;  // requesters whose oldest request is stalled
    std::uint32_t first = 0;    // requester that has the first turn at the next grant
  };
  /// A part that came from the next level.
  struct Answer {
    Cycles at;
    std::uint32_t bank = 0;
    std::uint32_t miss = 0;  // number of its miss register; kNone: it is part of a write-back
    ByteAddress address;
    LinePath path;
  };

  static LineKey key_of(std::uint64_t line) { return {AddressSpace::kStored, line}; }
  bool crossed() const { return parameters_.slices > 1; }
  std::uint32_t queue_of(std::uint32_t requester, std::uint32_t slice) const {
    return requester * parameters_.slices + slice;
  }
  Bank& bank_of(std::uint64_t line) { return banks_[bank_of_line_(line)]; }
  LineParts parts_of(std::uint64_t line) const { return parts_of(ByteAddress{line << line_bits_}, parameters_.line); }
  LineParts parts_of(ByteAddress address, ByteSize bytes) const {
    return machine::parts_of(address, bytes, surroundings_.next_line);
  }
  SectorSet wanted(const Request& request) const { return sectors_.touched(request.offset, request.bytes); }
  SectorSet flying(const Miss& miss) const;
  static auto flying_at(Miss& miss, ByteAddress address) {
    return std::find_if(miss.flying.begin(), miss.flying.end(),
                        [address](const Flying& flying) { return flying.part.address == address; });
  }
  void wake(Cycles when) { wake_ = std::min(wake_, when); }

  void come_in(Cycles now);
  void cross(Cycles now);
  void arrive(Request&& request);
  void cycle(Cycles now);
  void take_answers(Cycles now);
  bool grant(std::uint32_t bank, Cycles now);
  void leave_queue(Bank& bank, std::uint32_t requester, Cycles now);
  static void account(const Bank& bank, Cycles now);
  bool serve(std::uint32_t bank, Request& request, Cycles now);
  bool read(std::uint32_t bank, const Request& request, Cycles now);
  std::optional<LineLookup> look_up(std::uint32_t bank, const Request& request, SeenRead& seen, Cycles now);
  std::optional<LineLookup> look_up_sectors(std::uint32_t bank, const Request& request, SeenRead& seen, Cycles now);
  void merge(Bank& bank, std::uint32_t miss, const Request& request, SeenRead& seen);
  LineLookup hit(std::uint32_t bank, TagArray::Place place, const Request& request, SeenRead& seen, Cycles now);
  bool miss(Bank& bank, const Request& request, Cycles now);
  bool miss_sectors(Bank& bank, TagArray::Place place, SectorSet missing, const Request& request, Cycles now);
  std::optional<std::uint32_t> enter_miss(Bank& bank, std::uint64_t line, SectorSet wanted, Cycles now);
  std::uint32_t take_register(Bank& bank, std::uint64_t line, TagArray::Place place);
  void ask_sectors(Bank& bank, Miss& miss, std::uint64_t line, SectorSet sectors, Cycles now);
  void part_came(const Answer& came, Cycles now);
  void answer_waiters(const Answer& came, Miss& miss, Cycles now);
  void see(const SeenRead& read, Cycles now);
  void prefetch(std::uint64_t line, Cycles now);
  bool write(std::uint32_t bank, const Request& request, Cycles now);
  std::optional<TagArray::Place> make_room(Bank& bank, std::uint64_t line, Cycles now);
  void write_back(std::uint32_t slice, const TagArray::Allocation& victim, Cycles now);
  void translate(std::uint32_t slice, ByteAddress address, Cycles now);
  void answer(const Request& request, Cycles ready, std::uint32_t rank, const LinePath* below = nullptr);
  void note_places(LinePath& path, const Request& request, Cycles ready, const LinePath* below) const;

  // Ranks of answers that are ready at one time: bank by bank, and in each bank lines that it held before lines that
  // came from the next level.
  static constexpr std::uint32_t kRanksOfBank = 2;
  static constexpr std::uint32_t rank_of_held(std::uint32_t bank) { return kRanksOfBank * bank; }
  static constexpr std::uint32_t rank_of_filled(std::uint32_t bank) { return kRanksOfBank * bank + 1; }

  LineCacheParameters parameters_;
  LineCacheSurroundings surroundings_;
  Timing& timing_;
  unsigned line_bits_;  // bits of an address that count bytes inside a line
  Sectors sectors_;
  BankOfLine bank_of_line_;
  RepeatedWork work_of_;  // by the request's bytes
  std::vector<Bank> banks_;
  std::vector<std::uint32_t> queued_;  // by requester and slice: queue_of()
  std::uint64_t queued_in_all_ = 0;
  LineArrivals<Request> arrivals_;  // writes on their way, where the requesters' links have a width
  Cycles last_arrival_ = kNever;
  Ring<Answer> answers_;
  struct Slice {
    Cycles last_ask;               // time of the last request to the next level
    std::uint32_t writes_out = 0;  // parts of write-backs that are not acknowledged
  };
  std::vector<Slice> slices_;
  std::vector<SliceCrossing<Request>> crossings_;  // by slice; empty: there is no crossbar
  Cycles wake_ = kNever;                           // next cycle with something to grant or an answer to take

  LineCacheStatistics counts_;
  std::optional<SectorStatistics> sector_counts_;  // none: lines have no sectors
  std::vector<LinkAccount> port_accounts_;
  std::unique_ptr<Prefetcher> prefetcher_;  // null: nothing is prefetched
  std::optional<PrefetchStatistics> prefetch_counts_;
  std::vector<std::uint64_t> wanted_;  // lines that the prefetcher asks for
};

}  // namespace texpipe::machine

#include "machine/cache/line_bank.inc.h"
#include "machine/cache/line_bank_lookup.inc.h"
