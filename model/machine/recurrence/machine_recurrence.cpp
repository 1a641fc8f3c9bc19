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

/// The TLB behind the common cache of a slice; none where the slice has none.
std::optional<Tlb> tlb_of(const MachineParameters& machine, std::uint32_t slice, StatisticsRegistry& statistics) {
  const TlbParameters& parameters = machine.slice[slice].tlb;
  if (!parameters.enabled) return std::nullopt;
  return Tlb{parameters, statistics.group(slice_path(machine, slice) + ".tlb", kTlbDescription)};
}

}  // namespace

MachineRecurrence::MachineRecurrence(const MachineParameters& parameters, StatisticsRegistry& statistics)
    : memory_{parameters.memory, parameters.clock,
              MemoryStatistics{statistics.group("memory", kMemoryDescription), parameters.memory}} {
  const auto slices = static_cast<std::uint32_t>(parameters.slice.size());
  if (const std::uint32_t count = memory_requesters(parameters); count > 1) memory_ports_.emplace(memory_, count);
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    tlbs_.push_back(tlb_of(parameters, slice, statistics));
    of_common_.emplace_back(parameters, slice);
    add_shared(parameters, slice, statistics);
  }
  const auto samplers = static_cast<std::uint32_t>(samplers_of(parameters).size());
  for (std::uint32_t i = 0; i < samplers; ++i) add_unit(parameters, i, statistics);
  if (parameters.draws) add_frame_caches(parameters, statistics);
}

/// Adds the caches of the fixed functions, which ask the last-level cache, or memory where there is none.
void MachineRecurrence::add_frame_caches(const MachineParameters& parameters, StatisticsRegistry& statistics) {
  const std::size_t behind = caches_behind_slices(parameters).size();
  LineServer& next = behind > 0 ? static_cast<LineServer&>(*shared_[behind - 1].timed) : memory();
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache) {
    const std::string path = frame_cache_path(parameters, cache);
    LineCacheRecurrence& timed =
        *frame_
             .emplace_back(path, parameters.slice[0].frame.line_cache(static_cast<functional::FrameCache>(cache)),
                           surroundings_of_frame_cache(parameters),
                           statistics.group(path, kFrameCacheFacts[cache].description))
             .timed;
    timed.bind_next_level(next, first_frame_requester(parameters) + cache);
    data_ports_.push_back({&timed, 0});
  }
}

std::uint64_t MachineRecurrence::flush_frame_caches(Cycles now) {
  next_known_ = false;
  std::uint64_t bytes = 0;
  for (const Cache& cache : frame_) bytes += cache.timed->flush(now);
  return bytes;
}

/// Adds a cache that the samplers of a slice share.
LineCacheRecurrence& MachineRecurrence::add_shared(const MachineParameters& parameters, std::uint32_t slice,
                                                   const LineCacheOf& of, StatisticsRegistry& statistics) {
  Tlb* const tlb = tlbs_[slice] ? &*tlbs_[slice] : nullptr;
  return *shared_
              .emplace_back(path_of(parameters, of.facts, slice), slice, of,
                            surroundings_of(parameters, of.facts.kind, tlb, slice), statistics)
              .timed;
}

/// Adds the caches of a slice, from memory to samplers; those behind the slices with the first one.
void MachineRecurrence::add_shared(const MachineParameters& parameters, std::uint32_t slice,
                                   StatisticsRegistry& statistics) {
  const std::vector<LineCacheOf> caches = shared_caches(parameters, slice);
  const auto common = common_cache(parameters, slice);
  LineServer* next = &memory();
  std::uint32_t requester = caches_behind_slices(parameters).empty() ? first_requester(parameters, slice) : 0;
  LineServer* asked = next;  // by data ports
  for (std::size_t i = caches.size(); i-- > 0;) {
    const bool in_slice = caches[i].facts.in_slice();
    if (!in_slice && slice > 0) {
      next = shared_[caches.size() - 1 - i].timed.get();
    } else {
      LineCacheRecurrence& cache = add_shared(parameters, slice, caches[i], statistics);
      cache.bind_next_level(*next, requester);
      next = &cache;
    }
    const bool meet_here = !in_slice && (i == 0 || caches[i - 1].facts.in_slice());
    requester = meet_here ? first_requester(parameters, slice) : 0;
    if (common && caches[i].facts.kind == common->facts.kind) asked = next;
  }
  first_.push_back(next);
  for (const SubslicePlace& subslice : subslices_of(parameters))
    if (subslice.slice == slice) data_ports_.push_back({asked, of_common_[slice].data_port(subslice.within)});
}

