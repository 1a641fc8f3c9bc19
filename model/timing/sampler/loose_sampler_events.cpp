#include "timing/sampler/loose_sampler_events.h"

#include <algorithm>

#include "timing/protocol/sampler_work.h"

namespace texpipe::timing {
namespace {

using machine::BlockKind;

constexpr std::size_t queue_of(BlockKind stage) {
  return machine::stage_number(stage);
}

}  // namespace

LooseSamplerEvents::LooseSamplerEvents(Simulation& simulation, const std::string& path)
    : simulation_{simulation}, lookups_{simulation.events.channel(EventChannelKind::kCache, path + ".l1.lookups")} {
  const auto channel = [&](const std::string& name) {
    return simulation.events.channel(EventChannelKind::kQueue, path + "." + name);
  };
  for (std::size_t stage = 0; stage < machine::kSamplerStages.size(); ++stage)
    channels_[stage] = channel(std::string{machine::kSamplerStages[stage].name} + ".slots");
  channels_[kFills] = channel("l1.fills.mshrs");
}

void LooseSamplerEvents::level(std::size_t queue, Change change, Cycles at) {
  if (!details_wanted_) return;
  add({.at = at, .kind = change, .queue = static_cast<std::uint8_t>(queue)});
}

void LooseSamplerEvents::accepted(SamplerWork& work, Cycles now) {
  level(kFrontEnd, Change::kUp, now);
  emitting_.push_back(&work);
}

void LooseSamplerEvents::emitted(bool last, Cycles ready, Cycles at) {
  SamplerWork& work = *emitting_.front();
  FootprintExtension& next = footprints_.push_back();
  next.work = &work;
  next.footprint = nullptr;
  next.last = last;
  const auto& subspans = work.outcome.subspans;
  while (subspan_ < subspans.size() && footprint_ == subspans[subspan_].footprints.size()) {
    ++subspan_;
    footprint_ = 0;
  }
  const bool token = subspan_ == subspans.size();
  next.subspan = static_cast<std::uint16_t>(token ? 0 : subspan_);
  next.index = static_cast<std::uint16_t>(token ? 0 : footprint_);
  if (!token) next.footprint = &subspans[subspan_].footprints[footprint_++];
  constexpr std::size_t kFirst = queue_of(BlockKind::kAddressGenerator);
  entered_[kFirst].push_back(at);
  level(kFirst, Change::kUp, at);
  if (!last) return;
  add({.at = at, .kind = Kind::kFrontEndLeft, .work = &work, .entered = ready});
  level(kFrontEnd, Change::kDown, at);
  emitting_.pop_front();
  subspan_ = footprint_ = 0;
}

void LooseSamplerEvents::left(BlockKind stage, const Passage& passage) {
  const std::size_t queue = queue_of(stage);
  const std::uint64_t number = next_[queue]++;
  add({.at = passage.left,
       .kind = Kind::kLeft,
       .queue = static_cast<std::uint8_t>(queue),
       .number = number,
       .entered = entered_[queue].front(),
       .passage = passage});
  entered_[queue].pop_front();
  level(queue, Change::kDown, passage.left);
  if (queue + 1 != kWriteback) {
    entered_[queue + 1].push_back(passage.left);
    level(queue + 1, Change::kUp, passage.left);
  } else if (const FootprintExtension& gone = footprints_[number - first_]; gone.last) {
    gone.work->reached = passage.left;
  }
}

void LooseSamplerEvents::looked_up(const functional::Footprint& footprint, machine::LineKey key,
                                   machine::LineLookup result, Cycles at) {
  if (!details_wanted_) return;
  add({.at = at, .kind = Kind::kLookup, .result = result, .number = key.line, .footprint = &footprint});
}

void LooseSamplerEvents::filled(machine::LineKey key, Cycles asked, Cycles at) {
  if (details_wanted_) add({.at = at, .kind = Kind::kFill, .number = key.line, .entered = asked});
  level(kFills, Change::kDown, at);
}

void LooseSamplerEvents::ended(SamplerWork& work, Cycles responded_at, Cycles now) {
  level(kWriteback, Change::kDown, now);
  publish_before(now + Cycles{1});
  simulation_.events.publish(
      MessageEvent{channels_[kWriteback], &work, true, std::max(work.reached, work.accepted_at), responded_at, now});
}

void LooseSamplerEvents::publish_before(Cycles end) {
  while (!due_.empty() && due_.front().at < end) {
    std::pop_heap(due_.begin(), due_.end());
    const std::uint32_t place = due_.back().place;
    due_.pop_back();
    publish(pending_[place]);
    free_.push_back(place);
  }
}

void LooseSamplerEvents::add(const Pending& pending) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(pending_.size()));
    pending_.emplace_back();
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  pending_[place] = pending;
  due_.push_back({pending.at, told_++, place});
  std::push_heap(due_.begin(), due_.end());
}

void LooseSamplerEvents::publish(const Pending& p) {
  const EventHub& events = simulation_.events;
  switch (p.kind) {
    case Kind::kUp:
    case Kind::kDown:
      p.kind == Kind::kUp ? ++levels_[p.queue] : --levels_[p.queue];
      events.publish(LevelEvent{channels_[p.queue], p.at, levels_[p.queue]});
      break;
    case Kind::kLeft:
      events.publish(FootprintEvent{channels_[p.queue], &footprints_[p.number - first_], p.entered, p.passage.issued,
                                    p.passage.ready, p.passage.lines_there, p.at});
      if (p.queue + 1 != kWriteback) break;
      footprints_.pop_front();
      ++first_;
      break;
    case Kind::kLookup:
      events.publish(LookupEvent{lookups_, p.at, p.number, p.result, p.footprint});
      break;
    case Kind::kFill:
      events.publish(FillEvent{channels_[kFills], p.at, p.number, p.entered});
      break;
    case Kind::kFrontEndLeft:
      events.publish(MessageEvent{channels_[kFrontEnd], p.work, false, p.work->accepted_at, p.entered, p.at});
      break;
  }
}

}  // namespace texpipe::timing
