// FXT1: 8x4 texels in two halves of 4x4 (specification/formats 4, BDW PRM vol. 5). Codes are over 255.
#include <array>
#include <cstdint>
#include <cstring>

#include "functional/formats/block_decode.h"

namespace texpipe::functional {
namespace {

constexpr unsigned kTexels = 32;

/// A block's 128 bits.
struct Block {
  std::uint64_t low;
  std::uint64_t high;

  explicit Block(const std::byte* bytes) {
    std::memcpy(&low, bytes, 8);
    std::memcpy(&high, bytes + 8, 8);
  }
  /// `count` bits (at most 8) from bit `first` on.
  std::uint32_t bits(unsigned first, unsigned count) const {
    std::uint64_t value = first < 64 ? low >> first : high >> (first - 64);
    if (first < 64 && first + count > 64) value |= high << (64 - first);
    return static_cast<std::uint32_t>(value & ((1u << count) - 1));
  }
};

std::uint32_t widen5(std::uint32_t v) {
  return v << 3 | v >> 2;
}
std::uint32_t widen6(std::uint32_t v) {
  return v << 2 | v >> 4;
}

constexpr Texel kTransparentBlack{};

/// Place of the block's texel n in rows of 8: the left half comes first.
unsigned place(unsigned n) {
  return n % 16 / 4 * 8 + n / 16 * 4 + n % 4;
}

/// An opaque colour whose blue is at bit `first`, green and red 5 bits above each.
Texel color555(const Block& block, unsigned first) {
  return {{widen5(block.bits(first + 10, 5)), widen5(block.bits(first + 5, 5)), widen5(block.bits(first, 5)), 255}};
}

/// ((steps - k) a + k b) / steps, rounded to nearest, in all channels.
Texel blend(const Texel& a, const Texel& b, unsigned k, unsigned steps) {
  Texel texel;
  for (unsigned c = 0; c < 4; ++c) texel.code[c] = ((steps - k) * a.code[c] + k * b.code[c] + steps / 2) / steps;
  return texel;
}

using Palette4 = std::array<Texel, 4>;

/// Two-bit selectors; a palette for each half.
void put_selected(const Block& block, const Palette4& left, const Palette4& right, Texel* texels) {
  for (unsigned n = 0; n < kTexels; ++n) texels[place(n)] = (n < 16 ? left : right)[block.bits(2 * n, 2)];
}

Palette4 thirds(const Texel& a, const Texel& b) {
  return {a, blend(a, b, 1, 3), blend(a, b, 2, 3), b};
}

void decode_high(const Block& block, Texel* texels) {
  const Texel a = color555(block, 96), b = color555(block, 111);
  std::array<Texel, 8> palette;
  for (unsigned k = 0; k < 7; ++k) palette[k] = blend(a, b, k, 6);
  palette[7] = kTransparentBlack;
  for (unsigned n = 0; n < kTexels; ++n) texels[place(n)] = palette[block.bits(3 * n, 3)];
}

void decode_chroma(const Block& block, Texel* texels) {
  const Palette4 palette{color555(block, 64), color555(block, 79), color555(block, 94), color555(block, 109)};
  put_selected(block, palette, palette, texels);
}

/// One half of a mixed block: colours at bits `first` and `first + 15`; green gets a sixth bit.
Palette4 mixed_half(const Block& block, unsigned first, unsigned green_bit, unsigned select_bit) {
  Texel a = color555(block, first);
  Texel b = color555(block, first + 15);
  const std::uint32_t low_green = block.bits(green_bit, 1);
  b.code[1] = widen6(block.bits(first + 20, 5) << 1 | low_green);
  if (block.bits(124, 1)) {
    Palette4 palette{a, {}, b, kTransparentBlack};
    for (unsigned c = 0; c < 4; ++c) palette[1].code[c] = (a.code[c] + b.code[c]) / 2;
    return palette;
  }
  a.code[1] = widen6(block.bits(first + 5, 5) << 1 | (low_green ^ block.bits(select_bit, 1)));
  return thirds(a, b);
}

void decode_mixed(const Block& block, Texel* texels) {
  put_selected(block, mixed_half(block, 64, 125, 1), mixed_half(block, 94, 126, 33), texels);
}

void decode_alpha(const Block& block, Texel* texels) {
  std::array<Texel, 3> colors{color555(block, 64), color555(block, 79), color555(block, 94)};
  for (unsigned i = 0; i < 3; ++i) colors[i].code[3] = widen5(block.bits(109 + 5 * i, 5));
  if (block.bits(124, 1)) {
    put_selected(block, thirds(colors[0], colors[1]), thirds(colors[2], colors[1]), texels);
  } else {
    const Palette4 palette{colors[0], colors[1], colors[2], kTransparentBlack};
    put_selected(block, palette, palette, texels);
  }
}

}  // namespace

void decode_fxt1(const std::byte* bytes, Texel* texels) {
  const Block block{bytes};
  switch (block.bits(125, 3)) {
    case 0:
    case 1:
      return decode_high(block, texels);
    case 2:
      return decode_chroma(block, texels);
    case 3:
      return decode_alpha(block, texels);
    default:
      return decode_mixed(block, texels);
  }
}

}  // namespace texpipe::functional
