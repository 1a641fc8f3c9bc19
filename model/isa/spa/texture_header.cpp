#include "isa/spa/texture_header.h"

#include <string>

#include "base/diagnostic.h"

namespace texpipe::spa {

namespace {

constexpr EnumRow kTextureTypes[] = {
    {0, "ONE_D", "width"},
    {1, "TWO_D", "width and height"},
    {2, "THREE_D", "width, height and depth"},
    {3, "CUBEMAP", "six square faces"},
    {4, "ONE_D_ARRAY", "lines"},
    {5, "TWO_D_ARRAY", "images"},
    {6, "ONE_D_BUFFER", "elements without levels"},
    {7, "TWO_D_NO_MIPMAP", "one level"},
    {8, "CUBEMAP_ARRAY", "cubes"},
};

constexpr EnumRow kMultisampleModes[] = {
    {0x0, "MODE_1X1", "1"},        {0x1, "MODE_2X1", "2"},        {0x2, "MODE_2X2", "4"},
    {0x3, "MODE_4X2", "8"},        {0x4, "MODE_4X2_D3D", "8"},    {0x5, "MODE_2X1_D3D", "2"},
    {0x6, "MODE_4X4", "16"},       {0x8, "MODE_2X2_VC_4", "4"},   {0x9, "MODE_2X2_VC_12", "4"},
    {0xA, "MODE_4X2_VC_8", "8"},   {0xB, "MODE_4X2_VC_24", "8"},  {0xC, "MODE_2X1_CENTER", "2"},
    {0xD, "MODE_2X2_CENTER", "4"}, {0xE, "MODE_4X2_CENTER", "8"}, {0xF, "MODE_4X4_REGULAR", "16"},
};

/// Bits [low, high] of the 256-bit header.
struct Field {
  unsigned high;
  unsigned low;
};
constexpr Field kHeaderVersion{87, 85};
constexpr Field kBufferWidthHigh{111, 96};
constexpr Field kMaxMip{127, 124};
constexpr Field kWidthMinusOne{143, 128};
constexpr Field kTextureType{154, 151};
constexpr Field kHeightMinusOne{175, 160};
constexpr Field kDepthMinusOne{189, 176};
constexpr Field kViewMinMip{227, 224};
constexpr Field kViewMaxMip{231, 228};
constexpr Field kMultisampleCount{235, 232};

constexpr std::uint32_t kVersionBuffer = 0;
constexpr std::uint32_t kVersionBlockLinear = 3;

constexpr std::uint32_t mask_of(Field f) {
  return (std::uint32_t{1} << (f.high - f.low + 1)) - 1;
}
std::uint32_t get(const TextureHeaderWords& words, Field f) {
  return words[f.low / 32] >> f.low % 32 & mask_of(f);
}
void put(TextureHeaderWords& words, Field f, std::uint32_t value) {
  words[f.low / 32] |= (value & mask_of(f)) << f.low % 32;
}

}  // namespace

EnumRows enum_rows(TextureType) {
  return {"texture type", kTextureTypes};
}
EnumRows enum_rows(MultisampleMode) {
  return {"multisample mode", kMultisampleModes};
}

unsigned sample_count(MultisampleMode mode) {
  switch (mode) {
    case MultisampleMode::k1x1:
      return 1;
    case MultisampleMode::k2x1:
    case MultisampleMode::k2x1D3d:
    case MultisampleMode::k2x1Center:
      return 2;
    case MultisampleMode::k2x2:
    case MultisampleMode::k2x2Vc4:
    case MultisampleMode::k2x2Vc12:
    case MultisampleMode::k2x2Center:
      return 4;
    case MultisampleMode::k4x2:
    case MultisampleMode::k4x2D3d:
    case MultisampleMode::k4x2Vc8:
    case MultisampleMode::k4x2Vc24:
    case MultisampleMode::k4x2Center:
      return 8;
    case MultisampleMode::k4x4:
    case MultisampleMode::k4x4Regular:
      return 16;
  }
  return 1;
}

TextureHeader decode_texture_header(const TextureHeaderWords& words) {
  const auto listed = [&](Field field, EnumRows rows) {
    const std::uint32_t value = get(words, field);
    if (rows.find(value) == nullptr) {
      throw Error{ExitCode::kMalformedInput,
                  "texture header: " + std::string{rows.enumeration} + " " + std::to_string(value) + " is reserved"};
    }
    return value;
  };
  TextureHeader header;
  header.type = static_cast<TextureType>(listed(kTextureType, enum_rows(TextureType{})));
  header.multisample = static_cast<MultisampleMode>(listed(kMultisampleCount, enum_rows(MultisampleMode{})));
  header.width = get(words, kWidthMinusOne) + 1;
  if (header.type == TextureType::kOneDBuffer)
    header.width = (get(words, kBufferWidthHigh) << 16 | get(words, kWidthMinusOne)) + 1;
  header.height = get(words, kHeightMinusOne) + 1;
  header.depth = get(words, kDepthMinusOne) + 1;
  header.view_min_mip = static_cast<std::uint8_t>(get(words, kViewMinMip));
  header.view_max_mip = static_cast<std::uint8_t>(get(words, kViewMaxMip));
  header.max_mip = static_cast<std::uint8_t>(get(words, kMaxMip));
  return header;
}

TextureHeaderWords encode_texture_header(const TextureHeader& header) {
  TextureHeaderWords words{};
  const bool buffer = header.type == TextureType::kOneDBuffer;
  put(words, kHeaderVersion, buffer ? kVersionBuffer : kVersionBlockLinear);
  put(words, kTextureType, static_cast<std::uint32_t>(header.type));
  put(words, kMultisampleCount, static_cast<std::uint32_t>(header.multisample));
  put(words, kWidthMinusOne, header.width - 1);
  if (buffer) put(words, kBufferWidthHigh, (header.width - 1) >> 16);
  put(words, kHeightMinusOne, header.height - 1);
  put(words, kDepthMinusOne, header.depth - 1);
  put(words, kViewMinMip, header.view_min_mip);
  put(words, kViewMaxMip, header.view_max_mip);
  put(words, kMaxMip, header.max_mip);
  return words;
}

}  // namespace texpipe::spa
