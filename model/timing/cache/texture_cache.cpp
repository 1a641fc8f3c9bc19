#include "timing/cache/texture_cache.h"

#include <algorithm>
#include <bit>

namespace texpipe::timing {

namespace {

machine::LineLevels levels_behind(const Simulation& simulation, machine::CacheSet own_caches) {
  machine::LineLevels levels = simulation.options.line_levels;
  levels.l1 = true;
  for (const machine::CacheFacts& cache : machine::kLineCaches) {
    const std::size_t number = machine::cache_number(cache.kind);
    if (cache.use == machine::CacheUse::kOneSampler) levels.caches.set(number, own_caches[number]);
  }
  return levels;
}

}  // namespace

CacheTags::CacheTags(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::TextureCacheParameters& parameters, const machine::LatencyFifoParameters& fifo,
                     ByteSize next_line, machine::CacheSet own_caches)
    : FootprintStage{name, simulation, machine::kTagsDescription, fifo.slots, parameters.tag_latency},
      fills{"fills",
            simulation,
            statistics(),
            {parameters.mshrs, parameters.line, next_line, parameters.decompression.latency,
             parameters.decompression.blocks_per_cycle, parameters.sector},
            {[this](std::uint64_t waiter) { line_there(waiter); }, [this] { retry(); }}},
      parameters_{parameters},
      banks_{parameters},
      sectors_{parameters.sectors()},
      lines_{sectors_},
      intervals_{machine::works_at_rate<machine::kMostLines + 1>(parameters.lookups_per_cycle)},
      counts_{statistics(), sectors_.divided()},
      prefetch_{parameters, machine::prefetch_statistics(parameters, statistics())},
      line_waits_{statistics(), levels_behind(simulation, own_caches), std::string{machine::kLineWaitsDescription}},
      channel_{simulation.events.channel(EventChannelKind::kCache, std::string{this->name()} + ".lookups")} {
  waits_for_lines();
  // Counts at the end of the run, and before the end of each interval of the time series.
  for (auto* const counts : {&simulation.count_until, &simulation.count_before})
    counts->emplace_back([this](Cycles end) { count_waits_until(end); });
  if (one_by_one()) take_one_a_cycle();
  if (parameters.enabled) {
    tags_.emplace(machine::first_level_geometry(parameters));
    simulation.first_levels.push_back({std::string{this->name()}, [this] { return tags_->invalidate(); }});
  }
}

FootprintStage::Start CacheTags::start(FootprintExtension& footprint, Sequence sequence) {
  return one_by_one() ? look_up_one_by_one(footprint, sequence) : look_up_together(footprint, sequence);
}

FootprintStage::Start CacheTags::wait_for_register() {
  if (stalled_from_ == machine::kNever) stalled_from_ = now();
  return Start::kStalledByMiss;
}

/// All lines of a footprint have been looked up. If it is the oldest one, it waited for miss registers until now.
void CacheTags::looked_up(Sequence sequence) {
  collected_ = false;
  if (is_oldest(sequence))
    line_waits_.wait(std::max(oldest_since(), stalled_from_), now(), machine::LinePlace::kRegisters);
}

/// A line has come for which the footprint waits. The oldest footprint keeps the path of its last line.
void CacheTags::line_there(Sequence waiter) {
  if (const auto issued = issued_at(waiter); issued && is_oldest(waiter)) {
    const std::uint64_t order = fills.arriving_order();
    if (last_line_of_ != waiter || last_line_at_ != now() || order < last_line_) {
      last_line_of_ = waiter;
      last_line_at_ = now();
      last_line_ = order;
      last_path_ = fills.arriving_path();
    }
    if (conditions_of(waiter) == 1) line_waits_.wait(std::max(oldest_since(), *issued), now(), last_path_);
  }
  meet(waiter);
}

/// Counts the waits up to `until`, but for the one that the oldest footprint is in: its place is known only when it is
/// over.
void CacheTags::count_waits_until(Cycles until) {
  const auto issued = issued_at(oldest());
  if (issued && conditions_of(oldest()) > 0) return line_waits_.count_known(std::max(oldest_since(), *issued));
  if (!issued && collected_ && stalled_from_ != machine::kNever)
    return line_waits_.count_known(std::max(oldest_since(), stalled_from_));
  line_waits_.count_known(until);
}

FootprintStage::Start CacheTags::look_up_together(FootprintExtension& footprint, Sequence sequence) {
  if (!collected_) {
    collect(footprint);
    attempted_at_ = now();
    first_ = 0;
  }
  const machine::Subcycles begin = std::max(issue_slot().free_at(), machine::subcycles(now()));
  // A miss register that becomes free in the cycle of the attempt continues this attempt, so that it does not matter
  // which of the two came first.
  if (attempted_at_ != now()) {
    attempted_at_ = now();
    first_ = done_;
  }
  for (; done_ < footprint.lines; ++done_) {
    const machine::Subcycles at = begin + intervals_[done_ - first_];
    const Cycles cycle{at.value() / machine::kSubcyclesPerCycle};
    if (!look_up(*footprint.footprint, sequence, cycle)) return wait_for_register();
  }
  looked_up(sequence);
  return Start::kDone;
}

/// Looks up as many of the footprint's lines as fit in this cycle.
FootprintStage::Start CacheTags::look_up_one_by_one(FootprintExtension& footprint, Sequence sequence) {
  if (!collected_) collect(footprint);
  while (done_ < footprint.lines) {
    if (!look_up(*footprint.footprint, sequence, now())) return wait_for_register();
    if (stalled_from_ == now()) stalled_from_ = machine::kNever;  // the register became free in this very cycle
    if (++done_ == footprint.lines) break;
    serve(intervals_[1]);
    if (issue_slot().earliest(now()) > now()) return Start::kContinues;
  }
  looked_up(sequence);
  return Start::kDone;
}

/// Time of the footprint's lookups in the issue slot; one by one, that of the last lookup alone: serve() has counted
/// the others.
machine::Subcycles CacheTags::interval(const FootprintExtension& footprint) {
  return intervals_[one_by_one() ? 1 : footprint.lines];
}

void CacheTags::collect(FootprintExtension& extension) {
  const functional::Footprint& footprint = *extension.footprint;
  done_ = 0;
  collected_ = true;
  stalled_from_ = machine::kNever;
  if (sectors_.divided()) lines_.collect(footprint);
  extension.lines = static_cast<std::uint16_t>(sectors_.divided() ? lines_.count() : footprint.line_count);
  extension.blocks = static_cast<std::uint16_t>(footprint.blocks);
  extension.reads = static_cast<std::uint16_t>(banks_.collect(footprint, extension.banks));
  counts_.texels.add(machine::texels_of(footprint));
}

bool CacheTags::look_up(const functional::Footprint& footprint, Sequence sequence, Cycles at) {
  if (sectors_.divided()) return look_up_sectors(lines_[done_], footprint, sequence, at);
  const machine::LineKey key = machine::line_of(footprint, done_);
  const FillPath::Flight in_flight = fills.in_flight(key);
  const bool held = holds(key);
  machine::LineLookup told;
  if (held && !in_flight) {
    told = machine::LineLookup::kHit;
  } else if (in_flight) {
    if (!held) enter(key);  // the line was evicted while its fill is on its way
    if (fills.wait(in_flight, sequence)) {
      hold(sequence);
    } else {
      meet_at_once(sequence);
    }
    told = machine::LineLookup::kMerge;
  } else {
    if (fills.full()) return false;
    enter(key);
    hold(sequence);
    fills.request(key, {footprint.expansion, machine::blocks_in(footprint, parameters_.line)}, sequence,
                  {at, at + parameters_.tag_latency});
    told = machine::LineLookup::kMiss;
  }
  looked_up(told, key, footprint, at);
  return true;
}

/// Looks up the wanted sectors of one line: those that are neither here nor on their way are asked for. Returns false
/// when there is no miss register for them, and has changed nothing then.
bool CacheTags::look_up_sectors(const machine::LineSectors& wanted, const functional::Footprint& footprint,
                                Sequence sequence, Cycles at) {
  machine::SectorSet flying = 0;
  fills.for_each_flight(wanted, [&flying](FillPath::Flight, machine::SectorSet sectors) { flying |= sectors; });
  machine::SectoredLookup lookup{tags_ ? &*tags_ : nullptr, wanted, flying};
  if (lookup.missing() != 0 && fills.full()) return false;
  lookup.enter();
  fills.for_each_flight(wanted, [&](FillPath::Flight flight, machine::SectorSet) {
    if (fills.wait(flight, sequence))
      hold(sequence);
    else
      meet_at_once(sequence);
  });
  if (lookup.missing() != 0) {
    hold(sequence);
    const machine::LineSectors missing{wanted.key, lookup.missing()};
    fills.request(missing, machine::decoding_of(footprint, missing, sectors_), sequence,
                  {at, at + parameters_.tag_latency});
    if (lookup.held()) counts_.sector_misses->add();
  }
  looked_up(lookup.result(), wanted.key, footprint, at);
  return true;
}

void CacheTags::looked_up(machine::LineLookup result, machine::LineKey key, const functional::Footprint& footprint,
                          Cycles at) {
  using machine::LineLookup;
  (result == LineLookup::kHit ? counts_.hits : result == LineLookup::kMerge ? counts_.merges : counts_.misses).add();
  counts_.lookups.add();
  if (simulation().events.listening()) publish(key, footprint, result);
  if (!prefetch_) return;
  if (prefetch_.see(*tags_, key, result, [&](machine::LineKey wanted) { prefetch(wanted, footprint, at); }))
    prefetch_.counts().used.add();
}

/// Asks for a line that nobody has looked up, unless it is here or on its way.
void CacheTags::prefetch(machine::LineKey key, const functional::Footprint& footprint, Cycles at) {
  const machine::LineSectors line{key, sectors_.all()};
  bool known = tags_->holds(key);
  fills.for_each_flight(line, [&known](FillPath::Flight, machine::SectorSet) { known = true; });
  if (known) return;
  if (!prefetch_.may_take(fills.on_way())) return prefetch_.counts().dropped.add();
  machine::enter_ahead(*tags_, key);
  fills.request_ahead(line, machine::decoding_of(footprint, line, sectors_), {at, at + parameters_.tag_latency});
  prefetch_.counts().prefetches.add();
}

void CacheTags::publish(machine::LineKey key, const functional::Footprint& footprint, machine::LineLookup result) {
  simulation().events.publish(LookupEvent{channel_, now(), key.line, result, &footprint});
}

CacheData::CacheData(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::TextureCacheParameters& parameters)
    : FootprintStage{name, simulation, machine::kDataDescription, parameters.data_slots, parameters.data_latency},
      parameters_{parameters},
      ports_{machine::data_ports(parameters)} {
  if (parameters.lookup_order == machine::LookupOrder::kOneByOne) take_one_a_cycle();
}

Cycles CacheData::earliest(const FootprintExtension& footprint, Cycles now) {
  const Cycles free = ports_.earliest({footprint.banks.data(), footprint.reads}, now);
  return decompresses(footprint) ? decompressor_.earliest(free) : free;
}

/// Time by which this footprint puts off the end of the work that ends last.
machine::Subcycles CacheData::interval(const FootprintExtension& footprint) {
  machine::Subcycles end = ports_.claim({footprint.banks.data(), footprint.reads}, now());
  if (decompresses(footprint)) {
    decompressor_.claim(now(), machine::work_at_rate(footprint.blocks, parameters_.decompression.blocks_per_cycle));
    end = std::max(end, decompressor_.free_at());
  }
  const machine::Subcycles begin = std::max(issue_slot().free_at(), machine::subcycles(now()));
  return end > begin ? end - begin : machine::Subcycles{};
}

Cycles CacheData::extra_latency(const FootprintExtension& footprint) {
  return decompresses(footprint) ? parameters_.decompression.latency : Cycles{};
}

bool CacheData::decompresses(const FootprintExtension& footprint) const {
  return footprint.footprint->expansion > 1 && parameters_.decompression.place == machine::DecompressionPlace::kAfterL1;
}

}  // namespace texpipe::timing
