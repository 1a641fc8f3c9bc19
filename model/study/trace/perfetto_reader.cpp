#include "study/trace/perfetto_reader.h"

#include <algorithm>
#include <protozero/exception.hpp>
#include <protozero/pbf_message.hpp>
#include <unordered_map>

#include "base/diagnostic.h"
#include "study/trace/perfetto_fields.h"

namespace texpipe::study {

namespace {

using protozero::pbf_message;

std::string_view view_of(protozero::data_view data) {
  return {data.data(), data.size()};
}

/// A slice between its two packets.
struct OpenSlice {
  std::uint64_t from = 0;
  std::string_view message;
  std::vector<PerfettoItem::Note> notes;
};

class Reader {
 public:
  Reader(std::string_view bytes, const std::string& name, const std::function<void(const PerfettoItem&)>& visit)
      : bytes_{bytes}, name_{name}, visit_{visit} {}

  std::string read() {
    const char* at = bytes_.data();
    try {
      pbf_message<perfetto::Trace> trace{bytes_.data(), bytes_.size()};
      while (trace.next()) {
        if (trace.tag() != perfetto::Trace::kPacket) refuse(at, "a field that is no packet");
        const std::string_view packet = view_of(trace.get_view());
        at = packet.data();
        read_packet(packet);
      }
    } catch (const protozero::exception&) {
      refuse(at, "bytes that are no protobuf");
    }
    if (tracks_.empty()) refuse(at, "no track");
    for (const auto& [uuid, track] : tracks_) {
      if (!track.open.empty()) refuse(at, "a slice that does not end, on track " + track.path);
    }
    return title_;
  }

 private:
  struct Track {
    std::string path;
    std::string block;  // without the slot
    bool counter = false;
    std::vector<OpenSlice> open;  // each inside the one before
  };

  [[noreturn]] void refuse(const char* at, const std::string& found) const {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = name_},
                           .problem = "holds " + found + " after byte " + std::to_string(at - bytes_.data()),
                           .hint = "expected a trace as `texpipe run --trace FILE.pftrace` writes it"}};
  }

  void read_packet(std::string_view bytes) {
    pbf_message<perfetto::Packet> packet{bytes.data(), bytes.size()};
    std::uint64_t time = 0;
    std::string_view event;
    while (packet.next()) {
      switch (packet.tag()) {
        case perfetto::Packet::kTimestamp:
          time = packet.get_uint64();
          break;
        case perfetto::Packet::kEvent:
          event = view_of(packet.get_view());
          break;
        case perfetto::Packet::kTrack:
          read_track(view_of(packet.get_view()));
          break;
        default:
          packet.skip();
      }
    }
    if (!event.empty()) read_event(event, time);
  }

  void read_track(std::string_view bytes) {
    pbf_message<perfetto::TrackDescriptor> descriptor{bytes.data(), bytes.size()};
    std::uint64_t uuid = 0, parent = 0;
    std::string_view name;
    Track track;
    bool process = false;
    while (descriptor.next()) {
      switch (descriptor.tag()) {
        case perfetto::TrackDescriptor::kUuid:
          uuid = descriptor.get_uint64();
          break;
        case perfetto::TrackDescriptor::kParent:
          parent = descriptor.get_uint64();
          break;
        case perfetto::TrackDescriptor::kName:
          name = view_of(descriptor.get_view());
          break;
        case perfetto::TrackDescriptor::kCounter:
          track.counter = true;
          descriptor.skip();
          break;
        case perfetto::TrackDescriptor::kProcess:
          process = true;
          read_title(view_of(descriptor.get_view()));
          break;
        default:
          descriptor.skip();
      }
    }
    if (!process) {
      const auto known = tracks_.find(parent);
      if (known == tracks_.end()) refuse(bytes.data(), "a track below one that is not there");
      const std::string& above = known->second.path;
      track.path = above.empty() ? std::string{name} : above + '.' + std::string{name};
      track.block = name.starts_with("slot ") ? above : track.path;
    }
    if (!tracks_.emplace(uuid, std::move(track)).second) refuse(bytes.data(), "a track twice");
  }

  void read_title(std::string_view bytes) {
    pbf_message<perfetto::Process> process{bytes.data(), bytes.size()};
    while (process.next()) {
      if (process.tag() == perfetto::Process::kName) {
        title_ = view_of(process.get_view());
      } else {
        process.skip();
      }
    }
  }

  void read_event(std::string_view bytes, std::uint64_t time) {
    pbf_message<perfetto::Event> event{bytes.data(), bytes.size()};
    std::uint64_t uuid = 0;
    int type = 0;
    OpenSlice slice{.from = time, .message = {}, .notes = {}};
    while (event.next()) {
      switch (event.tag()) {
        case perfetto::Event::kTrack:
          uuid = event.get_uint64();
          break;
        case perfetto::Event::kType:
          type = event.get_enum();
          break;
        case perfetto::Event::kAnnotation:
          read_note(view_of(event.get_view()), slice);
          break;
        default:
          event.skip();
      }
    }
    const auto known = tracks_.find(uuid);
    if (known == tracks_.end()) refuse(bytes.data(), "an event on a track that is not there");
    Track& track = known->second;
    if (type == static_cast<int>(perfetto::EventType::kCounter)) {
      visit_({.block = track.block, .is_counter = true, .from = time, .to = time, .message = {}, .notes = {}});
    } else if (type == static_cast<int>(perfetto::EventType::kSliceBegin)) {
      if (!track.open.empty() && time < track.open.back().from)
        refuse(bytes.data(), "a slice that begins before the one that it is inside of");
      track.open.push_back(std::move(slice));
    } else if (type == static_cast<int>(perfetto::EventType::kSliceEnd)) {
      if (track.open.empty() || time < track.open.back().from)
        refuse(bytes.data(), "the end of a slice that did not begin");
      visit_({.block = track.block,
              .is_counter = false,
              .from = track.open.back().from,
              .to = time,
              .message = track.open.back().message,
              .notes = std::move(track.open.back().notes)});
      track.open.pop_back();
    } else {
      refuse(bytes.data(), "an event of type " + std::to_string(type));
    }
  }

  static void read_note(std::string_view bytes, OpenSlice& slice) {
    pbf_message<perfetto::Annotation> note{bytes.data(), bytes.size()};
    std::string_view name, text;
    std::uint64_t value = 0;
    bool has_value = false;
    while (note.next()) {
      switch (note.tag()) {
        case perfetto::Annotation::kName:
          name = view_of(note.get_view());
          break;
        case perfetto::Annotation::kText:
          text = view_of(note.get_view());
          break;
        case perfetto::Annotation::kUnsigned:
          value = note.get_uint64();
          has_value = true;
          break;
        default:
          note.skip();
      }
    }
    if (has_value) slice.notes.push_back({name, value});
    if (name == "message") slice.message = text;
  }

  std::string_view bytes_;
  const std::string& name_;
  const std::function<void(const PerfettoItem&)>& visit_;
  std::unordered_map<std::uint64_t, Track> tracks_;
  std::string title_;
};

}  // namespace

const std::uint64_t* PerfettoItem::find(std::string_view name) const {
  const auto known = std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.name == name; });
  return known == notes.end() ? nullptr : &known->value;
}

std::string read_perfetto(std::string_view bytes, const std::string& name,
                          const std::function<void(const PerfettoItem&)>& visit) {
  return Reader{bytes, name, visit}.read();
}

}  // namespace texpipe::study
