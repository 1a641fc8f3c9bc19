// KTX 1 files: OpenGL's internal formats, levels outermost, rows on 4 bytes.
#include <algorithm>
#include <string>

#include "study/image/byte_reader.h"
#include "study/image/texture_readers.h"

namespace texpipe::study {

namespace {

using enum gen9::SurfaceFormat;
using functional::SurfaceType;
using gen9::SurfaceFormat;

constexpr std::uint32_t kAnyFormat = 0;

struct GlRow {
  std::uint32_t internal_format;
  std::uint32_t format;  // glFormat, where it matters
  SurfaceFormat surface_format;
};

constexpr std::uint32_t kBgra = 0x80E1;
constexpr std::uint32_t kBgr = 0x80E0;

// OpenGL's numbers for glInternalFormat.
constexpr GlRow kGlFormats[] = {
    {0x8058, kBgra, kB8G8R8A8Unorm},
    {0x8C43, kBgra, kB8G8R8A8UnormSrgb},
    {0x1908, kBgra, kB8G8R8A8Unorm},
    {0x8059, kBgra, kB10G10R10A2Unorm},
    // sized
    {0x8229, kAnyFormat, kR8Unorm},
    {0x822A, kAnyFormat, kR16Unorm},
    {0x822B, kAnyFormat, kR8G8Unorm},
    {0x822C, kAnyFormat, kR16G16Unorm},
    {0x8051, kAnyFormat, kR8G8B8Unorm},
    {0x8054, kAnyFormat, kR16G16B16Unorm},
    {0x8058, kAnyFormat, kR8G8B8A8Unorm},
    {0x805B, kAnyFormat, kR16G16B16A16Unorm},
    {0x8C41, kAnyFormat, kR8G8B8UnormSrgb},
    {0x8C43, kAnyFormat, kR8G8B8A8UnormSrgb},
    {0x8F94, kAnyFormat, kR8Snorm},
    {0x8F95, kAnyFormat, kR8G8Snorm},
    {0x8F97, kAnyFormat, kR8G8B8A8Snorm},
    {0x8F98, kAnyFormat, kR16Snorm},
    {0x8F99, kAnyFormat, kR16G16Snorm},
    {0x8F9B, kAnyFormat, kR16G16B16A16Snorm},
    {0x822D, kAnyFormat, kR16Float},
    {0x822F, kAnyFormat, kR16G16Float},
    {0x881B, kAnyFormat, kR16G16B16Float},
    {0x881A, kAnyFormat, kR16G16B16A16Float},
    {0x822E, kAnyFormat, kR32Float},
    {0x8230, kAnyFormat, kR32G32Float},
    {0x8815, kAnyFormat, kR32G32B32Float},
    {0x8814, kAnyFormat, kR32G32B32A32Float},
    {0x8C3A, kAnyFormat, kR11G11B10Float},
    {0x8C3D, kAnyFormat, kR9G9B9E5Sharedexp},
    {0x8059, kAnyFormat, kR10G10B10A2Unorm},
    {0x906F, kAnyFormat, kR10G10B10A2Uint},
    {0x8D62, kAnyFormat, kB5G6R5Unorm},
    {0x8056, kAnyFormat, kA4B4G4R4Unorm},
    {0x8057, kAnyFormat, kA1B5G5R5Unorm},
    {0x8231, kAnyFormat, kR8Sint},
    {0x8232, kAnyFormat, kR8Uint},
    {0x8233, kAnyFormat, kR16Sint},
    {0x8234, kAnyFormat, kR16Uint},
    {0x8235, kAnyFormat, kR32Sint},
    {0x8236, kAnyFormat, kR32Uint},
    {0x8237, kAnyFormat, kR8G8Sint},
    {0x8238, kAnyFormat, kR8G8Uint},
    {0x8239, kAnyFormat, kR16G16Sint},
    {0x823A, kAnyFormat, kR16G16Uint},
    {0x823B, kAnyFormat, kR32G32Sint},
    {0x823C, kAnyFormat, kR32G32Uint},
    {0x8D70, kAnyFormat, kR32G32B32A32Uint},
    {0x8D71, kAnyFormat, kR32G32B32Uint},
    {0x8D76, kAnyFormat, kR16G16B16A16Uint},
    {0x8D77, kAnyFormat, kR16G16B16Uint},
    {0x8D7C, kAnyFormat, kR8G8B8A8Uint},
    {0x8D7D, kAnyFormat, kR8G8B8Uint},
    {0x8D82, kAnyFormat, kR32G32B32A32Sint},
    {0x8D83, kAnyFormat, kR32G32B32Sint},
    {0x8D88, kAnyFormat, kR16G16B16A16Sint},
    {0x8D89, kAnyFormat, kR16G16B16Sint},
    {0x8D8E, kAnyFormat, kR8G8B8A8Sint},
    {0x8D8F, kAnyFormat, kR8G8B8Sint},
    {0x803C, kAnyFormat, kA8Unorm},
    {0x803E, kAnyFormat, kA16Unorm},
    {0x8040, kAnyFormat, kL8Unorm},
    {0x8042, kAnyFormat, kL16Unorm},
    {0x8045, kAnyFormat, kL8A8Unorm},
    {0x8048, kAnyFormat, kL16A16Unorm},
    {0x804B, kAnyFormat, kI8Unorm},
    {0x804D, kAnyFormat, kI16Unorm},
    {0x81A5, kAnyFormat, kR16Unorm},            // DEPTH_COMPONENT16
    {0x81A6, kAnyFormat, kR24UnormX8Typeless},  // DEPTH_COMPONENT24
    {0x8CAC, kAnyFormat, kR32Float},            // DEPTH_COMPONENT32F
    // unsized, with bytes
    {0x1903, kAnyFormat, kR8Unorm},
    {0x1906, kAnyFormat, kA8Unorm},
    {0x1907, kAnyFormat, kR8G8B8Unorm},
    {0x1908, kAnyFormat, kR8G8B8A8Unorm},
    {0x1909, kAnyFormat, kL8Unorm},
    {0x190A, kAnyFormat, kL8A8Unorm},
    // compressed
    {0x83F0, kAnyFormat, kBc1Unorm},
    {0x83F1, kAnyFormat, kBc1Unorm},
    {0x83F2, kAnyFormat, kBc2Unorm},
    {0x83F3, kAnyFormat, kBc3Unorm},
    {0x8C4C, kAnyFormat, kBc1UnormSrgb},
    {0x8C4D, kAnyFormat, kBc1UnormSrgb},
    {0x8C4E, kAnyFormat, kBc2UnormSrgb},
    {0x8C4F, kAnyFormat, kBc3UnormSrgb},
    {0x8DBB, kAnyFormat, kBc4Unorm},
    {0x8DBC, kAnyFormat, kBc4Snorm},
    {0x8DBD, kAnyFormat, kBc5Unorm},
    {0x8DBE, kAnyFormat, kBc5Snorm},
    {0x8E8C, kAnyFormat, kBc7Unorm},
    {0x8E8D, kAnyFormat, kBc7UnormSrgb},
    {0x8E8E, kAnyFormat, kBc6hSf16},
    {0x8E8F, kAnyFormat, kBc6hUf16},
    {0x8D64, kAnyFormat, kEtc1Rgb8},
    {0x9270, kAnyFormat, kEacR11},
    {0x9271, kAnyFormat, kEacSignedR11},
    {0x9272, kAnyFormat, kEacRg11},
    {0x9273, kAnyFormat, kEacSignedRg11},
    {0x9274, kAnyFormat, kEtc2Rgb8},
    {0x9275, kAnyFormat, kEtc2Srgb8},
    {0x9276, kAnyFormat, kEtc2Rgb8Pta},
    {0x9277, kAnyFormat, kEtc2Srgb8Pta},
    {0x9278, kAnyFormat, kEtc2EacRgba8},
    {0x9279, kAnyFormat, kEtc2EacSrgb8A8},
    {0x86B0, kAnyFormat, kFxt1},
    {0x86B1, kAnyFormat, kFxt1},
};

constexpr std::uint32_t kUnsignedByte = 0x1401;
constexpr std::uint32_t kLastUnsized = 0x2000;  // unsized names have low numbers

SurfaceFormat surface_format(std::uint32_t internal_format, std::uint32_t format, std::uint32_t type,
                             const std::string& file) {
  const bool odd_type = internal_format < kLastUnsized && type != kUnsignedByte;
  for (const GlRow& row : kGlFormats) {
    if (row.internal_format != internal_format || odd_type) continue;
    if (row.format == format || (row.format == kAnyFormat && format != kBgra && format != kBgr))
      return row.surface_format;
  }
  unsupported_in(file, "glInternalFormat " + std::to_string(internal_format) + " with glFormat " +
                           std::to_string(format) + " and glType " + std::to_string(type));
}

constexpr std::uint32_t kLittleEndian = 0x04030201;
constexpr std::uint32_t kBigEndian = 0x01020304;

// Bytes of a level with its rows padded to 4 bytes, put together without padding.
std::vector<std::byte> unpadded(ByteReader& reader, std::uint64_t rows, std::uint64_t row_bytes) {
  const std::uint64_t padded = (row_bytes + 3) / 4 * 4;
  const auto source = reader.take(rows * padded);
  std::vector<std::byte> texels;
  texels.reserve(rows * row_bytes);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto line = source.subspan(row * padded, row_bytes);
    texels.insert(texels.end(), line.begin(), line.end());
  }
  return texels;
}

}  // namespace

