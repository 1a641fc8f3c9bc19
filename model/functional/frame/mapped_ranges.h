// Ranges of GPU addresses behind which there is memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/quantity.h"

namespace texpipe::functional {

/// Ranges that do not overlap, by address. Neighbours count as one range for an access that goes from one into the
/// next.
class MappedRanges {
 public:
  struct Range {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };

  /// A range that shares a byte with this one; none: it may be added.
  std::optional<Range> overlapping(ByteAddress address, ByteSize size) const;
  /// Adds a range that overlaps none; its end may not lie beyond 2^64.
  void add(ByteAddress address, ByteSize size);
  /// Removes the range that begins here and is as long; false: there is none.
  bool remove(ByteAddress address, ByteSize size);

  /// True when every byte is mapped; an empty range is, wherever it lies.
  bool holds(ByteAddress address, ByteSize size) const;
  /// Bytes that are mapped from this address on, without a gap.
  std::uint64_t run_from(ByteAddress address) const;

  /// Bytes of all ranges.
  std::uint64_t bytes() const { return bytes_; }

  /// Sizes by first address, in order.
  const std::map<std::uint64_t, std::uint64_t>& all() const { return ranges_; }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;
  std::uint64_t bytes_ = 0;
};

}  // namespace texpipe::functional
