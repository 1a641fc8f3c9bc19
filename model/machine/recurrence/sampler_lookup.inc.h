// Lookups of a sampler by recurrence, which sampler_recurrence.cpp includes: they are inlined there.
#pragma once

#include "machine/recurrence/sampler_recurrence.h"

namespace texpipe::machine {

/// Time at which the tag of the line that is looked up has been read.
Cycles SamplerRecurrence::tag_read() const {
  const Subcycles begin = std::max(tags_.slot.free_at(), subcycles(attempt_)) + lookup_intervals_[done_ - first_];
  return Cycles{begin.value() / kSubcyclesPerCycle} + parameters_.l1.tag_latency;
}

inline SamplerRecurrence::Lookup SamplerRecurrence::look_up(Travelling& next, LineKey key, Cycles horizon) {
  const Cycles now = attempt_;
  if (FillRecurrence::Fill* fill = fills_.find(key, now)) {
    if (fill->arrival == kNever && now > horizon) return Lookup::kNotKnown;
    // the line was evicted while its fill is on its way
    if (tag_array_ && !tag_array_->lookup(key)) tag_array_->allocate(key);
    if (fill->arrival == kNever) {
      fills_.wait(*fill, tags_.issued());
      ++next.pending;
    } else {
      note_line(tags_.issued(), *fill);
    }
    looked_up(LineLookup::kMerge, *next.footprint, key);
    return Lookup::kDone;
  }
  if (tag_array_ && tag_array_->lookup(key)) {
    looked_up(LineLookup::kHit, *next.footprint, key);
    return Lookup::kDone;
  }
  if (fills_.full(now)) return now > horizon && fills_.unknown() > 0 ? Lookup::kNotKnown : Lookup::kStalled;
  if (tag_array_) tag_array_->allocate(key);
  const functional::Footprint& footprint = *next.footprint;
  fills_.request(key, {footprint.expansion, blocks_in(footprint, parameters_.l1.line)}, tags_.issued(), now,
                 tag_read());
  ++next.pending;
  looked_up(LineLookup::kMiss, footprint, key);
  return Lookup::kDone;
}

/// Looks up the wanted sectors of one line: those that are neither here nor on their way are asked for. Nothing changes
/// when that is not possible or not known.
SamplerRecurrence::Lookup SamplerRecurrence::look_up_sectors(Travelling& next, const LineSectors& wanted,
                                                             Cycles horizon) {
  const Cycles now = attempt_;
  SectorSet flying = 0;
  bool known = true;
  fills_.for_each(wanted, now, [&](const FillRecurrence::Fill& fill) {
    flying |= fill.sectors;
    known &= fill.arrival != kNever;
  });
  if (!known && now > horizon) return Lookup::kNotKnown;
  SectoredLookup lookup{tag_array_ ? &*tag_array_ : nullptr, wanted, flying};
  if (lookup.missing() != 0 && fills_.full(now))
    return now > horizon && fills_.unknown() > 0 ? Lookup::kNotKnown : Lookup::kStalled;
  lookup.enter();
  fills_.for_each(wanted, now, [&](FillRecurrence::Fill& fill) {
    if (fill.arrival != kNever) return note_line(tags_.issued(), fill);
    fills_.wait(fill, tags_.issued());
    ++next.pending;
  });
  if (lookup.missing() != 0) {
    const LineSectors missing{wanted.key, lookup.missing()};
    fills_.request(missing, decoding_of(*next.footprint, missing, sectors_), tags_.issued(), now, tag_read());
    ++next.pending;
    if (lookup.held()) early_.add(*statistics_.lookups.sector_misses, 1, now);
  }
  looked_up(lookup.result(), *next.footprint, wanted.key);
  return Lookup::kDone;
}

inline void SamplerRecurrence::looked_up(LineLookup result, const functional::Footprint& footprint, LineKey key) {
  const LookupStatistics& counts = statistics_.lookups;
  early_.add(result == LineLookup::kHit     ? counts.hits
             : result == LineLookup::kMerge ? counts.merges
                                            : counts.misses,
             1, attempt_);
  if (watcher_ != nullptr) watcher_->looked_up(footprint, key, result, attempt_);
  if (!prefetch_) return;
  if (prefetch_.see(*tag_array_, key, result, [&](LineKey wanted) { prefetch(wanted, footprint); }))
    early_.add(prefetch_.counts().used, 1, attempt_);
}

/// Asks for a line that nobody has looked up, unless it is here or on its way.
void SamplerRecurrence::prefetch(LineKey key, const functional::Footprint& footprint) {
  const LineSectors line{key, sectors_.all()};
  bool known = tag_array_->holds(key);
  fills_.for_each(line, attempt_, [&known](const FillRecurrence::Fill&) { known = true; });
  if (known) return;
  if (!prefetch_.may_take(fills_.on_way(attempt_))) return early_.add(prefetch_.counts().dropped, 1, attempt_);
  enter_ahead(*tag_array_, key);
  fills_.request_ahead(line, decoding_of(footprint, line, sectors_), attempt_, tag_read());
  early_.add(prefetch_.counts().prefetches, 1, attempt_);
}

/// Looks up the lines of the oldest footprint that has not issued. Returns false when there is none, or when the result
/// is not known.
inline bool SamplerRecurrence::look_up(Cycles horizon) {
  if (tags_.issued() == tags_.entered()) return false;
  Travelling& next = travelling(tags_.issued());
  if (next.footprint == nullptr) {
    tags_.pass(tags_.issues_from(next.at_tags));
    return true;
  }
  if (!collected_) {
    attempt_ = tags_.slot.earliest(tags_.issues_from(next.at_tags));
    collect(next);
  }
  const bool one_by_one = parameters_.l1.lookup_order == LookupOrder::kOneByOne;
  while (done_ < next.lines) {
    if (prefetch_ && attempt_ > horizon && fills_.unknown() > 0) {  // whether a register is free decides on prefetches
      needed_horizon_ = attempt_;
      return false;
    }
    switch (sectors_.divided() ? look_up_sectors(next, lines_[done_], horizon)
                               : look_up(next, line_of(*next.footprint, done_), horizon)) {
      case Lookup::kDone:
        early_.add(statistics_.lookups.lookups, 1, attempt_);
        ++done_;
        if (one_by_one && done_ < next.lines) {
          tags_.work(attempt_, lookup_intervals_[1]);
          attempt_ = tags_.slot.earliest(attempt_);
          first_ = done_;
        }
        break;
      case Lookup::kNotKnown:
        needed_horizon_ = attempt_;
        return false;
      case Lookup::kStalled: {  // wait until a register is free
        const Cycles freed = fills_.next_arrival(attempt_);
        if (freed > horizon && fills_.unknown() > 0) {
          needed_horizon_ = freed;
          return false;
        }
        tags_.stalled(attempt_, freed);
        if (next.stalled_from == kNever) next.stalled_from = attempt_;
        attempt_ = freed;
        first_ = done_;
        break;
      }
    }
  }
  collected_ = false;
  next.at_tags = attempt_;
  tags_.issue(attempt_, lookup_intervals_[one_by_one ? 1 : next.lines]);
  return true;
}

inline void SamplerRecurrence::collect(Travelling& next) {
  const functional::Footprint& footprint = *next.footprint;
  next.texels = static_cast<std::uint8_t>(texels_of(footprint));
  if (sectors_.divided()) lines_.collect(footprint);
  next.lines = sectors_.divided() ? static_cast<std::uint8_t>(lines_.count()) : footprint.line_count;
  next.blocks = footprint.blocks;
  next.reads = static_cast<std::uint8_t>(banks_.collect(footprint, next.banks));
  early_.add(statistics_.lookups.texels, next.texels, attempt_);
  next.stalled_from = kNever;
  collected_ = true;
  done_ = first_ = 0;
}

void SamplerRecurrence::line_there(std::uint64_t waiter, const FillRecurrence::Fill& fill) {
  lines_came_ = true;
  --travelling(waiter).pending;
  note_line(waiter, fill);
}

/// Notes a line for which a footprint waits, if it is the last one to arrive, and its path.
void SamplerRecurrence::note_line(std::uint64_t footprint, const FillRecurrence::Fill& fill) {
  Travelling& waiter = travelling(footprint);
  if (fill.arrival < waiter.lines_there) return;
  if (fill.arrival == waiter.lines_there && waiter.last_line <= fill.order) return;
  waiter.lines_there = fill.arrival;
  waiter.last_line = fill.order;
  paths_[footprint & travelling_mask_] = *fill.path;
}

}  // namespace texpipe::machine