Texture parse_ktx1(std::span<const std::byte> bytes, const std::string& name) {
  ByteReader reader{bytes, name};
  reader.skip(12);
  const std::uint32_t endianness = reader.u32();
  if (endianness == kBigEndian) unsupported_in(name, "big-endian KTX");
  if (endianness != kLittleEndian) malformed(name, "endianness word is " + std::to_string(endianness), "67305985");
  const std::uint32_t type = reader.u32();
  reader.skip(4);
  const std::uint32_t format = reader.u32();
  const std::uint32_t internal_format = reader.u32();
  reader.skip(4);

  Texture texture;
  functional::SurfaceImage& image = texture.image;
  image.format = surface_format(internal_format, format, type, name);
  image.width = reader.u32();
  const std::uint32_t height = reader.u32();
  const std::uint32_t depth = reader.u32();
  image.height = std::max(height, 1u);
  image.depth = std::max(depth, 1u);
  image.array_length = std::max(reader.u32(), 1u);
  const std::uint32_t faces = reader.u32();
  image.levels = std::max(reader.u32(), 1u);
  reader.skip(reader.u32());
  if (faces != 1 && faces != 6) malformed(name, "number of faces is " + std::to_string(faces), "1 or 6");
  image.type = faces == 6   ? SurfaceType::kCube
               : depth > 0  ? SurfaceType::k3D
               : height > 0 ? SurfaceType::k2D
                            : SurfaceType::k1D;

  const std::uint64_t total = checked_bytes(image, name);
  std::vector<std::vector<std::byte>> levels;
  std::vector<std::span<const std::byte>> spans;
  if (total > bytes.size()) malformed(name, "ends too early", std::to_string(total) + " bytes of texels");
  for (unsigned level = 0; level < image.levels; ++level) {
    reader.skip(4);  // imageSize follows from the header
    const functional::PackedLevel packed = functional::packed_level(image, level);
    const std::uint64_t rows = std::uint64_t{packed.rows} * packed.slices * image.array_length * faces;
    levels.push_back(unpadded(reader, rows, packed.columns * functional::element_shape(image.format).bytes));
  }
  for (const auto& level : levels) spans.emplace_back(level);
  texture.texels = slices_from_levels(image, spans);
  return texture;
}

}  // namespace texpipe::study
