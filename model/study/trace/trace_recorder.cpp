#include "study/trace/trace_recorder.h"

#include <string>

#include "study/trace/message_title.h"
#include "timing/transaction/sampler_work.h"

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
  before_window_ = &simulation.events;
  reach(order == EventOrder::kWhenOver ? Cycles{} : window_.from);
}

void TraceRecorder::reach(Cycles soon) {
  if (before_window_ == nullptr || soon < window_.from) return;
  before_window_->add(*this);
  before_window_ = nullptr;
}

void TraceRecorder::on(const timing::LevelEvent& event) {
  if (window_.messages || !within(event.time, event.time)) return;
  tell(TracedLevel{channels_[static_cast<std::size_t>(event.queue)], event.time, event.level});
}

void TraceRecorder::on(const timing::FillEvent& event) {
  if (window_.messages || !within(event.asked, event.time)) return;
  tell(TracedFill{block(event.cache), event.line, event.asked, event.time});
}

void TraceRecorder::on(const timing::FootprintEvent& event) {
  if (!within(event.entered, event.left)) return;
  const timing::FootprintExtension& footprint = *event.footprint;
  const std::uint64_t number = number_of(*footprint.work);
  if (footprint.footprint == nullptr || !chosen(number)) return;
  tell(TracedFootprint{.number = number,
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
                       .left = event.left});
}

void TraceRecorder::on(const timing::MessageEvent& event) {
  if (within(event.entered, event.left)) {
    const std::uint64_t number = number_of(*event.work);
    if (chosen(number)) tell(TracedPassage{number, block(event.block), event.entered, event.left});
  }
  if (event.answered) sink_.message_done(reinterpret_cast<std::uintptr_t>(event.work));
}

void TraceRecorder::on(const timing::AnswerEvent& event) {
  const timing::MessageExtension& message = *event.message;
  if (!within(message.sent_at, event.time) || !chosen(message.message.number)) return;
  const std::string what = message_title(message.message);
  const std::string eu =
      "slice.subslice[" + std::to_string(message.sender.subslice) + "].eu[" + std::to_string(message.sender.eu) + "]";
  tell(TracedMessage{.number = message.message.number,
                     .eu = eu,
                     .thread = message.sender.thread,
                     .what = what,
                     .sent_at = message.sent_at,
                     .accepted_at = message.accepted_at,
                     .answered_at = event.time});
}

}  // namespace texpipe::study
