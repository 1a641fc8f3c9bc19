// ETC1, ETC2 and EAC (specification/sampling-rules 9, Khronos Data Format specification). Blocks are big-endian words
// of 64 bits; texel n = 4 * x + y. Colours are over 255, EAC channels over 2047 or 1023.
#include <algorithm>
#include <array>
#include <cstdint>

#include "functional/formats/block_decode.h"

namespace texpipe::functional {
namespace {

std::uint64_t load_big_endian(const std::byte* bytes) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < 8; ++i) word = word << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return word;
}

/// Bits high to low of a block word.
std::int32_t field(std::uint64_t word, unsigned high, unsigned low) {
  return static_cast<std::int32_t>(word >> low & ((std::uint64_t{1} << (high - low + 1)) - 1));
}

using Color = std::array<std::int32_t, 3>;

constexpr std::int32_t widen4(std::int32_t v) {
  return v << 4 | v;
}
constexpr std::int32_t widen5(std::int32_t v) {
  return v << 3 | v >> 2;
}
constexpr std::int32_t widen6(std::int32_t v) {
  return v << 2 | v >> 4;
}
constexpr std::int32_t widen7(std::int32_t v) {
  return v << 1 | v >> 6;
}

Texel opaque_texel(const Color& color, std::int32_t offset) {
  Texel texel;
  for (unsigned c = 0; c < 3; ++c) texel.code[c] = static_cast<std::uint32_t>(std::clamp(color[c] + offset, 0, 255));
  texel.code[3] = 1;
  return texel;
}

/// Code of a block, which decides the meaning of bit 33.
enum class Code : std::uint8_t {
  kEtc1,          // differential; a sum out of range wraps, which no valid block needs
  kEtc2,          // differential; sums out of range are the T, H and planar modes
  kPunchThrough,  // always differential; the bit means opaque
};

/// Two-bit index of texel n: its high bit stands 16 above its low bit.
unsigned texel_index(std::uint64_t word, unsigned n) {
  return static_cast<unsigned>((word >> (15 + n) & 2) | (word >> n & 1));
}

void put(Texel* texels, unsigned n, const Texel& texel) {
  texels[n % 4 * 4 + n / 4] = texel;
}

constexpr std::int32_t kModifiers[8][2] = {{2, 8},   {5, 17},  {9, 29},   {13, 42},
                                           {18, 60}, {24, 80}, {33, 106}, {47, 183}};

/// Two halves of 2x4 or 4x2 texels, a base colour and a modifier table each.
void decode_halves(std::uint64_t word, const Color& first, const Color& second, bool transparency, Texel* texels) {
  const bool top_and_bottom = field(word, 32, 32);
  const std::int32_t tables[2] = {field(word, 39, 37), field(word, 36, 34)};
  for (unsigned n = 0; n < 16; ++n) {
    const unsigned half = top_and_bottom ? n % 4 / 2 : n / 8;
    const unsigned index = texel_index(word, n);
    if (transparency && index == 2) {
      put(texels, n, {});
      continue;
    }
    std::int32_t modifier = kModifiers[tables[half]][index & 1];
    if (transparency && index == 0) modifier = 0;
    put(texels, n, opaque_texel(half ? second : first, index & 2 ? -modifier : modifier));
  }
}

void decode_individual(std::uint64_t word, Texel* texels) {
  Color first, second;
  for (unsigned c = 0; c < 3; ++c) {
    first[c] = widen4(field(word, 63 - 8 * c, 60 - 8 * c));
    second[c] = widen4(field(word, 59 - 8 * c, 56 - 8 * c));
  }
  decode_halves(word, first, second, false, texels);
}

/// Four paint colours, one per index.
void put_painted(std::uint64_t word, const std::array<Texel, 4>& paint, bool transparency, Texel* texels) {
  for (unsigned n = 0; n < 16; ++n) {
    const unsigned index = texel_index(word, n);
    put(texels, n, transparency && index == 2 ? Texel{} : paint[index]);
  }
}

constexpr std::int32_t kDistances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

void decode_t(std::uint64_t word, bool transparency, Texel* texels) {
  const Color first{widen4(field(word, 60, 59) << 2 | field(word, 57, 56)), widen4(field(word, 55, 52)),
                    widen4(field(word, 51, 48))};
  const Color second{widen4(field(word, 47, 44)), widen4(field(word, 43, 40)), widen4(field(word, 39, 36))};
  const std::int32_t distance = kDistances[field(word, 35, 34) << 1 | field(word, 32, 32)];
  put_painted(word,
              {opaque_texel(first, 0), opaque_texel(second, distance), opaque_texel(second, 0),
               opaque_texel(second, -distance)},
              transparency, texels);
}

void decode_h(std::uint64_t word, bool transparency, Texel* texels) {
  const Color a{field(word, 62, 59), field(word, 58, 56) << 1 | field(word, 52, 52),
                field(word, 51, 51) << 3 | field(word, 49, 47)};
  const Color b{field(word, 46, 43), field(word, 42, 39), field(word, 38, 35)};
  const std::int32_t distance = kDistances[field(word, 34, 34) << 2 | field(word, 32, 32) << 1 | (a >= b ? 1 : 0)];
  const Color first{widen4(a[0]), widen4(a[1]), widen4(a[2])};
  const Color second{widen4(b[0]), widen4(b[1]), widen4(b[2])};
  put_painted(word,
              {opaque_texel(first, distance), opaque_texel(first, -distance), opaque_texel(second, distance),
               opaque_texel(second, -distance)},
              transparency, texels);
}

