// Places of a pixel's samples.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace texpipe::functional {

inline constexpr unsigned kMaxSamples = 16;
inline constexpr int kSampleGrid = 16;  // positions are in 1/16 pixel from the pixel's upper left corner

struct SamplePosition {
  std::uint8_t x = 8;
  std::uint8_t y = 8;

  bool operator==(const SamplePosition&) const = default;
};

/// 1, 2, 4, 8 or 16 positions. `standard` is false for programmable ones, which PIXLD.OFFSET does not know (resolution
/// R20).
struct SamplePattern {
  std::uint8_t count = 1;
  bool standard = true;
  std::array<SamplePosition, kMaxSamples> positions{};

  std::uint32_t full_mask() const { return (1u << count) - 1; }
};

/// The Direct3D pattern (specification/nvidia-queries 5; specification/sampling-rules 6).
/// @param count  1, 2, 4, 8 or 16; anything else throws Error (kMalformedInput)
SamplePattern standard_pattern(unsigned count);

/// A pattern of `positions.size()` programmed positions, each 0..15. Errors as standard_pattern, also for a position
/// out of range.
SamplePattern programmed_pattern(std::span<const SamplePosition> positions);

}  // namespace texpipe::functional
