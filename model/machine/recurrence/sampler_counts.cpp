// Statistics of a sampler by recurrence: at looks while it runs, and at its end.
#include <algorithm>

#include "machine/recurrence/sampler_recurrence.h"

namespace texpipe::machine {
namespace {

/// Statistics of a stage. @param path  of the sampler
StatisticsGroup& group_of(StatisticsRegistry& registry, const std::string& path, BlockKind stage) {
  const StageFacts& facts = stage_facts(stage);
  return registry.group(path + "." + std::string{facts.name}, facts.description);
}

}  // namespace

SamplerStatistics::SamplerStatistics(StatisticsRegistry& registry, const std::string& path, const LineLevels& levels,
                                     const TextureCacheParameters& l1)
    : front_end{group_of(registry, path, BlockKind::kFrontEnd)},
      address_generator{group_of(registry, path, BlockKind::kAddressGenerator)},
      tags{group_of(registry, path, BlockKind::kTags)},
      fills{group_of(registry, path, BlockKind::kTags)},
      lookups{group_of(registry, path, BlockKind::kTags), l1.sectors().divided()},
      prefetches{prefetch_statistics(l1, group_of(registry, path, BlockKind::kTags))},
      line_waits{group_of(registry, path, BlockKind::kTags), levels, std::string{kLineWaitsDescription}},
      data{group_of(registry, path, BlockKind::kData)},
      decoder{group_of(registry, path, BlockKind::kDecoder)},
      filter{group_of(registry, path, BlockKind::kFilter)},
      writeback{group_of(registry, path, BlockKind::kWriteback)} {
  tags.waits_for_lines(group_of(registry, path, BlockKind::kTags));
}

void SamplerRecurrence::look_at(Cycles look) {
  early_.look_at(look);
  statistics_.line_waits.look_at(look);
  front_end_trace_.look_at(look);
  for (const CountedStage& of : stages()) of.stage.look_at(look);
}

void SamplerRecurrence::count_before(Cycles end) {
  early_.count_before(end);
  const Cycles emitting = emitted_ < accepted_ ? std::max(message(emitted_).ready, message_emitted_) : kNever;
  front_end_trace_.count_before(end, {kNever, emitting, {}, {}}, statistics_.front_end.occupancy,
                                statistics_.front_end.cycles);
  for (const CountedStage& of : stages())
    if (&of.stage != &tags_) of.stage.count_before(end, of.counts);
  // Lookups before `end` are known but for those that wait for a miss register.
  if (collected_ && attempt_ < end) tags_.stalled(attempt_, end);
  const Travelling& leaving = travelling(tags_.left());
  tags_.count_before(end, statistics_.tags, leaving.at_tags, leaving.pending > 0 ? kNever : leaving.lines_there);
  fills_.count_before(end);
  count_waits_before(end);
  count_writeback_before(end);
}

/// Counts the waits of the oldest footprint that are over before `end`; a wait that goes on counts when it is over.
void SamplerRecurrence::count_waits_before(Cycles end) {
  Cycles since = kNever;
  if (tags_.left() < tags_.entered()) {
    Travelling& oldest = travelling(tags_.left());
    const bool issued = tags_.left() < tags_.issued();
    if (issued) tell_register_wait(oldest);
    if (issued && oldest.pending == 0) tell_line_wait(oldest);
    if (issued && oldest.pending > 0) since = oldest.at_tags;
    if (!issued && collected_) since = std::min(oldest.stalled_from, attempt_ < end ? attempt_ : kNever);
  }
  statistics_.line_waits.count_before(end, since == kNever ? kNever : std::max(since, tags_.last_left()));
}

void SamplerRecurrence::count_writeback_before(Cycles end) {
  const auto known = [end](Cycles at) { return at < end ? at : kNever; };
  Cycles complete = kNever, filled = kNever, offered = kNever;
  if (ended_ < completed_) {
    const MessageNumber last = ended_ + parameters_.writeback.slots - 1;
    complete = known(message(ended_).complete);
    filled = last < written_ ? known(message(last).entered_writeback) : kNever;
    offered = known(*response());
  }
  writeback_trace_.count_before(end, complete, filled, offered, statistics_.writeback.occupancy,
                                statistics_.writeback.cycles);
}

void SamplerRecurrence::close(Cycles end) {
  early_.count_before(kNever);
  front_end_trace_.close(end, statistics_.front_end.occupancy, statistics_.front_end.cycles);
  for (const CountedStage& of : stages()) of.stage.close(end, of.counts);
  fills_.close(end);
  statistics_.line_waits.count_before(kNever);
  statistics_.line_waits.count_known(end);
  writeback_trace_.close(end, statistics_.writeback.occupancy, statistics_.writeback.cycles);
}

}  // namespace texpipe::machine
