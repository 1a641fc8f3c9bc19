// DirectDraw surface files: the legacy header with a pixel format or FourCC, and the DX10 header with a DXGI format.
#include <algorithm>
#include <array>
#include <optional>

#include "study/image/byte_reader.h"
#include "study/image/dds_formats.h"
#include "study/image/texture_readers.h"

namespace texpipe::study {

namespace {

using namespace dds;
using enum gen9::SurfaceFormat;
using functional::SurfaceType;
using gen9::SurfaceFormat;

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
