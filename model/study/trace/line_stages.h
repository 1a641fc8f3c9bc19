// Where a line of the data port was while its message waited: the caches that all share, and memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "timing/observe/events.h"

namespace texpipe::study {

/// Keeps what L3 and the last-level cache looked up lately: of each line the last lookups, because others go on asking
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
    ByteSize line_size{1};
    std::vector<Lookups> lookups;  // by the line's number modulo their count
  };

  static std::optional<Cache> cache(const timing::EventHub& events, std::string_view path);
  static const Lookup* find(const Cache& cache, ByteAddress address, Cycles until);

  std::optional<Cache> l3_, llc_;
};

}  // namespace texpipe::study
