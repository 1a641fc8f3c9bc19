// BC1 to BC5 (specification/sampling-rules 9, specification/formats 4). Interpolated values keep their exact thirds,
// fifths and sevenths.
#include "functional/formats/bc1_to_5.h"

#include <array>
#include <cstring>

#include "functional/formats/block_decode.h"

namespace texpipe::functional {
namespace {

constexpr unsigned kTexels = 16;

std::uint64_t load64(const std::byte* bytes) {
  std::uint64_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// R, G, B of a 5:6:5 endpoint, widened to 8 bits by replication.
std::array<std::uint32_t, 3> widen_565(std::uint32_t color) {
  const std::uint32_t r = color >> 11, g = color >> 5 & 63, b = color & 31;
  return {r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
}

/// Meaning of endpoint 0 not above endpoint 1.
enum class ColorBlock : std::uint8_t {
  kTransparentBlack,  // BC1: three colours and transparent black
  kOpaqueBlack,       // DXT1_RGB: three colours and black
  kFourColors,        // BC2, BC3: nothing
};

/// Colours of a 64-bit colour block over kBcColorDenominator; alpha 1 over 1, 0 for transparent black.
void decode_colors(std::uint64_t block, ColorBlock kind, Texel* texels) {
  const auto first = static_cast<std::uint32_t>(block & 0xFFFF);
  const auto second = static_cast<std::uint32_t>(block >> 16 & 0xFFFF);
  const std::array<std::uint32_t, 3> a = widen_565(first), b = widen_565(second);
  const bool four = kind == ColorBlock::kFourColors || first > second;  // equal endpoints: three (X13)
  std::array<Texel, 4> palette;
  for (unsigned c = 0; c < 3; ++c) {
    palette[0].code[c] = 6 * a[c];
    palette[1].code[c] = 6 * b[c];
    palette[2].code[c] = four ? 2 * (2 * a[c] + b[c]) : 3 * (a[c] + b[c]);
    palette[3].code[c] = four ? 2 * (a[c] + 2 * b[c]) : 0;
  }
  for (Texel& color : palette) color.code[3] = 1;
  if (!four && kind == ColorBlock::kTransparentBlack) palette[3].code[3] = 0;
  for (unsigned i = 0; i < kTexels; ++i) texels[i] = palette[block >> (32 + 2 * i) & 3];
}

/// The eight values of a BC4 block times 35: sevenths when endpoint 0 is the larger, else fifths, the lowest value
/// and 1.
std::array<std::int32_t, 8> bc4_values(std::int32_t first, std::int32_t second, std::int32_t lowest, std::int32_t one) {
  std::array<std::int32_t, 8> values{35 * first, 35 * second};
  if (first > second) {
    for (int k = 1; k < 7; ++k) values[k + 1] = 5 * ((7 - k) * first + k * second);
  } else {
    for (int k = 1; k < 5; ++k) values[k + 1] = 7 * ((5 - k) * first + k * second);
    values[6] = 35 * lowest;
    values[7] = 35 * one;
  }
  return values;
}

void put_bc4_codes(std::uint64_t block, const std::array<std::int32_t, 8>& values, unsigned channel, Texel* texels) {
  for (unsigned i = 0; i < kTexels; ++i) {
    texels[i].code[channel] = static_cast<std::uint32_t>(values[block >> (16 + 3 * i) & 7]);
  }
}

void decode_bc4_channel(const std::byte* bytes, unsigned channel, Texel* texels) {
  const std::uint64_t block = load64(bytes);
  put_bc4_codes(block, bc4_values(block & 0xFF, block >> 8 & 0xFF, 0, 255), channel, texels);
}

/// Signed endpoint: -128 reads as -127.
std::int32_t signed_endpoint(std::uint64_t byte) {
  const auto value = static_cast<std::int8_t>(byte);
  return value < -127 ? -127 : value;
}

void decode_bc4_signed_channel(const std::byte* bytes, unsigned channel, Texel* texels) {
  const std::uint64_t block = load64(bytes);
  const auto values = bc4_values(signed_endpoint(block & 0xFF), signed_endpoint(block >> 8 & 0xFF), -127, 127);
  put_bc4_codes(block, values, channel, texels);
}

/// Texels of formats that lack colours: 0, 0, 0, 1.
void put_defaults(Texel* texels) {
  for (unsigned i = 0; i < kTexels; ++i) texels[i].code = {0, 0, 0, 1};
}

}  // namespace

void decode_bc1(const std::byte* block, Texel* texels) {
  decode_colors(load64(block), ColorBlock::kTransparentBlack, texels);
}

void decode_bc1_opaque(const std::byte* block, Texel* texels) {
  decode_colors(load64(block), ColorBlock::kOpaqueBlack, texels);
}

void decode_bc2(const std::byte* block, Texel* texels) {
  decode_colors(load64(block + 8), ColorBlock::kFourColors, texels);
  const std::uint64_t alpha = load64(block);
  for (unsigned i = 0; i < kTexels; ++i) texels[i].code[3] = alpha >> 4 * i & 15;
}

void decode_bc3(const std::byte* block, Texel* texels) {
  decode_colors(load64(block + 8), ColorBlock::kFourColors, texels);
  decode_bc4_channel(block, 3, texels);
}

void decode_bc4(const std::byte* block, Texel* texels) {
  put_defaults(texels);
  decode_bc4_channel(block, 0, texels);
}

void decode_bc4_signed(const std::byte* block, Texel* texels) {
  put_defaults(texels);
  decode_bc4_signed_channel(block, 0, texels);
}

void decode_bc5(const std::byte* block, Texel* texels) {
  decode_bc4(block, texels);
  decode_bc4_channel(block + 8, 1, texels);
}

void decode_bc5_signed(const std::byte* block, Texel* texels) {
  decode_bc4_signed(block, texels);
  decode_bc4_signed_channel(block + 8, 1, texels);
}

}  // namespace texpipe::functional
