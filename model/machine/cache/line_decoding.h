// Filling of lines of a sampler's first cache, for both timings: the stored bytes that a line is made of, and the time
// in which its blocks are decoded.
#pragma once

#include <bit>
#include <cstdint>

#include "base/fraction.h"
#include "base/quantity.h"
#include "machine/cache/line.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/sectors.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Decoding that a line of decoded texels needs: its stored bytes begin at 1/expansion of its address, in so many
/// blocks.
struct LineDecoding {
  std::uint8_t expansion = 1;
  std::uint32_t blocks = 0;
};

/// Calls ask(ByteAddress, ByteSize) for each run of stored sectors that is asked of the next level to fill sectors of a
/// line: the sectors themselves, or of decoded texels those that hold the begin of their blocks, each once.
template <class Ask>
void for_each_stored_run(const LineSectors& wanted, LineDecoding decoding, const Sectors& sectors, Ask&& ask) {
  const std::uint64_t expansion = wanted.key.space == AddressSpace::kDecoded ? decoding.expansion : 1;
  const std::uint64_t first = wanted.key.line << sectors.shift();
  const auto ask_run = [&](std::uint64_t begin, std::uint64_t end) {
    ask(ByteAddress{begin << sectors.bits()}, ByteSize{(end - begin) << sectors.bits()});
  };
  std::uint64_t begin = 0, end = 0;  // run of stored sectors
  for (SectorSet rest = wanted.sectors; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = (first + static_cast<unsigned>(std::countr_zero(rest))) << sectors.bits();
    const std::uint64_t stored = address / expansion >> sectors.bits();
    if (begin != end && stored + 1 == end) continue;
    if (begin != end && stored != end) ask_run(begin, end);
    if (begin == end || stored != end) begin = stored;
    end = stored + 1;
  }
  ask_run(begin, end);
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
