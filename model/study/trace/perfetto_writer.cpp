#include "study/trace/perfetto_writer.h"

#include <protozero/pbf_builder.hpp>
#include <utility>

#include "study/trace/perfetto_fields.h"

namespace texpipe::study {

namespace {

using protozero::pbf_builder;

constexpr int kPid = 1;

std::string event(perfetto::EventType type, std::uint64_t track) {
  std::string bytes;
  pbf_builder<perfetto::Event> event{bytes};
  event.add_enum(perfetto::Event::kType, static_cast<int>(type));
  event.add_uint64(perfetto::Event::kTrack, track);
  return bytes;
}

std::string timed(Cycles time, const std::string& event) {
  std::string bytes;
  pbf_builder<perfetto::Packet> packet{bytes};
  packet.add_uint64(perfetto::Packet::kTimestamp, time.value());
  packet.add_message(perfetto::Packet::kEvent, event);
  return bytes;
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
  std::string bytes;
  pbf_builder<perfetto::Packet>{bytes}.add_message(perfetto::Packet::kTrack, track);
  packet(bytes);
}

void PerfettoWriter::packet(const std::string& bytes) {
  std::string whole = bytes;
  pbf_builder<perfetto::Packet> packet{whole};
  packet.add_uint32(perfetto::Packet::kSequence, perfetto::kSequence);
  if (std::exchange(first_, false)) packet.add_uint32(perfetto::Packet::kSequenceFlags, perfetto::kStateCleared);
  std::string framed;
  pbf_builder<perfetto::Trace>{framed}.add_message(perfetto::Trace::kPacket, whole);
  bytes_ += framed.size();
  out_ << framed;
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
  std::string bytes;
  pbf_builder<perfetto::Packet>{bytes}.add_message(perfetto::Packet::kTrack, track);
  packet(bytes);
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
  packet(timed(slice.from, begin));
}

void PerfettoWriter::end(Track track, Cycles time) {
  packet(timed(time, event(perfetto::EventType::kSliceEnd, track)));
}

void PerfettoWriter::value(Track counter, Cycles time, std::uint64_t value) {
  std::string of_value = event(perfetto::EventType::kCounter, counter);
  pbf_builder<perfetto::Event>{of_value}.add_int64(perfetto::Event::kCounterValue, static_cast<std::int64_t>(value));
  packet(timed(time, of_value));
}

}  // namespace texpipe::study
