// Perfetto's TrackEvent protobuf: stages as tracks, messages as flows, queue levels as counters.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "study/trace/trace_sink.h"

namespace texpipe::study {

/// A cycle of the trace is a nanosecond in the viewer, because protobuf has no smaller unit. What overlaps in a block
/// stands on tracks beside one another. Every message is a flow from its EU over the last of its footprints to the
/// writeback. Packets are written as things end; viewers sort them.
class PerfettoTrace final : public TraceSink {
 public:
  /// @param title  of the whole
  PerfettoTrace(std::ostream& out, std::string title);

  void on(const TracedMessage& message) override;
  void on(const TracedPassage& passage) override;
  void on(const TracedFootprint& footprint) override;
  void on(const TracedLevel& level) override;
  void on(const TracedFill& fill) override;
  void finish() override { out_.flush(); }

 private:
  using Track = std::uint64_t;
  /// Slices that may overlap: one track for each that is open at the same time.
  struct Lanes {
    std::vector<Track> track;
    std::vector<Cycles> free_at;
  };
  struct Note {
    const char* name;
    std::uint64_t value;
  };
  struct Slice {
    std::string name;
    Cycles from;
    Cycles to;
    std::uint64_t flow = 0;  // 0: none
    std::vector<Note> notes;
    std::string word{};  // an annotation `message`
  };

  Track group(std::string_view path);
  Track new_track(std::string name, Track parent, bool counter, std::string unit = "");
  Track lane(std::string_view path, Cycles from, Cycles to);
  void write(Track track, const Slice& slice);
  void packet(const std::string& bytes);

  std::ostream& out_;
  Track next_track_ = 1;
  Track root_ = 0;
  bool first_ = true;
  std::map<std::string, Track, std::less<>> groups_;
  std::map<std::string, Lanes, std::less<>> lanes_;
  std::map<std::string, Track, std::less<>> counters_;
};

}  // namespace texpipe::study
