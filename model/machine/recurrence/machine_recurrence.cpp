#include "machine/recurrence/machine_recurrence.h"

#include <algorithm>
#include <string>

#include "machine/graph/cache_surroundings.h"

namespace texpipe::machine {
namespace {

constexpr Cycles later_by(Cycles time, Cycles span) {
  return time == kNever ? kNever : time + span;
}

/// Of L3.
std::optional<Tlb> tlb_of(const TlbParameters& parameters, StatisticsRegistry& statistics) {
  if (!parameters.enabled) return std::nullopt;
  return Tlb{parameters, statistics.group("slice.tlb", kTlbDescription)};
}

}  // namespace

MachineRecurrence::MachineRecurrence(const MachineParameters& parameters, StatisticsRegistry& statistics)
    : of_l3_{parameters.slice},
      tlb_{tlb_of(parameters.slice.tlb, statistics)},
      l3_{parameters.slice.l3, surroundings_of_l3(parameters, tlb_ ? &*tlb_ : nullptr),
          statistics.group("slice.l3", kL3Description)},
      memory_{parameters.memory, parameters.clock, MemoryStatistics{statistics.group("memory", kMemoryDescription)}} {
  if (parameters.llc.enabled) {
    llc_.emplace(parameters.llc.cache, surroundings_of_llc(parameters), statistics.group("llc", kLlcDescription));
    l3_.next_level().bind(*llc_, 0);
    llc_->bind(0, l3_);
    llc_->next_level().bind(memory_, 0);
    memory_.bind(*llc_);
  } else {
    l3_.next_level().bind(memory_, 0);
    memory_.bind(l3_);
  }
  if (parameters.slice.shared_l2.enabled) {
    shared_l2_.emplace(parameters.slice.shared_l2.cache, surroundings_of_shared_l2(parameters.slice),
                       statistics.group("slice.shared_l2", kSharedL2Description));
    shared_l2_->next_level().bind(l3_, of_l3_.sampler(0));
    l3_.bind(of_l3_.sampler(0), *shared_l2_);
  }
  LineCacheRecurrence& behind = shared_l2_ ? *shared_l2_ : l3_;
  const ByteSize line_behind = line_behind_samplers(parameters.slice);
  for (std::size_t i = 0; i < parameters.slice.subslice.size(); ++i) {
    const SamplerParameters& sampler = parameters.slice.subslice[i].sampler;
    const LineCacheParameters& l2 = sampler.l2.cache;
    const ByteSize next_line = sampler.l2.enabled ? l2.line : line_behind;
    const std::string path = "slice.subslice[" + std::to_string(i) + "].sampler";
    LineLevels levels = line_levels(parameters);
    levels.l1 = true;
    levels.l2 = sampler.l2.enabled;
    Unit& unit =
        *units_.emplace_back(std::make_unique<Unit>(sampler, next_line, SamplerStatistics{statistics, path, levels}));
    const auto subslice = static_cast<std::uint32_t>(i);
    const std::uint32_t client = shared_l2_ ? subslice : of_l3_.sampler(subslice);
    if (sampler.l2.enabled) {
      unit.l2 = std::make_unique<LineCacheRecurrence>(l2, surroundings_of_l2(line_behind),
                                                      statistics.group(path + ".l2", kL2Description));
      unit.l2->bind(0, unit.sampler.fills());
      unit.l2->next_level().bind(behind, client);
      behind.bind(client, *unit.l2);
      unit.sampler.fills().next_level().bind(*unit.l2, 0);
      unit.lookahead = unit.l2->lookahead();
    } else {
      behind.bind(client, unit.sampler.fills());
      unit.sampler.fills().next_level().bind(behind, client);
      unit.lookahead = behind.lookahead();
    }
  }
}

void MachineRecurrence::find_next() const {
  next_ = next_of_shared();
  for (const auto& unit : units_) next_ = std::min(next_, next_of(*unit));
  next_known_ = true;
}

/// When the L2 of a sampler or its misses need a step, or the sampler knows enough to move on.
Cycles MachineRecurrence::next_of(const Unit& unit) {
  Cycles next = unit.sampler.fills().next_level().next();
  if (unit.l2) next = std::min(next, unit.l2->next());
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
  Cycles next = std::min(memory_.next(), l3_.next());
  if (shared_l2_) next = std::min(next, shared_l2_->next());
  return llc_ ? std::min(next, llc_->next()) : next;
}

/// Memory before the last-level cache before L3 before L2 before what asks: places that are left now are taken now.
Cycles MachineRecurrence::step(Cycles now) {
  now_ = std::max(now_, now);
  if (memory_.next() <= now) memory_.step(now);
  if (llc_ && llc_->next() <= now) llc_->step(now);
  if (l3_.next() <= now) l3_.step(now);
  if (shared_l2_ && shared_l2_->next() <= now) shared_l2_->step(now);
  Cycles next = kNever;
  for (const auto& unit : units_) {
    if (unit->l2 && unit->l2->next() <= now) unit->l2->step(now);
    RequestQueue& misses = unit->sampler.fills().next_level();
    if (misses.next() <= now) misses.send(now);
    if (unit->sampler.can_advance(now_ + unit->lookahead)) advance(*unit);
    next = std::min(next, next_of(*unit));  // units meet only in what they share
  }
  return std::min(next, next_of_shared());
}

Cycles MachineRecurrence::first_unknown_fill(std::size_t index) const {
  const Unit& unit = *units_[index];
  if (unit.sampler.fills().unknown() == 0) return kNever;
  return later_by(next(), unit.lookahead);
}

Cycles MachineRecurrence::first_unknown_answer() const {
  return later_by(next(), l3_.lookahead());
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
    if (units_[i]->l2) visit("slice.subslice[" + std::to_string(i) + "].sampler.l2", *units_[i]->l2);
  }
  if (shared_l2_) visit("slice.shared_l2", *shared_l2_);
  visit("slice.l3", l3_);
  if (llc_) visit("llc", *llc_);
}

WarmLevels MachineRecurrence::warm_levels() {
  WarmLevels levels;
  for (const auto& unit : units_) levels.add_sampler(unit->l2.get());
  levels.add_shared(shared_l2_ ? &*shared_l2_ : nullptr);
  levels.add(&l3_);
  levels.add(llc_ ? &*llc_ : nullptr);
  return levels;
}

void MachineRecurrence::close(Cycles end) {
  advance(end);
  for (const auto& unit : units_) unit->sampler.close(end);
  memory_.close(end);
  for_each_cache([end](const std::string&, LineCacheRecurrence& cache) { cache.close(end); });
  l3_.count_dirty();
  if (llc_) llc_->count_dirty();
}

}  // namespace texpipe::machine
