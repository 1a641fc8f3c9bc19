// Places of a data port's line while its message waited: the caches that all share, and memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "timing/observe/events.h"

namespace texpipe::study {

/// Keeps what L3 and the caches behind it looked up lately: of each line the last lookups, because others go on asking
/// for it while an answer travels. Where caches of somebody else's tell nothing, all of it is memory.
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
  static constexpr std::size_t kOfLine = 4;
  using Lookups = std::array<Lookup, kOfLine>;  // the last one first
  struct Cache {
    timing::ChannelId channel;
    std::string_view place;
    ByteSize line_size{1};
    std::vector<Lookups> lookups;  // by the line's number modulo their count
  };

  static std::optional<timing::ChannelId> lookups_of(const timing::EventHub& events, const std::string& path);
  static const Lookup* find(const Cache& cache, ByteAddress address, Cycles until);

  std::vector<Cache> caches_;  // from L3 to memory
};

}  // namespace texpipe::study
