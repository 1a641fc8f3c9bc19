#include "study/trace/trace_recorder.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <type_traits>

#include "study/trace/message_title.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::study {

namespace {

std::uint64_t number_of(const timing::SamplerWork& work) {
  return timing::message_of(*work.message).message.number;
}

}  // namespace

void TraceRecorder::listen(timing::Simulation& simulation, EventOrder order) {
  for (std::size_t i = 0; i < simulation.events.channels(); ++i) {
    channels_.emplace_back(simulation.events.path(static_cast<timing::ChannelId>(i)));
    blocks_.push_back(channels_.back().substr(0, channels_.back().rfind('.')));
  }
  events_ = &simulation.events;
  order_ = order;
  if (!records_) off_from_ = Cycles{};
  // Threads that reach into the window may have started long before.
  listen_if_due(order == EventOrder::kWhenOver && trail_ == nullptr ? Cycles{} : window_.from);
}

/// Blocks that tell what will happen ask at the run's begin whether anybody listens.
void TraceRecorder::listen_if_due(Cycles soon) {
  if (listens_ || soon < window_.from || (!records_ && order_ == EventOrder::kWhenOver)) return;
  events_->add(*this);
  listens_ = true;
}

void TraceRecorder::reach(Cycles now, Cycles soon) {
  listen_if_due(soon);
  if (!listens_) return;
  events_->catch_up(now);
  tell_before(now);
}

void TraceRecorder::record(TraceSwitch to, Cycles now) {
  const bool on = to == TraceSwitch::kOn;
  if (on == records_) return;
  if (listens_) {
    events_->catch_up(now);
    tell_before(now);
  }
  records_ = on;
  if (on) {
    on_from_ = now;
    off_from_ = Cycles{~std::uint64_t{0}};
    listen_if_due(now);
    return;
  }
  off_from_ = now;
  if (!listens_ || order_ == EventOrder::kWhenKnown) return;
  events_->remove(*this);
  listens_ = false;
  running_.clear();
  sink_.interrupted();
}

void TraceRecorder::finish() {
  tell_before(Cycles{~std::uint64_t{0}});
}

void TraceRecorder::tell_before(Cycles end) {
  const auto later =
      std::stable_partition(kept_.begin(), kept_.end(), [end](const Kept& kept) { return kept.at < end; });
  std::stable_sort(kept_.begin(), later, [](const Kept& a, const Kept& b) { return a.key() < b.key(); });
  for (auto kept = kept_.begin(); kept != later; ++kept) {
    const auto next = std::next(kept);
    // The last level of a queue in a cycle holds.
    if (std::holds_alternative<TracedLevel>(kept->what) && next != later && next->key() == kept->key()) continue;
    std::visit(
        [this](const auto& what) {
          if constexpr (std::is_same_v<std::decay_t<decltype(what)>, Done>) {
            sink_.message_done(what.work);
          } else {
            sink_.on(what);
          }
        },
        kept->what);
  }
  kept_.erase(kept_.begin(), later);
}

void TraceRecorder::on(const timing::LevelEvent& event) {
  if (window_.messages || !within(event.time, event.time)) return;
  const std::string& queue = channels_[static_cast<std::size_t>(event.queue)];
  keep(TracedLevel{queue, event.time, event.level}, queue, event.time);
}

void TraceRecorder::on(const timing::FillEvent& event) {
  if (window_.messages || !within(event.asked, event.time)) return;
  keep(TracedFill{block(event.cache), event.line, event.asked, event.time}, block(event.cache), event.time,
       event.asked.value(), event.line);
}

void TraceRecorder::on(const timing::FootprintEvent& event) {
  if (!within(event.entered, event.left)) return;
  const timing::FootprintExtension& footprint = *event.footprint;
  const std::uint64_t number = number_of(*footprint.work);
  if (footprint.footprint == nullptr || !chosen(number)) return;
  keep(TracedFootprint{.number = number,
                       .work = reinterpret_cast<std::uintptr_t>(footprint.work),
                       .subspan = footprint.subspan,
                       .index = footprint.index,
                       .level = footprint.footprint->level,
                       .tap = footprint.footprint->tap,
                       .last = footprint.last,
                       .stage = block(event.stage),
                       .entered = event.entered,
                       .issued = event.issued,
                       .ready = event.ready,
                       .left = event.left},
       block(event.stage), event.left);
}

void TraceRecorder::on(const timing::MessageEvent& event) {
  if (within(event.entered, event.left)) {
    const std::uint64_t number = number_of(*event.work);
    if (chosen(number))
      keep(TracedPassage{number, block(event.block), event.entered, event.left}, block(event.block), event.left);
  }
  if (event.answered) kept_.push_back({event.left, {}, 0, 0, Done{reinterpret_cast<std::uintptr_t>(event.work)}});
}

void TraceRecorder::on(const timing::AnswerEvent& event) {
  const timing::MessageExtension& message = *event.message;
  if (!within(message.sent_at, event.time) || !chosen(message.message.number)) return;
  const std::string_view what = name(message_title(message.message));
  const std::string_view eu =
      name(events_->subslice_path(message.sender.subslice) + ".eu[" + std::to_string(message.sender.eu) + "]");
  keep(TracedMessage{.number = message.message.number,
                     .eu = eu,
                     .thread = message.sender.thread,
                     .what = what,
                     .sent_at = message.sent_at,
                     .accepted_at = message.accepted_at,
                     .answered_at = event.time,
                     .draw = draw_of(message.message.number)},
       eu, event.time, message.sender.thread, message.message.number);
}

std::optional<std::uint64_t> TraceRecorder::draw_of(std::uint64_t message) const {
  if (trail_ == nullptr) return {};
  const FollowedPhase* phase = trail_->phase_of(MessageName::of(message).thread);
  if (phase == nullptr || !phase->draw) return {};
  return phase->draw->number;
}

void TraceRecorder::on(const timing::ThreadEvent& event) {
  if (trail_ == nullptr || window_.messages) return;
  const Slot slot{event.place->subslice, event.place->eu, event.place->thread};
  if (!event.ended) {
    const std::uint64_t number = trail_->number_of(event.group, event.thread);
    const FollowedPhase& phase = *trail_->phase_of(number);
    Running& running = running_[slot];
    if (running.place.empty())
      running.place = name(events_->subslice_path(event.place->subslice) + ".eu[" + std::to_string(event.place->eu) +
                           "].thread[" + std::to_string(event.place->thread) + "]");
    running.number = number;
    running.draw.reset();
    if (phase.draw) running.draw = phase.draw->number;
    running.what = name(running.draw ? "draw " + std::to_string(*running.draw) + ": " + phase.stage : phase.stage);
    running.started = event.time;
    return;
  }
  const auto known = running_.find(slot);
  if (known == running_.end() || !within(known->second.started, event.time)) return;
  const Running& thread = known->second;
  keep(TracedThread{.place = thread.place,
                    .number = thread.number,
                    .what = thread.what,
                    .draw = thread.draw,
                    .started = thread.started,
                    .ended = event.time},
       thread.place, event.time, thread.number);
}

}  // namespace texpipe::study
