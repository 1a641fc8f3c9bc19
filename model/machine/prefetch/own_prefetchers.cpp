#include "machine/prefetch/own_prefetchers.h"

#include <algorithm>

namespace texpipe::machine {

/// The stream that the line continues, with the line in it; else the place for a new one.
StreamPrefetcher::Stream& StreamPrefetcher::stream_of(std::uint64_t line) {
  for (Stream& stream : streams_) {
    const auto distance = static_cast<std::int64_t>(line - stream.last);
    if (stream.length == 0 || (distance != 1 && distance != -1)) continue;
    if (stream.step != 0 && stream.step != distance) continue;
    stream.step = distance;
    ++stream.length;
    return stream;
  }
  Stream& oldest = *std::min_element(streams_.begin(), streams_.end(),
                                     [](const Stream& a, const Stream& b) { return a.seen < b.seen; });
  oldest = {.length = 1};
  return oldest;
}

void StreamPrefetcher::see(const SeenRead& read, std::vector<std::uint64_t>& lines) {
  if (!read.missed && !read.prefetched) return;
  Stream& stream = stream_of(read.line);
  stream.last = read.line;
  stream.seen = ++reads_;
  if (stream.length < kBelieved) return;
  for (std::uint32_t n = 1; n <= degree_; ++n) {
    const std::uint64_t ahead = std::uint64_t{n} * static_cast<std::uint64_t>(stream.step);
    lines.push_back(read.line + ahead);
  }
}

}  // namespace texpipe::machine
