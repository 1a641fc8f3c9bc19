// Pixel threads that may run side by side, and what their payloads are made of.
#pragma once

#include <array>
#include <bit>
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

/// A word for each pixel of a subspan.
using PixelWords = std::array<std::uint16_t, kPixelsOfSubspan>;

inline constexpr std::uint64_t kOneEach = 0x0001'0001'0001'0001;

/// Bit p: the lowest bit of pixel p's word. The product brings bits 0, 16, 32, 48 together in bits 48 to 51.
constexpr unsigned lowest_bits(const PixelWords& words) {
  if (std::bit_cast<std::uint64_t>(words) == kOneEach) return 0xF;  // most
  return static_cast<unsigned>(
      (std::bit_cast<std::uint64_t>(words) & 0x0001'0001'0001'0001) * 0x0001'0002'0004'0008 >> 48 & 0xF);
}
/// Bit p: pixel p's word is not 0. A sum brings any of a word's lower bits into its highest one.
constexpr unsigned nonzero_words(const PixelWords& words) {
  constexpr std::uint64_t kLower = 0x7FFF'7FFF'7FFF'7FFF;
  const auto all = std::bit_cast<std::uint64_t>(words);
  if (all == kOneEach) return 0xF;
  return lowest_bits(std::bit_cast<PixelWords>((((all & kLower) + kLower) | all) >> 15));
}
/// Words of 1 and 0, by bits.
constexpr PixelWords words_of_bits(unsigned bits) {
  constexpr auto kOfBits = [] {
    std::array<PixelWords, 16> words{};
    for (unsigned b = 0; b < words.size(); ++b) {
      for (unsigned p = 0; p < kPixelsOfSubspan; ++p) words[b][p] = static_cast<std::uint16_t>(b >> p & 1u);
    }
    return words;
  }();
  return kOfBits[bits & 0xF];
}

/// A 2x2 subspan of a primitive, whose place in the batch is its slot.
struct ShadedSubspan {
  std::int32_t x = 0;
  std::int32_t y = 0;                  // behind x: pixel_kernels::SubspanCorners
  PixelWords covered{};                // samples that the raster found
  PixelWords live{};                   // that are left to be written
  std::uint8_t sample = kEverySample;  // that the shader runs for
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
  std::uint32_t gt_mode = 0;  // of the draw

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
