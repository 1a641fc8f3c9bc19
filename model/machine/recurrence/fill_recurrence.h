// The first-level cache's lines on their way, by recurrence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "machine/cache/line.h"
#include "machine/cache/line_decoding.h"
#include "machine/cache/sectors.h"
#include "machine/cache/texture_cache_parameters.h"
#include "machine/cache/texture_cache_statistics.h"
#include "machine/recurrence/early_counts.h"
#include "machine/recurrence/level_trace.h"
#include "machine/recurrence/line_request.h"
#include "machine/recurrence/sampler_watcher.h"

namespace texpipe::machine {

/// Miss registers. A line takes one when it is asked for and leaves it when it is there; a further request for other
/// sectors of the line takes another one. Lines whose arrival is known
/// are kept until no lookup can ask about them.
class FillRecurrence final : public LineClient {
 public:
  struct Fill {
    LineKey key;
    SectorSet sectors = 0;
    std::uint64_t order = 0;  // number in the order of requests
    std::uint32_t blocks = 0;
    std::uint32_t parts = 0;  // parts that are not there yet
    Cycles asked_at;
    Cycles arrival;  // kNever: not known yet
    // places of the line, valid when the arrival is known
    std::unique_ptr<LinePath> path = std::make_unique<LinePath>();
    std::vector<std::uint64_t> waiters;
  };

  /// The sampler that waits for lines: told of each waiter's line when its arrival is known.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual void line_there(std::uint64_t waiter, const Fill& fill) = 0;
    /// The arrival of a line for which nobody waits is known.
    virtual void came_ahead() {}
  };

  /// @param early  the owner's counts that wait
  FillRecurrence(const TextureCacheParameters& parameters, ByteSize next_line, Owner& owner,
                 const FillStatistics& statistics, EarlyCounts& early);

  RequestQueue& next_level() { return next_level_; }
  const RequestQueue& next_level() const { return next_level_; }

  void answered(std::uint64_t tag, Cycles at, const LinePath& path) override;
  void room(Cycles now) override { next_level_.send(now); }

  /// The register of a line that a lookup at `now` finds on its way (or that arrives in that cycle); null: it is not on
  /// its way. Lookups come in the order of time: lines that arrived before `now` are forgotten.
  Fill* find(LineKey key, Cycles now) {
    if (first_arrival_ < now) forget(now);
    const std::uint64_t name = name_of(key);
    for (std::uint32_t next = last_of_[bucket_of(key)]; next != 0; next = flights_[next - 1].before) {
      if (flights_[next - 1].name == name) return &fills_[next - 1];
    }
    return nullptr;
  }

  /// Calls visit(fill) for each register that brings any of the wanted sectors, as find().
  template <class Visit>
  void for_each(const LineSectors& wanted, Cycles now, Visit&& visit) {
    if (first_arrival_ < now) forget(now);
    const std::uint64_t name = name_of(wanted.key);
    for (std::uint32_t next = last_of_[bucket_of(wanted.key)]; next != 0; next = flights_[next - 1].before) {
      Fill& fill = fills_[next - 1];
      if (flights_[next - 1].name == name && (fill.sectors & wanted.sectors) != 0) visit(fill);
    }
  }

  /// Number of registers that are taken at `now`, with those of lines whose arrival is not known.
  std::uint32_t taken(Cycles now) const;
  bool full(Cycles now) const { return flying_ >= parameters_.mshrs && taken(now) == parameters_.mshrs; }
  /// First known arrival after `now`; kNever: there is none.
  Cycles next_arrival(Cycles now) const;
  /// Last known arrival of a line for which nobody waited when it became known; 0: there was none. A run does not end
  /// before.
  Cycles ahead_until() const { return ahead_until_; }
  /// Number of lines whose arrival is not known.
  std::uint32_t unknown() const { return unknown_; }

  /// Tells `watcher` of requests and arrivals from now on.
  void watch(SamplerWatcher& watcher) { watcher_ = &watcher; }

  /// Takes a register at `now` for a line, for which the next level is asked at `known`.
  void request(const LineSectors& wanted, LineDecoding decoding, std::uint64_t waiter, Cycles now, Cycles known);
  void request(LineKey key, LineDecoding decoding, std::uint64_t waiter, Cycles now, Cycles known) {
    request(LineSectors{key, sectors_.all()}, decoding, waiter, now, known);
  }
  /// Takes a register, likewise, for a line for which nobody waits.
  void request_ahead(const LineSectors& wanted, LineDecoding decoding, Cycles now, Cycles known) {
    ask(wanted, decoding, now, known);
  }
  /// Registers that are taken at `now`, with those of lines that arrive in that cycle.
  std::uint32_t on_way(Cycles now) {
    if (first_arrival_ < now) forget(now);
    return flying_;
  }
  void wait(Fill& fill, std::uint64_t waiter) { fill.waiters.push_back(waiter); }

  /// Says that every request and arrival up to `known` has been told.
  void settle(Cycles known) { registers_.settle(known); }
  /// Counts the events before `end`, all of which are known.
  void count_before(Cycles end) { registers_.count_before(end, statistics_.occupancy); }
  void close(Cycles end) { registers_.close(end, statistics_.occupancy); }

 private:
  static constexpr std::uint64_t name_of(LineKey key) {
    return key.line << 1 | static_cast<std::uint64_t>(key.space == AddressSpace::kDecoded);
  }
  static constexpr std::size_t bucket_of(LineKey key) { return key.line % kBuckets; }
  // A request's tag is its fill's number and its bytes.
  static constexpr unsigned kBytesBits = 11;
  static constexpr std::uint64_t tag_of(const Fill& fill, ByteSize bytes) {
    return fill.order << kBytesBits | bytes.value();
  }
  Fill& ask(const LineSectors& wanted, LineDecoding decoding, Cycles now, Cycles known);
  void arrive(Fill& fill, Cycles at);
  void forget(Cycles now);
  void enter(LineKey key, std::uint32_t fill);

  TextureCacheParameters parameters_;
  Sectors sectors_;
  ByteSize next_line_;
  Owner& owner_;
  RequestQueue next_level_;
  std::vector<Fill> fills_;  // the first `flying_` of them are on their way
  std::uint32_t flying_ = 0;
  // Lines on their way by bucket, in chains: most lookups ask for none of them.
  struct Flight {
    std::uint64_t name = 0;
    std::uint32_t before = 0;  // number + 1 of the flight before it in its bucket; 0: none
  };
  static constexpr std::size_t kBuckets = 64;
  std::vector<Flight> flights_;                    // by number of the fill
  std::array<std::uint32_t, kBuckets> last_of_{};  // by bucket: number + 1 of its last flight; 0: none
  Cycles first_arrival_ = kNever;                  // earliest of the known arrivals
  Cycles ahead_until_;
  std::uint32_t unknown_ = 0;
  std::uint64_t next_order_ = 0;
  LineDecoder decoder_;
  EntryTrace registers_;
  FillStatistics statistics_;
  EarlyCounts& early_;
  SamplerWatcher* watcher_ = nullptr;
};

}  // namespace texpipe::machine
