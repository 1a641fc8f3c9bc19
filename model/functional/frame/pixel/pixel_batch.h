// Pixel threads that may run side by side, and what their payloads are made of.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/frame/setup/shaded_primitive.h"
#include "functional/frame/setup/smooth_line.h"
#include "functional/message/message.h"

namespace texpipe::functional {

inline constexpr unsigned kPixelsOfSubspan = 4;
inline constexpr unsigned kMostSubspansOfThread = 8;
inline constexpr std::uint8_t kEverySample = 0xFF;
inline constexpr std::uint32_t kNoSlot = 0xFFFF'FFFF;

/// Number of bits that are set: sums of neighbours, because the baseline's processors have no instruction for it.
constexpr unsigned ones_of(std::uint32_t bits) {
  bits -= bits >> 1 & 0x5555'5555;
  bits = (bits & 0x3333'3333) + (bits >> 2 & 0x3333'3333);
  return ((bits + (bits >> 4)) & 0x0F0F'0F0F) * 0x0101'0101 >> 24;
}

/// A 2x2 subspan of a primitive, whose place in the batch is its slot.
struct ShadedSubspan {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::array<std::uint16_t, kPixelsOfSubspan> covered{};  // samples that the raster found
  std::array<std::uint16_t, kPixelsOfSubspan> live{};     // that are left to be written
  std::uint8_t sample = kEverySample;                     // that the shader runs for
};

/// A thread shades neighbouring subspans of one primitive.
struct PixelThread {
  std::uint32_t first_subspan = 0;
  std::uint32_t primitive = 0;
  std::uint32_t dispatched = 0;  // lanes that are no helpers
  std::uint8_t subspans = 0;
  std::uint8_t width = 0;  // of the program, as an index
};

struct PixelBatch {
  std::vector<ShadedPrimitive> primitives;
  std::vector<SmoothLine> smooth_lines;
  std::vector<Grf> attributes;
  std::vector<ShadedSubspan> subspans;
  std::vector<PixelThread> threads;
  std::vector<std::uint32_t> thread_of_subspan;

  void clear() {
    primitives.clear();
    smooth_lines.clear();
    attributes.clear();
    subspans.clear();
    threads.clear();
    thread_of_subspan.clear();
  }
};

}  // namespace texpipe::functional
