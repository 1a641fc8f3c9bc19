// Channel of an address in a memory of several channels.
#pragma once

#include <bit>
#include <cstdint>

#include "base/quantity.h"

namespace texpipe::machine {

/// A channel, and the address of a byte in it.
struct ChannelPlace {
  std::uint32_t channel = 0;
  ByteAddress address;

  bool operator==(const ChannelPlace&) const = default;
};

/// Pieces of `interleave` bytes lie in the channels in turn.
class ChannelMapping {
 public:
  /// @param channels    at least 1, any number
  /// @param interleave  a power of two
  ChannelMapping(std::uint32_t channels, ByteSize interleave)
      : channels_{channels}, bits_{static_cast<unsigned>(std::countr_zero(interleave.value()))} {}

  ChannelPlace operator()(ByteAddress address) const {
    if (channels_ == 1) return {0, address};
    const std::uint64_t piece = address.value() >> bits_, inside = address.value() & ((std::uint64_t{1} << bits_) - 1);
    return {static_cast<std::uint32_t>(piece % channels_), ByteAddress{piece / channels_ << bits_ | inside}};
  }

 private:
  std::uint32_t channels_;
  unsigned bits_;
};

}  // namespace texpipe::machine
