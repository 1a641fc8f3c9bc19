// Channel of an address in a memory of several channels.
#pragma once

#include <bit>
#include <cstdint>

#include "base/quantity.h"
#include "machine/cache/bank_hash.h"

namespace texpipe::machine {

/// A channel, and the address of a byte in it.
struct ChannelPlace {
  std::uint32_t channel = 0;
  ByteAddress address;

  bool operator==(const ChannelPlace&) const = default;
};

/// Pieces of `interleave` bytes lie in the channels as a hash of their numbers says: in turn, or permuted in each group
/// of as many pieces as there are channels.
class ChannelMapping {
 public:
  /// @param channels    at least 1, any number
  /// @param interleave  a power of two
  /// Errors: those of BankHash::masks.
  ChannelMapping(std::uint32_t channels, ByteSize interleave, const BankHash& hash)
      : channels_{channels},
        channel_{hash, channels},
        bits_{static_cast<unsigned>(std::countr_zero(interleave.value()))} {}

  ChannelPlace operator()(ByteAddress address) const {
    if (channels_ == 1) return {0, address};
    const std::uint64_t piece = address.value() >> bits_, inside = address.value() & ((std::uint64_t{1} << bits_) - 1);
    return {channel_(piece), ByteAddress{piece / channels_ << bits_ | inside}};
  }

 private:
  std::uint32_t channels_;
  BankSelector channel_;
  unsigned bits_;
};

}  // namespace texpipe::machine
