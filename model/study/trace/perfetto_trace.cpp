#include "study/trace/perfetto_trace.h"

#include "study/pixel_maps/message_follower.h"
#include "study/trace/draw_timeline.h"

namespace texpipe::study {

namespace {

std::string name_of(const TracedFootprint& footprint) {
  return "level " + std::to_string(footprint.level) + " tap " + std::to_string(footprint.tap);
}

std::uint64_t flow_of(std::uint64_t number) {
  return number + 1;
}

}  // namespace

/// The first track of a path on which nothing overlaps.
PerfettoTrace::Track PerfettoTrace::lane(std::string_view path, Cycles from, Cycles to) {
  auto known = lanes_.find(path);
  if (known == lanes_.end()) known = lanes_.emplace(path, Lanes{}).first;
  Lanes& lanes = known->second;
  std::size_t lane = 0;
  while (lane < lanes.track.size() && lanes.free_at[lane] > from) ++lane;
  if (lane == lanes.track.size()) {
    lanes.track.push_back(writer_.track("slot " + std::to_string(lane), writer_.group(path)));
    lanes.free_at.emplace_back();
  }
  lanes.free_at[lane] = to;
  return lanes.track[lane];
}

void PerfettoTrace::on(const TracedMessage& message) {
  const std::string word = MessageName::of(message.number).text();
  const PerfettoWriter::Note thread{"thread", message.thread}, accepted{"accepted_at", message.accepted_at.value()};
  const Track track = lane(message.eu, message.sent_at, message.answered_at);
  const auto write = [&](std::initializer_list<PerfettoWriter::Note> notes) {
    writer_.write(track, {.name = message.what,
                          .from = message.sent_at,
                          .to = message.answered_at,
                          .flow = flow_of(message.number),
                          .notes = notes,
                          .word = word});
  };
  message.draw ? write({thread, accepted, {"draw", *message.draw}}) : write({thread, accepted});
}

void PerfettoTrace::on(const TracedThread& thread) {
  writer_.write(writer_.group(thread.place), {.name = thread.what,
                                              .from = thread.started,
                                              .to = thread.ended,
                                              .notes = {{"thread", thread.number}, {"draw", thread.draw.value_or(0)}}});
}

void PerfettoTrace::course(const FrameCourse& course, Cycles from, Cycles to) {
  write_draw_timeline(course, from, to, writer_);
}

void PerfettoTrace::on(const TracedPassage& passage) {
  const std::string message = MessageName::of(passage.number).text();
  writer_.write(lane(passage.block, passage.entered, passage.left), {.name = "message " + message,
                                                                     .from = passage.entered,
                                                                     .to = passage.left,
                                                                     .flow = flow_of(passage.number),
                                                                     .notes = {},
                                                                     .word = message});
}

void PerfettoTrace::on(const TracedFootprint& footprint) {
  writer_.write(lane(footprint.stage, footprint.entered, footprint.left),
                {.name = name_of(footprint),
                 .from = footprint.entered,
                 .to = footprint.left,
                 .flow = footprint.last ? flow_of(footprint.number) : 0,
                 .notes = {{"subspan", footprint.subspan},
                           {"footprint", footprint.index},
                           {"level", footprint.level},
                           {"tap", footprint.tap},
                           {"issued_at", footprint.issued.value()},
                           {"ready_at", footprint.ready.value()}},
                 .word = MessageName::of(footprint.number).text()});
}

void PerfettoTrace::on(const TracedLevel& level) {
  auto known = counters_.find(level.queue);
  if (known == counters_.end()) {
    const std::size_t dot = level.queue.rfind('.');
    const Track parent = dot == std::string_view::npos ? writer_.root() : writer_.group(level.queue.substr(0, dot));
    const std::string name = std::string{level.queue.substr(dot + 1)} + " taken";
    known = counters_.emplace(level.queue, writer_.track(name, parent, "entries")).first;
  }
  writer_.value(known->second, level.time, level.level);
}

void PerfettoTrace::on(const TracedFill& fill) {
  writer_.write(lane(fill.cache, fill.asked, fill.there),
                {.name = "line " + std::to_string(fill.line), .from = fill.asked, .to = fill.there, .notes = {}});
}

}  // namespace texpipe::study