void decode_planar(std::uint64_t word, Texel* texels) {
  const Color origin{widen6(field(word, 62, 57)), widen7(field(word, 56, 56) << 6 | field(word, 54, 49)),
                     widen6(field(word, 48, 48) << 5 | field(word, 44, 43) << 3 | field(word, 41, 39))};
  const Color right{widen6(field(word, 38, 34) << 1 | field(word, 32, 32)), widen7(field(word, 31, 25)),
                    widen6(field(word, 24, 19))};
  const Color below{widen6(field(word, 18, 13)), widen7(field(word, 12, 6)), widen6(field(word, 5, 0))};
  for (std::int32_t y = 0; y < 4; ++y) {
    for (std::int32_t x = 0; x < 4; ++x) {
      Color color;
      for (unsigned c = 0; c < 3; ++c) {
        color[c] = (x * (right[c] - origin[c]) + y * (below[c] - origin[c]) + 4 * origin[c] + 2) >> 2;
      }
      texels[4 * y + x] = opaque_texel(color, 0);
    }
  }
}

void decode_color(std::uint64_t word, Code code, Texel* texels) {
  const bool bit33 = field(word, 33, 33);
  if (code != Code::kPunchThrough && !bit33) return decode_individual(word, texels);
  const bool transparency = code == Code::kPunchThrough && !bit33;
  Color first, second;
  for (unsigned c = 0; c < 3; ++c) {
    const std::int32_t base = field(word, 63 - 8 * c, 59 - 8 * c);
    const std::int32_t delta = field(word, 58 - 8 * c, 56 - 8 * c);
    const std::int32_t sum = base + (delta < 4 ? delta : delta - 8);
    if (code != Code::kEtc1 && (sum < 0 || sum > 31)) {
      if (c == 0) return decode_t(word, transparency, texels);
      if (c == 1) return decode_h(word, transparency, texels);
      return decode_planar(word, texels);
    }
    first[c] = widen5(base);
    second[c] = widen5(sum & 31);
  }
  decode_halves(word, first, second, transparency, texels);
}

constexpr std::int8_t kEacModifiers[16][8] = {
    {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12}, {-2, -5, -8, -13, 1, 4, 7, 12},
    {-2, -4, -6, -13, 1, 3, 5, 12}, {-3, -6, -8, -12, 2, 5, 7, 11},  {-3, -7, -9, -11, 2, 6, 8, 10},
    {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},  {-2, -6, -8, -10, 1, 5, 7, 9},
    {-2, -5, -8, -10, 1, 4, 7, 9},  {-2, -4, -8, -10, 1, 3, 7, 9},   {-2, -5, -7, -10, 1, 4, 6, 9},
    {-3, -4, -7, -10, 2, 3, 6, 9},  {-1, -2, -3, -10, 0, 1, 2, 9},   {-4, -6, -8, -9, 3, 5, 7, 8},
    {-3, -5, -7, -9, 2, 4, 6, 8},
};

enum class Eac : std::uint8_t { kAlpha8, kUnsigned11, kSigned11 };

void decode_eac_channel(const std::byte* block, Eac eac, unsigned channel, Texel* texels) {
  const std::uint64_t word = load_big_endian(block);
  std::int32_t base = field(word, 63, 56);
  std::int32_t multiplier = field(word, 55, 52);
  const auto& modifiers = kEacModifiers[field(word, 51, 48)];
  std::int32_t low = 0, high = 255;
  if (eac != Eac::kAlpha8) {
    multiplier = multiplier == 0 ? 1 : 8 * multiplier;
    if (eac == Eac::kUnsigned11) {
      base = 8 * base + 4;
      high = 2047;
    } else {
      base = 8 * std::max<std::int32_t>(static_cast<std::int8_t>(base), -127);
      low = -1023;
      high = 1023;
    }
  }
  for (unsigned n = 0; n < 16; ++n) {
    const std::int32_t value = base + modifiers[word >> (45 - 3 * n) & 7] * multiplier;
    texels[n % 4 * 4 + n / 4].code[channel] = static_cast<std::uint32_t>(std::clamp(value, low, high));
  }
}

/// Texels of formats that lack colours: 0, 0, 0, 1.
void put_defaults(Texel* texels) {
  for (unsigned i = 0; i < 16; ++i) texels[i].code = {0, 0, 0, 1};
}

}  // namespace

void decode_etc1(const std::byte* block, Texel* texels) {
  decode_color(load_big_endian(block), Code::kEtc1, texels);
}

void decode_etc2(const std::byte* block, Texel* texels) {
  decode_color(load_big_endian(block), Code::kEtc2, texels);
}

void decode_etc2_punch_through(const std::byte* block, Texel* texels) {
  decode_color(load_big_endian(block), Code::kPunchThrough, texels);
}

void decode_etc2_eac_alpha(const std::byte* block, Texel* texels) {
  decode_etc2(block + 8, texels);
  decode_eac_channel(block, Eac::kAlpha8, 3, texels);
}

void decode_eac_r11(const std::byte* block, Texel* texels) {
  put_defaults(texels);
  decode_eac_channel(block, Eac::kUnsigned11, 0, texels);
}

void decode_eac_r11_signed(const std::byte* block, Texel* texels) {
  put_defaults(texels);
  decode_eac_channel(block, Eac::kSigned11, 0, texels);
}

void decode_eac_rg11(const std::byte* block, Texel* texels) {
  decode_eac_r11(block, texels);
  decode_eac_channel(block + 8, Eac::kUnsigned11, 1, texels);
}

void decode_eac_rg11_signed(const std::byte* block, Texel* texels) {
  decode_eac_r11_signed(block, texels);
  decode_eac_channel(block + 8, Eac::kSigned11, 1, texels);
}

}  // namespace texpipe::functional
