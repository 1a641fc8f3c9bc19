// Texture header of the header pool: 32 bytes (specification/nvidia-queries 2, block-linear version).
#pragma once

#include <array>
#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::spa {

enum class TextureType : std::uint8_t {
  kOneD,
  kTwoD,
  kThreeD,
  kCubemap,
  kOneDArray,
  kTwoDArray,
  kOneDBuffer,
  kTwoDNoMipmap,
  kCubemapArray,
};
/// Names as the document's table of TEX_HEADER_DIMENSION has them.
EnumRows enum_rows(TextureType);

enum class MultisampleMode : std::uint8_t {
  k1x1 = 0,
  k2x1 = 1,
  k2x2 = 2,
  k4x2 = 3,
  k4x2D3d = 4,
  k2x1D3d = 5,
  k4x4 = 6,
  k2x2Vc4 = 8,
  k2x2Vc12 = 9,
  k4x2Vc8 = 0xA,
  k4x2Vc24 = 0xB,
  k2x1Center = 0xC,
  k2x2Center = 0xD,
  k4x2Center = 0xE,
  k4x4Regular = 0xF,
};
EnumRows enum_rows(MultisampleMode);

/// Colour samples of a mode; virtual coverage samples do not count.
unsigned sample_count(MultisampleMode mode);

/// The fields that queries read; sizes are as stored plus one.
struct TextureHeader {
  TextureType type = TextureType::kTwoD;
  MultisampleMode multisample = MultisampleMode::k1x1;
  std::uint32_t width = 1;   // 1..65536; ONE_D_BUFFER: 1..2^32-1 elements
  std::uint32_t height = 1;  // 1..65536
  std::uint32_t depth = 1;   // slices, array length, or cubes of a cube array: 1..16384
  std::uint8_t view_min_mip = 0;
  std::uint8_t view_max_mip = 0;
  std::uint8_t max_mip = 0;

  bool operator==(const TextureHeader&) const = default;
};

inline constexpr unsigned kTextureHeaderWords = 8;
using TextureHeaderWords = std::array<std::uint32_t, kTextureHeaderWords>;

/// Errors: Error (kMalformedInput) naming the field for a reserved texture type or multisample mode.
TextureHeader decode_texture_header(const TextureHeaderWords& words);

/// Bits of other fields are 0, but for the header version (1D buffer or block linear).
TextureHeaderWords encode_texture_header(const TextureHeader& header);

}  // namespace texpipe::spa
