// Lines of a sampler's first cache that are filled, for both timings: which stored bytes a line is made of, and how
// long its blocks are decoded.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/quantity.h"
#include "machine/cache/line.h"
#include "machine/cache/line_parts.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Cost of a line of decoded texels: its bytes stand at 1/expansion of its address, in so many blocks.
struct LineDecoding {
  std::uint8_t expansion = 1;
  std::uint32_t blocks = 0;
};

/// Parts of the next level that a line is made of: the line of stored bytes that holds it or its blocks.
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

  /// A line whose bytes have come is in the cache at the returned time. Lines of stored bytes are not decoded.
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
