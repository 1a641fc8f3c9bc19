// The samplers, caches and memory of a loosely timed machine, moved on together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_parameters.h"
#include "machine/recurrence/line_cache_recurrence.h"
#include "machine/recurrence/memory_recurrence.h"
#include "machine/recurrence/sampler_recurrence.h"
#include "machine/statistics/statistics.h"

namespace texpipe::machine {

/// What happens outside (messages, ends of responses, requests of data ports) is told at its time; everything else
/// follows. Nothing is decided before everything is known that could change it, so samplers and data ports meet in L3
/// and memory as they do cycle by cycle.
class MachineRecurrence {
 public:
  MachineRecurrence(const MachineParameters& parameters, StatisticsRegistry& statistics);

  SamplerRecurrence& sampler(std::size_t index) { return units_[index]->sampler; }

  /// The data port of a subslice, to be bound before the first request.
  void bind_data_port(std::size_t index, LineClient& port) {
    l3_->bind(of_l3_.data_port(static_cast<std::uint32_t>(index)), port);
  }
  /// A request of a data port at `now`, which advance() has reached. Returns whether L3 takes it; if not, room()
  /// follows.
  bool offer(std::size_t data_port, const LineRequest& request, Cycles now) {
    next_known_ = false;
    return l3_->offer(of_l3_.data_port(static_cast<std::uint32_t>(data_port)), request, now);
  }

  /// Moves everything on to `now`; all that happened outside before has been told.
  void advance(Cycles now);
  /// Moves one sampler on, to which something was told.
  void advance_sampler(std::size_t index) { advance(*units_[index]); }

  /// When something happens next without anything from outside; kNever when all is at rest.
  Cycles next() const {
    if (!next_known_) find_next();
    return next_;
  }

  /// A line that a sampler waits for, and of which the arrival is not known, arrives at this time or later; kNever when
  /// there is none.
  Cycles first_unknown_fill(std::size_t index) const;
  /// The same of answers to data ports.
  Cycles first_unknown_answer() const;

  /// Somebody looks at the statistics when everything before `look` has happened: what is known earlier of that cycle
  /// and later ones waits. Told before anything of that time is known.
  void look_at(Cycles look);
  /// Moves on up to `end`, and counts exactly what happened before. The next look_at() follows.
  void count_before(Cycles end);

  /// Every cache of lines, with its path.
  void for_each_cache(const std::function<void(const std::string& path, LineCacheRecurrence& cache)>& visit);

  /// All levels behind the samplers' first ones.
  WarmLevels warm_levels();

  /// The end of a run of `end` cycles.
  void close(Cycles end);

 private:
  struct Cache {
    Cache(const LineCacheOf& of, const LineCacheSurroundings& surroundings, StatisticsGroup& group)
        : facts{&of.facts}, timed{std::make_unique<LineCacheRecurrence>(of.parameters, surroundings, group)} {}
    const CacheFacts* facts;
    std::unique_ptr<LineCacheRecurrence> timed;
  };
  struct Unit {
    Unit(const SamplerParameters& parameters, ByteSize next_line, const SamplerStatistics& statistics)
        : sampler{parameters, next_line, statistics} {}
    SamplerRecurrence sampler;
    std::vector<Cache> caches;  // of its own, from what samplers share to its first level
    Cycles lookahead;           // of what answers the sampler's fills
  };

  void add_shared(const MachineParameters& parameters, StatisticsRegistry& statistics);
  void add_unit(const MachineParameters& parameters, std::uint32_t subslice, StatisticsRegistry& statistics);

  void advance(Unit& unit) {
    next_known_ = false;
    unit.sampler.advance(now_ + unit.lookahead);
  }
  /// Returns next() as it is then.
  Cycles step(Cycles now);
  void find_next() const;
  Cycles next_of_shared() const;
  static Cycles next_of(const Unit& unit);

  std::vector<std::unique_ptr<Unit>> units_;
  L3Requesters of_l3_;
  std::optional<Tlb> tlb_;  // of L3
  MemoryRecurrence memory_;
  std::vector<Cache> shared_;          // by all samplers, from memory to them
  LineCacheRecurrence* l3_ = nullptr;  // one of these
  Cycles now_;
  mutable Cycles next_;  // next(), while it is known: it is asked more often than it changes
  mutable bool next_known_ = false;
};

}  // namespace texpipe::machine
