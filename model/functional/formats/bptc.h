// Parts that BC6H and BC7 share: bit fields, partitions of a block, interpolation weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace texpipe::functional {

/// Reads a 128-bit block from its least significant bit on.
class BlockBits {
 public:
  explicit BlockBits(const std::byte* block) {
    std::memcpy(&low_, block, 8);
    std::memcpy(&high_, block + 8, 8);
  }

  /// The next `count` bits, 0 to 32.
  std::uint32_t take(unsigned count) {
    const std::uint64_t value = low_ & ((std::uint64_t{1} << count) - 1);
    if (count != 0) low_ = low_ >> count | high_ << (64 - count);
    high_ >>= count;
    return static_cast<std::uint32_t>(value);
  }

 private:
  std::uint64_t low_;
  std::uint64_t high_;
};

/// Subset of texel 0 to 15 in one of 64 partitions into two or three subsets; one subset: always 0.
unsigned partition_subset(unsigned subsets, unsigned partition, unsigned texel);

/// The texel of a subset whose index has its most significant bit left out.
unsigned anchor_texel(unsigned subsets, unsigned partition, unsigned subset);

/// Interpolation weight in 1/64 of an index of 2, 3 or 4 bits.
unsigned bptc_weight(unsigned index_bits, unsigned index);

}  // namespace texpipe::functional
