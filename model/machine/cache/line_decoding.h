// Filling of lines of a sampler's first cache, for both timings: the stored bytes that a line is made of, and the time
// in which its blocks are decoded.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/quantity.h"
#include "machine/cache/line.h"
#include "machine/cache/line_parts.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Decoding that a line of decoded texels needs: its stored bytes begin at 1/expansion of its address, in so many
/// blocks.
struct LineDecoding {
  std::uint8_t expansion = 1;
  std::uint32_t blocks = 0;
};

/// The stored line that is asked of the next level to fill a line, in parts: the line itself, or for decoded texels the
/// line that holds its blocks.
/// @param line       bytes of a line
/// @param next_line  bytes of a line of the next level
constexpr LineParts parts_of_fill(LineKey key, LineDecoding decoding, ByteSize line, ByteSize next_line) {
  const std::uint64_t bytes = line.value();
  const std::uint64_t stored = key.line * bytes / (key.space == AddressSpace::kDecoded ? decoding.expansion : 1);
  return parts_of(ByteAddress{stored / bytes * bytes}, line, next_line);
}

/// The decoder of blocks on their way into the cache: one line after the other.
class LineDecoder {
 public:
  LineDecoder(Cycles latency, Fraction blocks_per_cycle) : latency_{latency}, blocks_per_cycle_{blocks_per_cycle} {}

  /// Decodes a line whose bytes have come. Returns the time at which it is in the cache. Lines of stored bytes are not
  /// decoded.
  Cycles decode(LineKey key, std::uint32_t blocks, Cycles now) {
    if (key.space == AddressSpace::kStored) return now;
    const Cycles start = slot_.earliest(now);
    slot_.claim(start, work_at_rate(blocks, blocks_per_cycle_));
    return start + latency_;
  }

 private:
  Cycles latency_;
  Fraction blocks_per_cycle_;
  IssueSlot slot_;
};

}  // namespace texpipe::machine
