// The samplers, caches and memory of a loosely timed machine, moved on together.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_parameters.h"
#include "machine/graph/places.h"
#include "machine/recurrence/line_cache_recurrence.h"
#include "machine/recurrence/memory_ports_recurrence.h"
#include "machine/recurrence/memory_recurrence.h"
#include "machine/recurrence/sampler_recurrence.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// Events outside (messages, ends of responses, requests of data ports) are told at their times; everything else
/// follows. Nothing is decided before everything is known that could change it, so samplers and data ports meet in
/// caches and memory as they do cycle by cycle.
class MachineRecurrence {
 public:
  MachineRecurrence(const MachineParameters& parameters, StatisticsRegistry& statistics);

  /// @param index  number of the sampler, as in samplers_of()
  SamplerRecurrence& sampler(std::size_t index) { return units_[index]->sampler; }

  /// Binds the data port of a subslice, before its first request.
  void bind_data_port(std::size_t index, LineClient& port) {
    const DataPort& of = data_ports_[index];
    of.server->bind(of.requester, port);
  }
  /// Takes a request of a data port at `now`, which advance() has reached. Returns false when the cache has no room;
  /// room() follows.
  bool offer(std::size_t data_port, const LineRequest& request, Cycles now) {
    next_known_ = false;
    const DataPort& of = data_ports_[data_port];
    return of.server->offer(of.requester, request, now);
  }

  /// Number as that of a data port by which offer() and the like know a cache of the fixed functions, in a machine that
  /// draws. @param cache  as functional::FrameCache
  std::size_t frame_port(unsigned cache) const { return data_ports_.size() - frame_.size() + cache; }
  /// Writes back what the fixed functions' caches have changed. @return  bytes of it
  std::uint64_t flush_frame_caches(Cycles now);

  /// Moves everything on to `now`. All events outside before `now` have been told.
  void advance(Cycles now);
  /// Moves on one sampler that was told something.
  void advance_sampler(std::size_t index) { advance(*units_[index]); }

  /// Time of the next event that needs nothing from outside; kNever when all is at rest.
  Cycles next() const {
    if (!next_known_) find_next();
    return next_;
  }

  /// Earliest possible arrival of those lines for which a sampler waits and whose arrival is not known; kNever: there
  /// are none.
  Cycles first_unknown_fill(std::size_t index) const;
  /// Earliest possible time of answers to data ports that are not known; kNever: there are none.
  Cycles first_unknown_answer(std::size_t data_port) const;

  /// Says that the statistics will be looked at when everything before `look` has happened: counts of that cycle and
  /// later ones that are known earlier wait. To be called before anything of that time is known.
  void look_at(Cycles look);
  /// Moves on up to `end`, and counts exactly the events before it. The next look_at() follows.
  void count_before(Cycles end);

  /// Every cache of lines, with its path.
  void for_each_cache(const std::function<void(const std::string& path, LineCacheRecurrence& cache)>& visit);

  /// Drops what is in the samplers' first levels. @return  lines of it
  std::uint64_t invalidate_first_levels() {
    std::uint64_t lines = 0;
    for (const auto& unit : units_) lines += unit->sampler.invalidate();
    return lines;
  }

  /// All levels behind the samplers' first ones, to be warmed.
  WarmLevels warm_levels();
  WarmMemory& warm_memory() { return memory_; }

  /// Ends a run of `end` cycles.
  void close(Cycles end);

 private:
  struct Cache {
    /// @param registry  in which it counts, under its path
    Cache(std::string at, std::uint32_t in_slice, const LineCacheOf& of, const LineCacheSurroundings& surroundings,
          StatisticsRegistry& registry)
        : facts{&of.facts},
          path{std::move(at)},
          slice{in_slice},
          timed{std::make_unique<LineCacheRecurrence>(of.parameters, surroundings,
                                                      registry.group(path, of.facts.description))} {}
    Cache(std::string at, const LineCacheParameters& parameters, const LineCacheSurroundings& surroundings,
          StatisticsGroup& group)
        : facts{nullptr},
          path{std::move(at)},
          slice{0},
          timed{std::make_unique<LineCacheRecurrence>(parameters, surroundings, group)} {}
    const CacheFacts* facts;  // null: of the fixed functions
    std::string path;
    std::uint32_t slice;  // of a cache behind the slices 0
    std::unique_ptr<LineCacheRecurrence> timed;
  };
  struct Unit {
    Unit(const SamplerPlace& place, ByteSize next_line, const SamplerStatistics& statistics)
        : slice{place.slice}, sampler{*place.parameters, next_line, statistics} {}
    std::uint32_t slice;
    SamplerRecurrence sampler;
    // the sampler's own, from those next to the shared caches to those next to its first level
    std::vector<Cache> caches;
    Cycles lookahead;  // of the block that answers the sampler's fills: see LineCacheRecurrence::lookahead
  };

  /// Cache or memory that a data port asks for lines.
  struct DataPort {
    LineServer* server;
    std::uint32_t requester;  // number of its requests there
  };

  void add_shared(const MachineParameters& parameters, std::uint32_t slice, StatisticsRegistry& statistics);
  LineCacheRecurrence& add_shared(const MachineParameters& parameters, std::uint32_t slice, const LineCacheOf& of,
                                  StatisticsRegistry& statistics);
  void add_frame_caches(const MachineParameters& parameters, StatisticsRegistry& statistics);
  void add_unit(const MachineParameters& parameters, std::uint32_t number, StatisticsRegistry& statistics);

  void advance(Unit& unit) {
    next_known_ = false;
    unit.sampler.advance(now_ + unit.lookahead);
  }
  /// Makes a step. Returns next() as it is afterwards.
  Cycles step(Cycles now);
  void find_next() const;
  Cycles next_of_shared() const;
  LineServer& memory() { return memory_ports_ ? static_cast<LineServer&>(*memory_ports_) : memory_; }
  Cycles next_of(const Unit& unit) const;

  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<CommonRequesters> of_common_;  // by slice
  std::deque<std::optional<Tlb>> tlbs_;      // by slice: translates the addresses that its common cache asks for
  MemoryRecurrence memory_;
  std::optional<MemoryPortsRecurrence> memory_ports_;  // none: one block asks memory
  std::vector<Cache> shared_;  // by several samplers, from memory: those behind the slices, then those of each slice
  std::vector<Cache> frame_;   // of the fixed functions; none in a machine that does not draw
  std::vector<LineServer*> first_;    // by slice: the first block that its samplers share
  std::vector<DataPort> data_ports_;  // by subslice, then by cache of the fixed functions
  Cycles now_;
  mutable Cycles next_;  // next(), while it is known; kept because it is asked more often than it changes
  mutable bool next_known_ = false;
};

}  // namespace texpipe::machine
