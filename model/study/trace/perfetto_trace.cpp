#include "study/trace/perfetto_trace.h"

#include <protozero/pbf_builder.hpp>
#include <utility>

#include "study/pixels/message_follower.h"
#include "study/trace/perfetto_fields.h"

namespace texpipe::study {

namespace {

using protozero::pbf_builder;

constexpr int kPid = 1;

std::string name_of(const TracedFootprint& footprint) {
  return "level " + std::to_string(footprint.level) + " tap " + std::to_string(footprint.tap);
}

std::uint64_t flow_of(std::uint64_t number) {
  return number + 1;
}

std::string event(perfetto::EventType type, std::uint64_t track) {
  std::string bytes;
  pbf_builder<perfetto::Event> event{bytes};
  event.add_enum(perfetto::Event::kType, static_cast<int>(type));
  event.add_uint64(perfetto::Event::kTrack, track);
  return bytes;
}

}  // namespace

PerfettoTrace::PerfettoTrace(std::ostream& out, std::string title) : out_{out} {
  std::string process;
  pbf_builder<perfetto::Process> of_process{process};
  of_process.add_int32(perfetto::Process::kPid, kPid);
  of_process.add_string(perfetto::Process::kName, title);
  root_ = next_track_++;
  std::string track;
  pbf_builder<perfetto::TrackDescriptor> of_track{track};
  of_track.add_uint64(perfetto::TrackDescriptor::kUuid, root_);
  of_track.add_message(perfetto::TrackDescriptor::kProcess, process);
  std::string bytes;
  pbf_builder<perfetto::Packet>{bytes}.add_message(perfetto::Packet::kTrack, track);
  packet(bytes);
}

void PerfettoTrace::packet(const std::string& bytes) {
  std::string whole = bytes;
  pbf_builder<perfetto::Packet> packet{whole};
  packet.add_uint32(perfetto::Packet::kSequence, perfetto::kSequence);
  if (std::exchange(first_, false)) packet.add_uint32(perfetto::Packet::kSequenceFlags, perfetto::kStateCleared);
  std::string framed;
  pbf_builder<perfetto::Trace>{framed}.add_message(perfetto::Trace::kPacket, whole);
  out_ << framed;
}

PerfettoTrace::Track PerfettoTrace::new_track(std::string name, Track parent, bool counter, std::string unit) {
  const Track made = next_track_++;
  std::string track;
  {
    pbf_builder<perfetto::TrackDescriptor> of_track{track};
    of_track.add_uint64(perfetto::TrackDescriptor::kUuid, made);
    of_track.add_string(perfetto::TrackDescriptor::kName, name);
    of_track.add_uint64(perfetto::TrackDescriptor::kParent, parent);
    if (counter) {
      std::string of_counter;
      pbf_builder<perfetto::Counter>{of_counter}.add_string(perfetto::Counter::kUnitName, unit);
      of_track.add_message(perfetto::TrackDescriptor::kCounter, of_counter);
    }
  }
  std::string bytes;
  pbf_builder<perfetto::Packet>{bytes}.add_message(perfetto::Packet::kTrack, track);
  packet(bytes);
  return made;
}

/// The track that stands for a path, below those of its beginnings.
PerfettoTrace::Track PerfettoTrace::group(std::string_view path) {
  if (const auto known = groups_.find(path); known != groups_.end()) return known->second;
  const std::size_t dot = path.rfind('.');
  const Track parent = dot == std::string_view::npos ? root_ : group(path.substr(0, dot));
  const Track made = new_track(std::string{path.substr(dot + 1)}, parent, false);
  groups_.emplace(path, made);
  return made;
}

/// The first track of a path on which nothing overlaps.
PerfettoTrace::Track PerfettoTrace::lane(std::string_view path, Cycles from, Cycles to) {
  auto known = lanes_.find(path);
  if (known == lanes_.end()) known = lanes_.emplace(path, Lanes{}).first;
  Lanes& lanes = known->second;
  std::size_t lane = 0;
  while (lane < lanes.track.size() && lanes.free_at[lane] > from) ++lane;
  if (lane == lanes.track.size()) {
    lanes.track.push_back(new_track("slot " + std::to_string(lane), group(path), false));
    lanes.free_at.emplace_back();
  }
  lanes.free_at[lane] = to;
  return lanes.track[lane];
}

void PerfettoTrace::write(Track track, const Slice& slice) {
  std::string begin = event(perfetto::EventType::kSliceBegin, track);
  {
    pbf_builder<perfetto::Event> of_event{begin};
    of_event.add_string(perfetto::Event::kName, slice.name);
    if (slice.flow != 0) of_event.add_fixed64(perfetto::Event::kFlow, slice.flow);
    if (!slice.word.empty()) {
      std::string note;
      pbf_builder<perfetto::Annotation> of_note{note};
      of_note.add_string(perfetto::Annotation::kName, "message");
      of_note.add_string(perfetto::Annotation::kText, slice.word);
      of_event.add_message(perfetto::Event::kAnnotation, note);
    }
    for (const Note& value : slice.notes) {
      std::string note;
      pbf_builder<perfetto::Annotation> of_note{note};
      of_note.add_string(perfetto::Annotation::kName, value.name);
      of_note.add_uint64(perfetto::Annotation::kUnsigned, value.value);
      of_event.add_message(perfetto::Event::kAnnotation, note);
    }
  }
  std::string bytes;
  {
    pbf_builder<perfetto::Packet> of_packet{bytes};
    of_packet.add_uint64(perfetto::Packet::kTimestamp, slice.from.value());
    of_packet.add_message(perfetto::Packet::kEvent, begin);
  }
  packet(bytes);
  bytes.clear();
  {
    pbf_builder<perfetto::Packet> of_packet{bytes};
    of_packet.add_uint64(perfetto::Packet::kTimestamp, slice.to.value());
    of_packet.add_message(perfetto::Packet::kEvent, event(perfetto::EventType::kSliceEnd, track));
  }
  packet(bytes);
}

void PerfettoTrace::on(const TracedMessage& message) {
  write(lane(message.eu, message.sent_at, message.answered_at),
        {.name = std::string{message.what},
         .from = message.sent_at,
         .to = message.answered_at,
         .flow = flow_of(message.number),
         .notes = {{"thread", message.thread}, {"accepted_at", message.accepted_at.value()}},
         .word = MessageName::of(message.number).text()});
}

void PerfettoTrace::on(const TracedPassage& passage) {
  const std::string message = MessageName::of(passage.number).text();
  write(lane(passage.block, passage.entered, passage.left), {.name = "message " + message,
                                                             .from = passage.entered,
                                                             .to = passage.left,
                                                             .flow = flow_of(passage.number),
                                                             .notes = {},
                                                             .word = message});
}

void PerfettoTrace::on(const TracedFootprint& footprint) {
  write(lane(footprint.stage, footprint.entered, footprint.left),
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
    const Track parent = dot == std::string_view::npos ? root_ : group(level.queue.substr(0, dot));
    known = counters_
                .emplace(level.queue,
                         new_track(std::string{level.queue.substr(dot + 1)} + " taken", parent, true, "entries"))
                .first;
  }
  std::string value = event(perfetto::EventType::kCounter, known->second);
  pbf_builder<perfetto::Event>{value}.add_int64(perfetto::Event::kCounterValue, static_cast<std::int64_t>(level.level));
  std::string bytes;
  {
    pbf_builder<perfetto::Packet> of_packet{bytes};
    of_packet.add_uint64(perfetto::Packet::kTimestamp, level.time.value());
    of_packet.add_message(perfetto::Packet::kEvent, value);
  }
  packet(bytes);
}

void PerfettoTrace::on(const TracedFill& fill) {
  write(lane(fill.cache, fill.asked, fill.there),
        {.name = "line " + std::to_string(fill.line), .from = fill.asked, .to = fill.there, .notes = {}});
}

}  // namespace texpipe::study
