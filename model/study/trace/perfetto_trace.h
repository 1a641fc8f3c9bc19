// Perfetto's TrackEvent protobuf: stages as tracks, messages as flows, queue levels as counters.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "study/trace/perfetto_writer.h"
#include "study/trace/trace_sink.h"

namespace texpipe::study {

/// Trace for Perfetto. Slices of a block that overlap stand on tracks beside one another. Every message is a flow from
/// its EU over the last of its footprints to the writeback. Slices are written as they end.
class PerfettoTrace final : public TraceSink {
 public:
  /// @param title  of the whole
  PerfettoTrace(std::ostream& out, const std::string& title) : writer_{out, title} {}

  void on(const TracedMessage& message) override;
  void on(const TracedPassage& passage) override;
  void on(const TracedFootprint& footprint) override;
  void on(const TracedLevel& level) override;
  void on(const TracedFill& fill) override;
  void on(const TracedThread& thread) override;
  void course(const FrameCourse& course, Cycles from, Cycles to) override;
  void finish() override { writer_.flush(); }

 private:
  using Track = PerfettoWriter::Track;
  /// Slices that may overlap: one track for each that is open at the same time.
  struct Lanes {
    std::vector<Track> track;
    std::vector<Cycles> free_at;
  };

  Track lane(std::string_view path, Cycles from, Cycles to);

  PerfettoWriter writer_;
  std::map<std::string, Lanes, std::less<>> lanes_;
  std::map<std::string, Track, std::less<>> counters_;
};

}  // namespace texpipe::study
