// DirectDraw surface files: the legacy header with a pixel format or FourCC, and the DX10 header with a DXGI format.
#include <algorithm>
#include <array>
#include <optional>

#include "study/image/byte_reader.h"
#include "study/image/texture_readers.h"

namespace texpipe::study {

namespace {

using enum gen9::SurfaceFormat;
using functional::SurfaceType;
using gen9::SurfaceFormat;

struct CodeRow {
  std::uint32_t code;
  SurfaceFormat format;
};

// DXGI_FORMAT numbers. Depth formats are read as the colour formats that alias them.
constexpr CodeRow kDxgiFormats[] = {
    {2, kR32G32B32A32Float},
    {3, kR32G32B32A32Uint},
    {4, kR32G32B32A32Sint},
    {6, kR32G32B32Float},
    {7, kR32G32B32Uint},
    {8, kR32G32B32Sint},
    {10, kR16G16B16A16Float},
    {11, kR16G16B16A16Unorm},
    {12, kR16G16B16A16Uint},
    {13, kR16G16B16A16Snorm},
    {14, kR16G16B16A16Sint},
    {16, kR32G32Float},
    {17, kR32G32Uint},
    {18, kR32G32Sint},
    {20, kR32FloatX8X24Typeless},
    {21, kR32FloatX8X24Typeless},
    {22, kX32TypelessG8X24Uint},
    {24, kR10G10B10A2Unorm},
    {25, kR10G10B10A2Uint},
    {26, kR11G11B10Float},
    {28, kR8G8B8A8Unorm},
    {29, kR8G8B8A8UnormSrgb},
    {30, kR8G8B8A8Uint},
    {31, kR8G8B8A8Snorm},
    {32, kR8G8B8A8Sint},
    {34, kR16G16Float},
    {35, kR16G16Unorm},
    {36, kR16G16Uint},
    {37, kR16G16Snorm},
    {38, kR16G16Sint},
    {40, kR32Float},
    {41, kR32Float},
    {42, kR32Uint},
    {43, kR32Sint},
    {45, kR24UnormX8Typeless},
    {46, kR24UnormX8Typeless},
    {47, kX24TypelessG8Uint},
    {49, kR8G8Unorm},
    {50, kR8G8Uint},
    {51, kR8G8Snorm},
    {52, kR8G8Sint},
    {54, kR16Float},
    {55, kR16Unorm},
    {56, kR16Unorm},
    {57, kR16Uint},
    {58, kR16Snorm},
    {59, kR16Sint},
    {61, kR8Unorm},
    {62, kR8Uint},
    {63, kR8Snorm},
    {64, kR8Sint},
    {65, kA8Unorm},
    {66, kR1Unorm},
    {67, kR9G9B9E5Sharedexp},
    {68, kYcrcbSwapuvy},
    {69, kYcrcbSwapuv},  // R8G8_B8G8, G8R8_G8B8: the same bytes
    {71, kBc1Unorm},
    {72, kBc1UnormSrgb},
    {74, kBc2Unorm},
    {75, kBc2UnormSrgb},
    {77, kBc3Unorm},
    {78, kBc3UnormSrgb},
    {80, kBc4Unorm},
    {81, kBc4Snorm},
    {83, kBc5Unorm},
    {84, kBc5Snorm},
    {85, kB5G6R5Unorm},
    {86, kB5G5R5A1Unorm},
    {87, kB8G8R8A8Unorm},
    {88, kB8G8R8X8Unorm},
    {91, kB8G8R8A8UnormSrgb},
    {93, kB8G8R8X8UnormSrgb},
    {95, kBc6hUf16},
    {96, kBc6hSf16},
    {98, kBc7Unorm},
    {99, kBc7UnormSrgb},
    {103, kPlanar4208},
    {107, kYcrcbNormal},
    {115, kB4G4R4A4Unorm},
    {191, kA4B4G4R4Unorm},
};

constexpr std::uint32_t four_cc(const char (&text)[5]) {
  std::uint32_t code = 0;
  for (unsigned i = 0; i < 4; ++i) code |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * i);
  return code;
}

// FourCC codes, and the D3DFMT numbers that stand in their place.
constexpr CodeRow kFourCcFormats[] = {
    {four_cc("DXT1"), kBc1Unorm},
    {four_cc("DXT2"), kBc2Unorm},
    {four_cc("DXT3"), kBc2Unorm},
    {four_cc("DXT4"), kBc3Unorm},
    {four_cc("DXT5"), kBc3Unorm},
    {four_cc("ATI1"), kBc4Unorm},
    {four_cc("BC4U"), kBc4Unorm},
    {four_cc("BC4S"), kBc4Snorm},
    {four_cc("ATI2"), kBc5Unorm},
    {four_cc("BC5U"), kBc5Unorm},
    {four_cc("BC5S"), kBc5Snorm},
    {four_cc("RGBG"), kYcrcbSwapuvy},
    {four_cc("GRGB"), kYcrcbSwapuv},
    {four_cc("YUY2"), kYcrcbNormal},
    {four_cc("UYVY"), kYcrcbSwapy},
    {four_cc("YVYU"), kYcrcbSwapuv},
    {four_cc("VYUY"), kYcrcbSwapuvy},
    {36, kR16G16B16A16Unorm},
    {110, kR16G16B16A16Snorm},
    {111, kR16Float},
    {112, kR16G16Float},
    {113, kR16G16B16A16Float},
    {114, kR32Float},
    {115, kR32G32Float},
    {116, kR32G32B32A32Float},
};

constexpr std::uint32_t kHasAlpha = 0x1;
constexpr std::uint32_t kAlphaOnly = 0x2;
constexpr std::uint32_t kFourCc = 0x4;
constexpr std::uint32_t kPalette = 0x20;
constexpr std::uint32_t kRgb = 0x40;
constexpr std::uint32_t kLuminance = 0x20000;
constexpr std::uint32_t kBumpMap = 0x80000;

struct MaskRow {
  std::uint32_t kind;  // pixel format flags that count, kHasAlpha left out
  std::uint32_t bits, red, green, blue, alpha;
  SurfaceFormat format;
};

constexpr MaskRow kMaskFormats[] = {
    {kRgb, 32, 0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000, kR8G8B8A8Unorm},
    {kRgb, 32, 0x000000FF, 0x0000FF00, 0x00FF0000, 0, kR8G8B8X8Unorm},
    {kRgb, 32, 0x00FF0000, 0x0000FF00, 0x000000FF, 0xFF000000, kB8G8R8A8Unorm},
    {kRgb, 32, 0x00FF0000, 0x0000FF00, 0x000000FF, 0, kB8G8R8X8Unorm},
    {kRgb, 32, 0x000003FF, 0x000FFC00, 0x3FF00000, 0xC0000000, kR10G10B10A2Unorm},
    {kRgb, 32, 0x3FF00000, 0x000FFC00, 0x000003FF, 0xC0000000, kB10G10R10A2Unorm},
    {kRgb, 32, 0x0000FFFF, 0xFFFF0000, 0, 0, kR16G16Unorm},
    {kRgb, 24, 0x000000FF, 0x0000FF00, 0x00FF0000, 0, kR8G8B8Unorm},
    {kRgb, 16, 0x0000F800, 0x000007E0, 0x0000001F, 0, kB5G6R5Unorm},
    {kRgb, 16, 0x00007C00, 0x000003E0, 0x0000001F, 0x00008000, kB5G5R5A1Unorm},
    {kRgb, 16, 0x00007C00, 0x000003E0, 0x0000001F, 0, kB5G5R5X1Unorm},
    {kRgb, 16, 0x00000F00, 0x000000F0, 0x0000000F, 0x0000F000, kB4G4R4A4Unorm},
    {kRgb, 16, 0x000000FF, 0x0000FF00, 0, 0, kR8G8Unorm},
    {kRgb, 16, 0x0000FFFF, 0, 0, 0, kR16Unorm},
    {kRgb, 8, 0x000000FF, 0, 0, 0, kR8Unorm},
    {kLuminance, 8, 0x000000FF, 0, 0, 0, kL8Unorm},
    {kLuminance, 16, 0x0000FFFF, 0, 0, 0, kL16Unorm},
    {kLuminance, 16, 0x000000FF, 0, 0, 0x0000FF00, kL8A8Unorm},
    {kPalette, 8, 0, 0, 0, 0, kP8UnormPalette0},
    {kPalette, 16, 0, 0, 0, 0x0000FF00, kP8A8UnormPalette0},
    {kAlphaOnly, 8, 0, 0, 0, 0x000000FF, kA8Unorm},
    {kBumpMap, 16, 0x000000FF, 0x0000FF00, 0, 0, kR8G8Snorm},
    {kBumpMap, 32, 0x0000FFFF, 0xFFFF0000, 0, 0, kR16G16Snorm},
    {kBumpMap, 32, 0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000, kR8G8B8A8Snorm},
};

struct PixelFormat {
  std::uint32_t flags, four_cc, bits, red, green, blue, alpha;
};

// As its four letters, when they are ones.
std::string four_cc_text(std::uint32_t code) {
  std::string letters;
  for (unsigned i = 0; i < 4; ++i) letters += static_cast<char>(code >> (8 * i));
  const bool printable = std::all_of(letters.begin(), letters.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return printable ? "'" + letters + "'" : hexadecimal(code, 8);
}

SurfaceFormat legacy_format(const PixelFormat& pixel, const std::string& file) {
  if (pixel.flags & kFourCc) {
    for (const CodeRow& row : kFourCcFormats) {
      if (row.code == pixel.four_cc) return row.format;
    }
    unsupported_in(file, "FourCC " + four_cc_text(pixel.four_cc));
  }
  const std::uint32_t kind = pixel.flags & (kAlphaOnly | kPalette | kRgb | kLuminance | kBumpMap);
  // Luminance and palette indices have one mask, whatever the others say.
  const bool one_mask = (kind & (kLuminance | kPalette)) != 0;
  const std::uint32_t red = kind & kPalette ? 0 : pixel.red;
  const bool alpha = (pixel.flags & (kHasAlpha | kAlphaOnly | kBumpMap)) != 0;
  for (const MaskRow& row : kMaskFormats) {
    if (row.kind == kind && row.bits == pixel.bits && row.red == red &&
        (one_mask || (row.green == pixel.green && row.blue == pixel.blue)) && row.alpha == (alpha ? pixel.alpha : 0)) {
      return row.format;
    }
  }
  unsupported_in(file, "pixel format of " + std::to_string(pixel.bits) + " bits with masks " +
                           hexadecimal(pixel.red, 8) + " " + hexadecimal(pixel.green, 8) + " " +
                           hexadecimal(pixel.blue, 8) + " " + hexadecimal(pixel.alpha, 8));
}

SurfaceFormat dxgi_format(std::uint32_t code, const std::string& file) {
  for (const CodeRow& row : kDxgiFormats) {
    if (row.code == code) return row.format;
  }
  unsupported_in(file, "DXGI_FORMAT " + std::to_string(code));
}

constexpr std::uint32_t kHeaderBytes = 124;
constexpr std::uint32_t kPixelFormatBytes = 32;
constexpr std::uint32_t kCubeMap = 0x200;
constexpr std::uint32_t kAllFaces = 0xFC00;
constexpr std::uint32_t kVolume = 0x200000;
constexpr std::uint32_t kMiscTextureCube = 0x4;

SurfaceType dx10_type(std::uint32_t dimension, const std::string& file) {
  switch (dimension) {
    case 2:
      return SurfaceType::k1D;
    case 3:
      return SurfaceType::k2D;
    case 4:
      return SurfaceType::k3D;
    default:
      malformed(file, "resource dimension is " + std::to_string(dimension), "2, 3 or 4");
  }
}

// 256 entries of R, G, B, A bytes between header and texels.
std::vector<std::uint32_t> read_palette(ByteReader& reader) {
  std::vector<std::uint32_t> palette(256);
  for (std::uint32_t& entry : palette) {
    const std::uint32_t rgba = reader.u32();
    entry = (rgba & 0xFF00FF00) | (rgba & 0xFF) << 16 | (rgba >> 16 & 0xFF);
  }
  return palette;
}

}  // namespace

Texture parse_dds(std::span<const std::byte> bytes, const std::string& name) {
  ByteReader reader{bytes, name};
  if (texture_file_kind(bytes) != TextureFile::kDds) malformed(name, "does not start with 'DDS '");
  reader.skip(4);
  if (const std::uint32_t size = reader.u32(); size != kHeaderBytes) {
    malformed(name, "header size is " + std::to_string(size), std::to_string(kHeaderBytes));
  }
  reader.skip(4);  // which fields count: writers leave bits out
  Texture texture;
  functional::SurfaceImage& image = texture.image;
  image.height = reader.u32();
  image.width = reader.u32();
  reader.skip(4);
  const std::uint32_t depth = reader.u32();
  const std::uint32_t levels = reader.u32();
  image.levels = std::max(levels, 1u);
  reader.skip(11 * 4);
  if (const std::uint32_t size = reader.u32(); size != kPixelFormatBytes) {
    malformed(name, "pixel format size is " + std::to_string(size), std::to_string(kPixelFormatBytes));
  }
  PixelFormat pixel{};
  for (std::uint32_t* field :
       {&pixel.flags, &pixel.four_cc, &pixel.bits, &pixel.red, &pixel.green, &pixel.blue, &pixel.alpha}) {
    *field = reader.u32();
  }
  reader.skip(4);
  const std::uint32_t caps2 = reader.u32();
  reader.skip(12);

  if ((pixel.flags & kFourCc) && pixel.four_cc == four_cc("DX10")) {
    image.format = dxgi_format(reader.u32(), name);
    image.type = dx10_type(reader.u32(), name);
    const std::uint32_t misc = reader.u32();
    image.array_length = reader.u32();
    reader.skip(4);
    if (image.type == SurfaceType::k2D && (misc & kMiscTextureCube)) image.type = SurfaceType::kCube;
    if (image.type == SurfaceType::k1D) image.height = 1;
    if (image.type == SurfaceType::k3D) image.depth = depth;
  } else {
    image.format = legacy_format(pixel, name);
    if (caps2 & kCubeMap) {
      if ((caps2 & kAllFaces) != kAllFaces) unsupported_in(name, "cube map without all six faces");
      image.type = SurfaceType::kCube;
    } else if (caps2 & kVolume) {
      image.type = SurfaceType::k3D;
      image.depth = depth;
    }
    if (pixel.flags & kPalette) texture.palette = read_palette(reader);
  }
  const auto texels = reader.take(checked_bytes(image, name));
  texture.texels.assign(texels.begin(), texels.end());
  return texture;
}

}  // namespace texpipe::study
