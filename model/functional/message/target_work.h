// Lines of memory that the fixed functions of the 3D pipeline touch, and those of a render target write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/quantity.h"

namespace texpipe::functional {

/// Caches of the fixed functions.
enum class FrameCache : std::uint8_t { kVertex, kHiz, kDepth, kStencil, kColor, kMcs };
inline constexpr unsigned kFrameCaches = 6;

inline constexpr std::uint64_t kFrameLine = 64;  // bytes of a line of these caches

/// A line of memory that is read or written, or both, or cleared.
struct FrameLine {
  ByteAddress address;  // of its first byte
  FrameCache cache = FrameCache::kColor;
  bool read = false;
  bool write = false;
  bool compresses = false;  // of a target whose pairs of lines may be compressed
  bool auxiliary = false;   // of colours, sample 0, whose auxiliary surface may say that it is clear
  bool clears = false;      // a fast clear covers it, see ClearedLines
  bool if_clear = false;    // written where it is clear alone, by a resolve

  bool operator==(const FrameLine&) const = default;
};

/// First byte of the line that holds an address.
constexpr ByteAddress line_of(ByteAddress address) {
  return ByteAddress{address.value() / kFrameLine * kFrameLine};
}

/// A render target write, as the pixel backend sees it.
struct TargetWork {
  std::uint32_t draw = 0;    // number of the 3DPRIMITIVE
  std::uint32_t pixels = 0;  // lanes of the message
  std::uint32_t colors = 0;  // that these write: one, or with several samples those that the target tells apart
  std::uint32_t bytes = 0;   // of an element of the target
  bool reads = false;        // what the target holds matters
  std::vector<FrameLine> lines;

  void clear() {
    draw = pixels = colors = bytes = 0;
    reads = false;
    lines.clear();
  }
};

/// Adds a line to `lines`, unless one of the last few from `first` on is the same, which then has both uses.
void touch_line(std::vector<FrameLine>& lines, std::size_t first, const FrameLine& line);

}  // namespace texpipe::functional