void MachineRecurrence::add_unit(const MachineParameters& parameters, std::uint32_t number,
                                 StatisticsRegistry& statistics) {
  const SamplerPlace place = samplers_of(parameters)[number];
  const SamplerParameters& sampler = *place.parameters;
  const std::string& path = place.path;
  const std::vector<LineCacheOf> own = own_caches(sampler);
  LineLevels levels = line_levels(parameters);
  levels.l1 = true;
  levels.caches |= set_of(own);
  ByteSize line = line_behind_samplers(parameters, place.slice);
  Unit& unit = *units_.emplace_back(std::make_unique<Unit>(place, line_behind_first_level(sampler, line),
                                                           SamplerStatistics{statistics, path, levels, sampler.l1}));
  const auto all = samplers_of(parameters);
  const auto before = std::count_if(all.begin(), all.begin() + number,
                                    [&](const SamplerPlace& other) { return other.slice == place.slice; });
  LineServer* next = first_[place.slice];
  std::uint32_t requester = of_common_[place.slice].behind_sampler(static_cast<std::uint32_t>(before));
  for (std::size_t i = own.size(); i-- > 0;) {
    const LineCacheOf& of = own[i];
    LineCacheRecurrence& cache = *unit.caches
                                      .emplace_back(path + "." + std::string{of.facts.name()}, place.slice, of,
                                                    surroundings_of_own(of.facts.kind, line), statistics)
                                      .timed;
    cache.bind_next_level(*next, requester);
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
  Cycles next = memory_ports_ ? std::min(memory_.next(), memory_ports_->next()) : memory_.next();
  for (const Cache& cache : shared_) next = std::min(next, cache.timed->next());
  for (const Cache& cache : frame_) next = std::min(next, cache.timed->next());
  return next;
}

/// Makes one step of everything: memory before the caches, from memory to the samplers, and these before those who ask
/// them, so that room that becomes free now is taken now.
Cycles MachineRecurrence::step(Cycles now) {
  now_ = std::max(now_, now);
  if (memory_.next() <= now) memory_.step(now);
  if (memory_ports_ && memory_ports_->next() <= now) {
    memory_ports_->step(now);
    if (memory_.next() <= now) memory_.step(now);  // answers that are certain now
  }
  for (const Cache& cache : shared_) {
    if (cache.timed->next() <= now) cache.timed->step(now);
  }
  for (const Cache& cache : frame_) {
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

Cycles MachineRecurrence::first_unknown_answer(std::size_t data_port) const {
  return later_by(next(), data_ports_[data_port].server->lookahead());
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
      visit(cache->path, *cache->timed);
  }
  for (const Cache& cache : frame_) visit(cache.path, *cache.timed);
  for (auto cache = shared_.rbegin(); cache != shared_.rend(); ++cache) visit(cache->path, *cache->timed);
}

WarmLevels MachineRecurrence::warm_levels() {
  WarmLevels levels;
  for (const auto& unit : units_) {
    std::vector<WarmCache*> own;
    for (auto cache = unit->caches.rbegin(); cache != unit->caches.rend(); ++cache) own.push_back(cache->timed.get());
    levels.add_sampler(std::move(own), unit->slice);
  }
  levels.count_slices(first_.size());
  for (auto cache = shared_.rbegin(); cache != shared_.rend(); ++cache) {
    const bool of_all = !cache->facts->in_slice();
    for (std::size_t slice = of_all ? 0 : cache->slice; slice < (of_all ? first_.size() : cache->slice + 1); ++slice)
      levels.add(cache->timed.get(), cache->facts->use, slice);
  }
  std::vector<WarmCache*> frame, behind;
  for (const Cache& cache : frame_) frame.push_back(cache.timed.get());
  for (auto cache = shared_.rbegin(); cache != shared_.rend(); ++cache)
    if (!cache->facts->in_slice()) behind.push_back(cache->timed.get());
  levels.add_frame(std::move(frame), std::move(behind));
  return levels;
}

void MachineRecurrence::close(Cycles end) {
  advance(end);
  for (const auto& unit : units_) unit->sampler.close(end);
  memory_.close(end);
  for_each_cache([end](const std::string&, LineCacheRecurrence& cache) { cache.close(end); });
  for (const Cache& cache : shared_) cache.timed->count_dirty();
  for (const Cache& cache : frame_) cache.timed->count_dirty();
}

}  // namespace texpipe::machine
