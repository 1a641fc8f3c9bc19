// Receiver of a trace's events while a machine runs; each file format is one of these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/quantity.h"

namespace texpipe::study {

/// When blocks tell what happened: when it is over, or loosely timed as soon as it is known.
enum class EventOrder { kWhenOver, kWhenKnown };

/// Whether a trace records from the run's begin, or waits until somebody tells it to.
enum class TraceStart : std::uint8_t { kAtOnce, kWhenTold };
enum class TraceSwitch : std::uint8_t { kOn, kOff };

/// A message from its send to its registers.
struct TracedMessage {
  std::uint64_t number = 0;  // MessageName
  std::string_view eu;       // path
  unsigned thread = 0;
  std::string_view what;  // `sample`, `Data Cache Data Port 1`
  Cycles sent_at;
  Cycles accepted_at;
  Cycles answered_at;
  std::optional<std::uint64_t> draw{};  // of a frame
};

/// A thread of a frame, from its start to its end.
struct TracedThread {
  std::string_view place;    // path of its EU's thread slot
  std::uint64_t number = 0;  // counted over the workload
  std::string_view what;     // `draw 5: pixel shader`
  std::optional<std::uint64_t> draw{};
  Cycles started;
  Cycles ended;
};

/// A message in a sampler's front end, or in its writeback.
struct TracedPassage {
  std::uint64_t number = 0;
  std::string_view block;
  Cycles entered;
  Cycles left;
};

/// A footprint in a stage. Those of a stage come in the order in which they leave it, which is that of their entry.
struct TracedFootprint {
  std::uint64_t number = 0;  // of the message
  std::uintptr_t work = 0;   // tells messages of one number apart while they are on their way
  unsigned subspan = 0;
  unsigned index = 0;
  unsigned level = 0;
  unsigned tap = 0;
  bool last = false;  // of the message
  std::string_view stage;
  Cycles entered;
  Cycles issued;
  Cycles ready;
  Cycles left;
};

struct TracedLevel {
  std::string_view queue;
  Cycles time;
  std::uint64_t level = 0;
};

/// A line that was missing, from its request to its arrival.
struct TracedFill {
  std::string_view cache;
  std::uint64_t line = 0;
  Cycles asked;
  Cycles there;
};

struct FrameCourse;

class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void on(const TracedMessage&) {}
  virtual void on(const TracedPassage&) {}
  virtual void on(const TracedFootprint&) {}
  virtual void on(const TracedLevel&) {}
  virtual void on(const TracedFill&) {}
  virtual void on(const TracedThread&) {}
  /// After the run of a frame. Draws that reach into [from, to) are in the trace.
  virtual void course(const FrameCourse&, Cycles /*from*/, Cycles /*to*/) {}
  /// A message left its sampler: nothing more comes of its footprints.
  virtual void message_done(std::uintptr_t /*work*/) {}
  /// Nobody listened for a time: nothing more comes of footprints that were on their way.
  virtual void interrupted() {}
  /// After the run: writes what is left.
  virtual void finish() = 0;
};

}  // namespace texpipe::study
