#include "study/trace/perfetto_writer.h"

#include <protozero/pbf_builder.hpp>
#include <utility>

#include "study/trace/perfetto_fields.h"

namespace texpipe::study {

namespace {

using protozero::pbf_builder;

constexpr int kPid = 1;

template <class Fields>
pbf_builder<Fields> started(std::string& bytes) {
  bytes.clear();
  return pbf_builder<Fields>{bytes};
}

}  // namespace

PerfettoWriter::PerfettoWriter(std::ostream& out, const std::string& title) : out_{out} {
  std::string process;
  pbf_builder<perfetto::Process> of_process{process};
  of_process.add_int32(perfetto::Process::kPid, kPid);
  of_process.add_string(perfetto::Process::kName, title);
  root_ = next_track_++;
  std::string track;
  pbf_builder<perfetto::TrackDescriptor> of_track{track};
  of_track.add_uint64(perfetto::TrackDescriptor::kUuid, root_);
  of_track.add_message(perfetto::TrackDescriptor::kProcess, process);
  started<perfetto::Packet>(packet_).add_message(perfetto::Packet::kTrack, track);
  packet();
}

/// Ends the packet whose fields are in packet_, and writes it.
void PerfettoWriter::packet() {
  {
    pbf_builder<perfetto::Packet> packet{packet_};
    packet.add_uint32(perfetto::Packet::kSequence, perfetto::kSequence);
    if (std::exchange(first_, false)) packet.add_uint32(perfetto::Packet::kSequenceFlags, perfetto::kStateCleared);
  }
  started<perfetto::Trace>(framed_).add_message(perfetto::Trace::kPacket, packet_);
  bytes_ += framed_.size();
  out_.write(framed_.data(), static_cast<std::streamsize>(framed_.size()));
}

void PerfettoWriter::start_event(int type, Track track) {
  auto event = started<perfetto::Event>(event_);
  event.add_enum(perfetto::Event::kType, type);
  event.add_uint64(perfetto::Event::kTrack, track);
}

/// Writes the event whose fields are in event_.
void PerfettoWriter::event_packet(Cycles time) {
  {
    auto packet = started<perfetto::Packet>(packet_);
    packet.add_uint64(perfetto::Packet::kTimestamp, time.value());
    packet.add_message(perfetto::Packet::kEvent, event_);
  }
  packet();
}

PerfettoWriter::Track PerfettoWriter::track(const std::string& name, Track parent, const std::string& unit) {
  const Track made = next_track_++;
  std::string track;
  {
    pbf_builder<perfetto::TrackDescriptor> of_track{track};
    of_track.add_uint64(perfetto::TrackDescriptor::kUuid, made);
    of_track.add_string(perfetto::TrackDescriptor::kName, name);
    of_track.add_uint64(perfetto::TrackDescriptor::kParent, parent);
    if (!unit.empty()) {
      std::string of_counter;
      pbf_builder<perfetto::Counter>{of_counter}.add_string(perfetto::Counter::kUnitName, unit);
      of_track.add_message(perfetto::TrackDescriptor::kCounter, of_counter);
    }
  }
  started<perfetto::Packet>(packet_).add_message(perfetto::Packet::kTrack, track);
  packet();
  return made;
}

PerfettoWriter::Track PerfettoWriter::group(std::string_view path) {
  if (const auto known = groups_.find(path); known != groups_.end()) return known->second;
  const std::size_t dot = path.rfind('.');
  const Track parent = dot == std::string_view::npos ? root_ : group(path.substr(0, dot));
  const Track made = track(std::string{path.substr(dot + 1)}, parent);
  groups_.emplace(path, made);
  return made;
}

void PerfettoWriter::write(Track track, const Slice& slice) {
  begin(track, slice);
  end(track, slice.to);
}

void PerfettoWriter::begin(Track track, const Slice& slice) {
  start_event(static_cast<int>(perfetto::EventType::kSliceBegin), track);
  {
    pbf_builder<perfetto::Event> event{event_};
    event.add_string(perfetto::Event::kName, slice.name.data(), slice.name.size());
    if (slice.flow != 0) event.add_fixed64(perfetto::Event::kFlow, slice.flow);
    if (!slice.word.empty()) {
      auto note = started<perfetto::Annotation>(note_);
      note.add_string(perfetto::Annotation::kName, "message");
      note.add_string(perfetto::Annotation::kText, slice.word.data(), slice.word.size());
      event.add_message(perfetto::Event::kAnnotation, note_);
    }
    for (const Note& value : slice.notes) {
      auto note = started<perfetto::Annotation>(note_);
      note.add_string(perfetto::Annotation::kName, value.name);
      note.add_uint64(perfetto::Annotation::kUnsigned, value.value);
      event.add_message(perfetto::Event::kAnnotation, note_);
    }
  }
  event_packet(slice.from);
}

void PerfettoWriter::end(Track track, Cycles time) {
  start_event(static_cast<int>(perfetto::EventType::kSliceEnd), track);
  event_packet(time);
}

void PerfettoWriter::value(Track counter, Cycles time, std::uint64_t value) {
  start_event(static_cast<int>(perfetto::EventType::kCounter), counter);
  pbf_builder<perfetto::Event>{event_}.add_int64(perfetto::Event::kCounterValue, static_cast<std::int64_t>(value));
  event_packet(time);
}

}  // namespace texpipe::study
