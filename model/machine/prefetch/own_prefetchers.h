// The model's own prefetchers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "machine/prefetch/prefetcher.h"

namespace texpipe::machine {

/// The lines that follow one that was missing, or that was prefetched and is used for the first time (tagged
/// prefetching; Gindele 1977).
class NextLinePrefetcher final : public Prefetcher {
 public:
  /// @param degree  lines at a time
  explicit NextLinePrefetcher(std::uint32_t degree) : degree_{degree} {}

  void see(const SeenRead& read, std::vector<std::uint64_t>& lines) override {
    if (!read.missed && !read.prefetched) return;
    for (std::uint32_t n = 1; n <= degree_; ++n) lines.push_back(read.line + n);
  }

 private:
  std::uint32_t degree_;
};

/// Lines ahead of runs of neighbours, up or down: it follows eight streams, and believes in one after three lines of
/// it. A line that continues none begins one, in place of the stream that was not seen for the longest time.
class StreamPrefetcher final : public Prefetcher {
 public:
  /// @param degree  lines ahead of the last one
  explicit StreamPrefetcher(std::uint32_t degree) : degree_{degree} {}

  void see(const SeenRead& read, std::vector<std::uint64_t>& lines) override;

 private:
  struct Stream {
    std::uint64_t last = 0;    // line
    std::int64_t step = 0;     // +1, -1; 0: one line was seen, or none
    std::uint32_t length = 0;  // lines seen in this direction; 0: the place is free
    std::uint64_t seen = 0;    // number of the read
  };
  static constexpr std::uint32_t kBelieved = 3;

  Stream& stream_of(std::uint64_t line);

  std::uint32_t degree_;
  std::uint64_t reads_ = 0;
  std::array<Stream, 8> streams_{};
};

}  // namespace texpipe::machine
