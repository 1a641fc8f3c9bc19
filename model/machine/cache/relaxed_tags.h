// The tags of a cache as they would be with its size or its ways relaxed: which misses are its own fault.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/cache/tag_array.h"
#include "machine/statistics/relaxed_times.h"

namespace texpipe::machine {

/// Follows the accesses to a cache in larger ones. Where a larger cache happens to miss or to write back what the true
/// one does not, one of the lines that it saves elsewhere does not count.
class RelaxedTags {
 public:
  /// @param geometry  of the true tags
  RelaxedTags(const CacheGeometry& geometry, Cause size, Cause ways, const Relaxations& relaxations);

  /// The line was looked up, and entered if it was missing. Returns the runs in which a missing line would have been
  /// there.
  AbsentIn looked_up(LineKey key, bool missing);

  /// The line was written.
  void written(LineKey key);

  /// A dirty line was evicted. Returns the runs in which it would not have been.
  AbsentIn written_back();

 private:
  struct Larger {
    Cause cause;
    TagArray tags;
    std::uint64_t misses_of_its_own = 0;
    std::uint64_t write_backs = 0;  // that the true cache has not made
  };

  static TagArray::Place enter(Larger& larger, LineKey key);

  std::vector<Larger> larger_;
};

}  // namespace texpipe::machine
