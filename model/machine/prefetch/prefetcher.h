// Interface of prefetchers: which lines a cache of lines asks for before anybody needs them. Both timings ask the same
// class (cache/line_bank.h), so that a prefetcher is written once.
#pragma once

#include <cstdint>
#include <vector>

namespace texpipe::machine {

/// A read, as the prefetcher of its cache sees it when a bank has looked it up.
struct SeenRead {
  std::uint64_t line = 0;   // number of the line: its address by the cache's bytes of a line
  bool missed = false;      // the cache asks for it now; else it is here, or on its way
  bool prefetched = false;  // it was prefetched, and this is its first use
};

/// The prefetcher of one cache: it sees the reads of all banks in their order.
class Prefetcher {
 public:
  virtual ~Prefetcher() = default;

  /// Sees a read, and adds the lines that it wants to `lines`, the most urgent first. The cache leaves out those that
  /// it has or awaits, those in another 4 KiB page than the read, and those for which nothing is free.
  virtual void see(const SeenRead& read, std::vector<std::uint64_t>& lines) = 0;
};

}  // namespace texpipe::machine
