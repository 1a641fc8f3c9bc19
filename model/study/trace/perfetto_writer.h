// Writes tracks, slices and counters as Perfetto's TrackEvent protobuf.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "base/quantity.h"

namespace texpipe::study {

/// A cycle of the trace is a nanosecond in the viewer, because protobuf has no smaller unit. Packets are written as
/// they come; viewers sort them by time, those of one time stay in order.
class PerfettoWriter {
 public:
  using Track = std::uint64_t;
  struct Note {
    const char* name;
    std::uint64_t value;
  };
  struct Slice {
    std::string_view name;
    Cycles from;
    Cycles to;
    std::uint64_t flow = 0;  // 0: none
    std::initializer_list<Note> notes;
    std::string_view word{};  // an annotation `message`
  };

  /// @param title  of the whole
  PerfettoWriter(std::ostream& out, const std::string& title);

  /// The track that stands for a path, below those of its beginnings.
  Track group(std::string_view path);
  /// A track inside another one. @param unit  of a counter; empty: it has slices
  Track track(const std::string& name, Track parent, const std::string& unit = "");
  /// The track of the whole.
  Track root() const { return root_; }

  void write(Track track, const Slice& slice);
  /// The two ends of a slice, between which others may stand on its track.
  void begin(Track track, const Slice& slice);
  void end(Track track, Cycles time);
  void value(Track counter, Cycles time, std::uint64_t value);

  std::uint64_t bytes() const { return bytes_; }  // written so far
  void flush() { out_.flush(); }

 private:
  void start_event(int type, Track track);
  void event_packet(Cycles time);
  void packet();

  std::ostream& out_;
  Track next_track_ = 1;
  Track root_ = 0;
  bool first_ = true;
  std::uint64_t bytes_ = 0;
  std::map<std::string, Track, std::less<>> groups_;
  // Parts of the packet that is being made; their storage is used again, because a timeline has hundreds of thousands
  // of packets.
  std::string event_, note_, packet_, framed_;
};

}  // namespace texpipe::study
