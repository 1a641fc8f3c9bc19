// The trace that a run writes to a file of the user's.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/device/workload.h"
#include "host/files/output_file.h"
#include "study/pixel_maps/pixel_paints.h"
#include "study/trace/trace_sink.h"

namespace texpipe::timing {
struct Simulation;
}

namespace texpipe::study {

class TraceRecorder;

enum class TraceFormat { kPerfetto, kKanata };
/// Format of a trace file, by the end of its name. Error (kUsage) for another one.
TraceFormat trace_format(const std::filesystem::path& file, std::string_view option);

/// Request for a trace: its file, and its messages: all, or those of a pixel and those that are named.
struct TraceRequest {
  std::filesystem::path file;
  TraceFormat format = TraceFormat::kPerfetto;
  Cycles from;
  Cycles to{~std::uint64_t{0}};  // not included
  std::optional<PixelQuery> pixel;
  std::vector<MessageName> messages;
  TraceStart start = TraceStart::kAtOnce;
};

class RunTrace {
 public:
  /// @param of_pixel  numbers of the messages of the request's pixel
  /// @param title     of the whole trace
  /// Errors: those of OutputFile.
  RunTrace(const TraceRequest& request, Existing existing, std::span<const std::uint64_t> of_pixel,
           const std::string& title);
  ~RunTrace();

  void follow(functional::Workload& workload);
  void listen(timing::Simulation& simulation, EventOrder order);
  /// Everything before `now` has happened. @param soon  before the next call
  void reach(Cycles now, Cycles soon);

  /// Begins or ends recording at `now`, which was reached.
  void record(TraceSwitch to, Cycles now);
  bool records() const;

  /// After the run of a frame, before publish().
  void add(const FrameCourse& course);

  /// Whether anything was in the window; known after the run.
  bool any() const;
  /// After the run: the file appears.
  void publish();

 private:
  OutputFile file_;
  std::unique_ptr<TraceSink> sink_;
  std::unique_ptr<TraceRecorder> recorder_;
  Cycles from_, to_;  // of the window
};

}  // namespace texpipe::study
