// An access without time, small enough to keep millions of them until their turn comes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/quantity.h"

namespace texpipe::machine {

/// Purpose of an access, and who makes it.
enum class LineUse : std::uint8_t {
  kSampled,
  kRead,
  kWritten
};  // sampled: read by a sampler; read and written: by a data port

/// A line that a sampler, a data port or a fixed function of a frame touches. Who does stands in those bits of the
/// line's address that are 0.
class WarmAccess {
 public:
  static constexpr unsigned kLineBits = 6;

  /// @param line  address of a line's first byte
  WarmAccess(ByteAddress line, LineUse use) : word_{line.value() | static_cast<std::uint64_t>(use)} {}
  /// @param cache  place of a fixed function's cache among those of a frame, at most 15
  WarmAccess(ByteAddress line, std::size_t cache, bool written)
      : word_{line.value() | kOfFrame | cache << 1 | static_cast<std::uint64_t>(written)} {}

  /// No access: those of samplers that follow are of one.
  static WarmAccess from_sampler(std::size_t number) {
    WarmAccess names{ByteAddress{static_cast<std::uint64_t>(number) << kLineBits}, LineUse::kSampled};
    names.word_ |= kNamesSampler;
    return names;
  }
  bool names_sampler() const { return (word_ & (2 * kOfFrame - 1)) == kNamesSampler; }
  std::size_t sampler() const { return word_ >> kLineBits; }

  ByteAddress line() const { return ByteAddress{word_ >> kLineBits << kLineBits}; }
  bool of_frame() const { return (word_ & kOfFrame) != 0; }
  /// Purpose, of a sampler or data port.
  LineUse use() const { return static_cast<LineUse>(word_ & (kOfFrame - 1)); }
  /// Place of a fixed function's cache.
  std::size_t cache() const { return (word_ & (kOfFrame - 1)) >> 1; }
  bool written() const { return (word_ & 1) != 0; }

 private:
  static constexpr std::uint64_t kOfFrame = std::uint64_t{1} << (kLineBits - 1);
  static constexpr std::uint64_t kNamesSampler = kOfFrame - 1;  // no LineUse

  std::uint64_t word_;
};

}  // namespace texpipe::machine
