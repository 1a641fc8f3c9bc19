#include "machine/recurrence/machine_recurrence.h"

#include <algorithm>
#include <string>
#include <utility>

#include "machine/graph/cache_surroundings.h"

namespace texpipe::machine {
namespace {

constexpr Cycles later_by(Cycles time, Cycles span) {
  return time == kNever ? kNever : time + span;
}

std::string sampler_path(std::size_t subslice) {
  return "slice.subslice[" + std::to_string(subslice) + "].sampler";
}

/// The TLB behind L3; none where the machine has none.
std::optional<Tlb> tlb_of(const TlbParameters& parameters, StatisticsRegistry& statistics) {
  if (!parameters.enabled) return std::nullopt;
  return Tlb{parameters, statistics.group("slice.tlb", kTlbDescription)};
}

}  // namespace

MachineRecurrence::MachineRecurrence(const MachineParameters& parameters, StatisticsRegistry& statistics)
    : of_l3_{parameters},
      tlb_{tlb_of(parameters.slice.tlb, statistics)},
      memory_{parameters.memory, parameters.clock,
              MemoryStatistics{statistics.group("memory", kMemoryDescription), parameters.memory}} {
  add_shared(parameters, statistics);
  for (std::uint32_t i = 0; i < parameters.slice.subslice.size(); ++i) add_unit(parameters, i, statistics);
}

void MachineRecurrence::add_shared(const MachineParameters& parameters, StatisticsRegistry& statistics) {
  const std::vector<LineCacheOf> caches = shared_caches(parameters);
  for (std::size_t i = caches.size(); i-- > 0;) {
    const LineCacheOf& of = caches[i];
    LineCacheRecurrence& cache =
        *shared_
             .emplace_back(of, surroundings_of(parameters, of.facts.kind, tlb_ ? &*tlb_ : nullptr),
                           statistics.group(of.facts.path, of.facts.description))
             .timed;
    if (of.facts.kind == BlockKind::kL3) l3_ = &cache;
    if (shared_.size() == 1) {
      cache.next_level().bind(memory_, 0);
      memory_.bind(cache);
    } else {
      LineCacheRecurrence& next = *(shared_.end() - 2)->timed;
      cache.next_level().bind(next, 0);
      next.bind(0, cache);
    }
  }
}

void MachineRecurrence::add_unit(const MachineParameters& parameters, std::uint32_t subslice,
                                 StatisticsRegistry& statistics) {
  const SamplerParameters& sampler = parameters.slice.subslice[subslice].sampler;
  const std::string path = sampler_path(subslice);
  const std::vector<LineCacheOf> own = own_caches(sampler);
  LineLevels levels = line_levels(parameters);
  levels.l1 = true;
  levels.caches |= set_of(own);
  ByteSize line = line_behind_samplers(parameters);
  Unit& unit = *units_.emplace_back(std::make_unique<Unit>(sampler, line_behind_first_level(sampler, line),
                                                           SamplerStatistics{statistics, path, levels, sampler.l1}));
  LineCacheRecurrence* next = shared_.back().timed.get();
  std::uint32_t requester = requester_of_sampler(of_l3_, subslice);
  for (std::size_t i = own.size(); i-- > 0;) {
    const LineCacheOf& of = own[i];
    LineCacheRecurrence& cache =
        *unit.caches
             .emplace_back(of, surroundings_of_own(of.facts.kind, line),
                           statistics.group(path + "." + std::string{of.facts.name()}, of.facts.description))
             .timed;
    cache.next_level().bind(*next, requester);
    next->bind(requester, cache);
    next = &cache;
    requester = 0;
    line = of.parameters.line;
  }
  next->bind(requester, unit.sampler.fills());
  unit.sampler.fills().next_level().bind(*next, requester);
  unit.lookahead = next->lookahead();
}

void MachineRecurrence::find_next() const {
  next_ = next_of_shared();
  for (const auto& unit : units_) next_ = std::min(next_, next_of(*unit));
  next_known_ = true;
}

/// Time at which the caches of a sampler's own or its misses need a step, or at which enough is known for the sampler
/// to move on.
Cycles MachineRecurrence::next_of(const Unit& unit) const {
  Cycles next = unit.sampler.fills().next_level().next();
  const Cycles ahead = unit.sampler.fills().ahead_until();
  if (ahead > now_) next = std::min(next, ahead);
  for (const Cache& cache : unit.caches) next = std::min(next, cache.timed->next());
  const Cycles horizon = unit.sampler.needed_horizon();
  if (horizon != kNever) next = std::min(next, horizon - std::min(horizon, unit.lookahead));
  return next;
}

void MachineRecurrence::advance(Cycles now) {
  for (Cycles at = next(); at <= now;) {
    at = next_ = step(at);
    next_known_ = true;
  }
  now_ = std::max(now_, now);
  for (const auto& unit : units_) {
    if (unit->sampler.can_advance(now_ + unit->lookahead)) advance(*unit);
  }
}

Cycles MachineRecurrence::next_of_shared() const {
  Cycles next = memory_.next();
  for (const Cache& cache : shared_) next = std::min(next, cache.timed->next());
  return next;
}

/// Makes one step of everything: memory before the caches, from memory to the samplers, and these before those who ask
/// them, so that room that becomes free now is taken now.
Cycles MachineRecurrence::step(Cycles now) {
  now_ = std::max(now_, now);
  if (memory_.next() <= now) memory_.step(now);
  for (const Cache& cache : shared_) {
    if (cache.timed->next() <= now) cache.timed->step(now);
  }
  Cycles next = kNever;
  for (const auto& unit : units_) {
    for (const Cache& cache : unit->caches) {
      if (cache.timed->next() <= now) cache.timed->step(now);
    }
    RequestQueue& misses = unit->sampler.fills().next_level();
    if (misses.next() <= now) misses.send(now);
    if (unit->sampler.can_advance(now_ + unit->lookahead)) advance(*unit);
    next = std::min(next, next_of(*unit));  // subslices meet only in the shared caches and memory
  }
  return std::min(next, next_of_shared());
}

Cycles MachineRecurrence::first_unknown_fill(std::size_t index) const {
  const Unit& unit = *units_[index];
  if (unit.sampler.fills().unknown() == 0) return kNever;
  return later_by(next(), unit.lookahead);
}

Cycles MachineRecurrence::first_unknown_answer() const {
  return later_by(next(), l3_->lookahead());
}

void MachineRecurrence::look_at(Cycles look) {
  for (const auto& unit : units_) unit->sampler.look_at(look);
  memory_.look_at(look);
}

void MachineRecurrence::count_before(Cycles end) {
  advance(end - Cycles{1});
  for (const auto& unit : units_) unit->sampler.count_before(end);
  memory_.count_before(end);
  for_each_cache([end](const std::string&, LineCacheRecurrence& cache) { cache.count_before(end); });
}

void MachineRecurrence::for_each_cache(
    const std::function<void(const std::string& path, LineCacheRecurrence& cache)>& visit) {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    for (auto cache = units_[i]->caches.rbegin(); cache != units_[i]->caches.rend(); ++cache)
      visit(sampler_path(i) + "." + std::string{cache->facts->name()}, *cache->timed);
  }
  for (auto cache = shared_.rbegin(); cache != shared_.rend(); ++cache)
    visit(std::string{cache->facts->path}, *cache->timed);
}

WarmLevels MachineRecurrence::warm_levels() {
  WarmLevels levels;
  for (const auto& unit : units_) {
    std::vector<WarmCache*> own;
    for (auto cache = unit->caches.rbegin(); cache != unit->caches.rend(); ++cache) own.push_back(cache->timed.get());
    levels.add_sampler(std::move(own));
  }
  for (auto cache = shared_.rbegin(); cache != shared_.rend(); ++cache)
    levels.add(cache->timed.get(), cache->facts->use);
  return levels;
}

void MachineRecurrence::close(Cycles end) {
  advance(end);
  for (const auto& unit : units_) unit->sampler.close(end);
  memory_.close(end);
  for_each_cache([end](const std::string&, LineCacheRecurrence& cache) { cache.close(end); });
  for (const Cache& cache : shared_) cache.timed->count_dirty();
}

}  // namespace texpipe::machine
