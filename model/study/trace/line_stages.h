// Where a line of the data port was while its message waited: the caches that all share, and memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "timing/observe/events.h"

namespace texpipe::study {

/// Keeps what L3 and the last-level cache looked up lately. Where time is kept without events of theirs (loosely
/// timed), all of it is memory.
class LineStages {
 public:
  /// A place, and until when the line was there.
  struct Stop {
    std::string_view place;
    Cycles until;
  };

  /// Before the run.
  void listen(const timing::EventHub& events);
  void on(const timing::LookupEvent& event);

  /// The places of a line that left the data port at `sent` and was back at `there`, in order. The way back counts to
  /// the place that had it.
  std::vector<Stop> stops(ByteAddress line, Cycles sent, Cycles there) const;

 private:
  struct Lookup {
    std::uint64_t line = 0;
    Cycles time;
    bool hit = false;
    bool known = false;
  };
  struct Cache {
    timing::ChannelId channel;
    ByteSize line_size{1};
    std::vector<Lookup> lookups;  // the last of each line, by its number modulo their count
  };

  static std::optional<Cache> cache(const timing::EventHub& events, std::string_view path);
  static const Lookup* find(const Cache& cache, ByteAddress address, Cycles until);

  std::optional<Cache> l3_, llc_;
};

}  // namespace texpipe::study
