// KTX 1 files: OpenGL's formats and types, levels outermost, rows on 4 bytes, either byte order.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "host/files/byte_reader.h"
#include "pictures/containers/ktx_metadata.h"
#include "pictures/texture/srgb_twin.h"
#include "pictures/texture/stored_texels.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

using enum gen9::SurfaceFormat;
using functional::SurfaceType;
using gen9::SurfaceFormat;

struct CompressedRow {
  std::uint32_t internal_format;
  SurfaceFormat surface_format;
};

// OpenGL's numbers for glInternalFormat of compressed textures. The RGB ones of S3TC have black where the RGBA ones
// have transparent black (R26).
constexpr CompressedRow kCompressedFormats[] = {
    {0x83F0, kDxt1Rgb},       {0x83F1, kBc1Unorm},     {0x83F2, kBc2Unorm},       {0x83F3, kBc3Unorm},
    {0x8C4C, kDxt1RgbSrgb},   {0x8C4D, kBc1UnormSrgb}, {0x8C4E, kBc2UnormSrgb},   {0x8C4F, kBc3UnormSrgb},
    {0x8DBB, kBc4Unorm},      {0x8DBC, kBc4Snorm},     {0x8DBD, kBc5Unorm},       {0x8DBE, kBc5Snorm},
    {0x8E8C, kBc7Unorm},      {0x8E8D, kBc7UnormSrgb}, {0x8E8E, kBc6hSf16},       {0x8E8F, kBc6hUf16},
    {0x8D64, kEtc1Rgb8},      {0x9270, kEacR11},       {0x9271, kEacSignedR11},   {0x9272, kEacRg11},
    {0x9273, kEacSignedRg11}, {0x9274, kEtc2Rgb8},     {0x9275, kEtc2Srgb8},      {0x9276, kEtc2Rgb8Pta},
    {0x9277, kEtc2Srgb8Pta},  {0x9278, kEtc2EacRgba8}, {0x9279, kEtc2EacSrgb8A8}, {0x86B0, kFxt1},
    {0x86B1, kFxt1},
};

// OpenGL's numbers for glType.
constexpr std::uint32_t kByte = 0x1400;
constexpr std::uint32_t kUnsignedByte = 0x1401;
constexpr std::uint32_t kShort = 0x1402;
constexpr std::uint32_t kUnsignedShort = 0x1403;
constexpr std::uint32_t kInt = 0x1404;
constexpr std::uint32_t kUnsignedInt = 0x1405;
constexpr std::uint32_t kFloat = 0x1406;
constexpr std::uint32_t kHalf = 0x140B;
constexpr std::uint32_t kHalfOfEs2 = 0x8D61;

// A glFormat whose channels lie side by side: with each glType of one number per channel.
struct PlainRow {
  std::uint32_t format;
  SurfaceFormat unsigned_byte, byte, unsigned_short, signed_short, unsigned_int, signed_int, half, single;
};

constexpr SurfaceFormat kNone = kRaw;  // no SURFACE_FORMAT

constexpr PlainRow kPlainFormats[] = {
    {0x1903, kR8Unorm, kR8Snorm, kR16Unorm, kR16Snorm, kR32Unorm, kR32Snorm, kR16Float, kR32Float},
    {0x8227, kR8G8Unorm, kR8G8Snorm, kR16G16Unorm, kR16G16Snorm, kR32G32Unorm, kR32G32Snorm, kR16G16Float,
     kR32G32Float},
    {0x1907, kR8G8B8Unorm, kR8G8B8Snorm, kR16G16B16Unorm, kR16G16B16Snorm, kR32G32B32Unorm, kR32G32B32Snorm,
     kR16G16B16Float, kR32G32B32Float},
    {0x1908, kR8G8B8A8Unorm, kR8G8B8A8Snorm, kR16G16B16A16Unorm, kR16G16B16A16Snorm, kR32G32B32A32Unorm,
     kR32G32B32A32Snorm, kR16G16B16A16Float, kR32G32B32A32Float},
    {0x80E1, kB8G8R8A8Unorm, kNone, kNone, kNone, kNone, kNone, kNone, kNone},
    {0x1906, kA8Unorm, kNone, kA16Unorm, kNone, kA32Unorm, kNone, kA16Float, kA32Float},
    {0x1909, kL8Unorm, kNone, kL16Unorm, kNone, kL32Unorm, kNone, kL16Float, kL32Float},
    {0x190A, kL8A8Unorm, kNone, kL16A16Unorm, kNone, kNone, kNone, kL16A16Float, kL32A32Float},
    {0x8049, kI8Unorm, kNone, kI16Unorm, kNone, kNone, kNone, kI16Float, kI32Float},
    {0x1902, kNone, kNone, kR16Unorm, kNone, kR32Unorm, kNone, kNone, kR32Float},  // DEPTH_COMPONENT
    {0x1901, kR8Uint, kNone, kNone, kNone, kNone, kNone, kNone, kNone},            // STENCIL_INDEX
    // integers
    {0x8D94, kR8Uint, kR8Sint, kR16Uint, kR16Sint, kR32Uint, kR32Sint, kNone, kNone},
    {0x8228, kR8G8Uint, kR8G8Sint, kR16G16Uint, kR16G16Sint, kR32G32Uint, kR32G32Sint, kNone, kNone},
    {0x8D98, kR8G8B8Uint, kR8G8B8Sint, kR16G16B16Uint, kR16G16B16Sint, kR32G32B32Uint, kR32G32B32Sint, kNone, kNone},
    {0x8D99, kR8G8B8A8Uint, kR8G8B8A8Sint, kR16G16B16A16Uint, kR16G16B16A16Sint, kR32G32B32A32Uint, kR32G32B32A32Sint,
     kNone, kNone},
    {0x8D9C, kL8Uint, kL8Sint, kNone, kNone, kNone, kNone, kNone, kNone},
    {0x8D9D, kL8A8Uint, kL8A8Sint, kNone, kNone, kNone, kNone, kNone, kNone},
};

SurfaceFormat plain_format(const PlainRow& row, std::uint32_t type) {
  switch (type) {
    case kUnsignedByte:
      return row.unsigned_byte;
    case kByte:
      return row.byte;
    case kUnsignedShort:
      return row.unsigned_short;
    case kShort:
      return row.signed_short;
    case kUnsignedInt:
      return row.unsigned_int;
    case kInt:
      return row.signed_int;
    case kHalf:
    case kHalfOfEs2:
      return row.half;
    case kFloat:
      return row.single;
    default:
      return kNone;
  }
}

// A glType that packs the channels of a glFormat into one number.
struct PackedRow {
  std::uint32_t format, type;
  SurfaceFormat surface_format;
};

constexpr PackedRow kPackedFormats[] = {
    {0x1907, 0x8363, kB5G6R5Unorm},      {0x1907, 0x8C3B, kR11G11B10Float},        {0x1907, 0x8C3E, kR9G9B9E5Sharedexp},
    {0x1908, 0x8033, kA4B4G4R4Unorm},    {0x1908, 0x8034, kA1B5G5R5Unorm},         {0x1908, 0x8367, kR8G8B8A8Unorm},
    {0x1908, 0x8368, kR10G10B10A2Unorm}, {0x80E1, 0x8365, kB4G4R4A4Unorm},         {0x80E1, 0x8366, kB5G5R5A1Unorm},
    {0x80E1, 0x8367, kB8G8R8A8Unorm},    {0x80E1, 0x8368, kB10G10R10A2Unorm},      {0x8D99, 0x8368, kR10G10B10A2Uint},
    {0x8D9B, 0x8368, kB10G10R10A2Uint},  {0x84F9, 0x8DAD, kR32FloatX8X24Typeless},
};

constexpr std::uint32_t kBgr = 0x80E0;

// Values of glInternalFormat that are sRGB: SRGB to COMPRESSED_SLUMINANCE_ALPHA, SR8, SRG8.
constexpr std::uint32_t kSrgbFormats[] = {0x8C40, 0x8C41, 0x8C42, 0x8C43, 0x8C44,
                                          0x8C45, 0x8C46, 0x8C47, 0x8FBD, 0x8FBE};

// sRGB colours in formats that have no sRGB twin: one channel as luminance, two in the four that have one.
std::optional<StoredFormat> srgb_format(const StoredFormat& stored) {
  if (stored.format == kR8Unorm) return StoredFormat{.format = kL8UnormSrgb, .channels = *channel_selects_of("R001")};
  if (stored.format == kR8G8Unorm)
    return StoredFormat{.format = kR8G8B8A8UnormSrgb, .masks = TexelMasks{.bytes = 2, .mask = {0xFF, 0xFF00}}};
  const std::optional<SurfaceFormat> twin = srgb_twin(stored.format);
  if (!twin) return {};
  StoredFormat result = stored;
  result.format = *twin;
  return result;
}

// The texels of an uncompressed texture are what glFormat and glType say; glInternalFormat is what OpenGL would make of
// them, of which only sRGB changes their meaning.
std::optional<StoredFormat> stored_format(std::uint32_t format, std::uint32_t type, std::uint32_t internal_format) {
  StoredFormat stored{.format = kNone};
  for (const PackedRow& row : kPackedFormats) {
    if (row.format == format && row.type == type) stored.format = row.surface_format;
  }
  for (const PlainRow& row : kPlainFormats) {
    if (row.format == format && stored.format == kNone) stored.format = plain_format(row, type);
  }
  if (format == kBgr && type == kUnsignedByte)
    stored = {.format = kR8G8B8Unorm, .masks = TexelMasks{.bytes = 3, .mask = {0xFF0000, 0xFF00, 0xFF, 0}}};
  if (stored.format == kNone) return {};
  const bool srgb =
      std::find(std::begin(kSrgbFormats), std::end(kSrgbFormats), internal_format) != std::end(kSrgbFormats);
  return srgb ? srgb_format(stored) : stored;
}

SurfaceFormat compressed_format(std::uint32_t internal_format) {
  for (const CompressedRow& row : kCompressedFormats) {
    if (row.internal_format == internal_format) return row.surface_format;
  }
  return kNone;
}

StoredFormat format_of_words(std::uint32_t internal_format, std::uint32_t format, std::uint32_t type,
                             const std::string& file) {
  const bool compressed = format == 0;
  std::optional<StoredFormat> found;
  if (!compressed)
    found = stored_format(format, type, internal_format);
  else if (const SurfaceFormat blocks = compressed_format(internal_format); blocks != kNone)
    found = {.format = blocks};
  if (found) return *found;
  unsupported_in(
      file, "glInternalFormat " + hexadecimal(internal_format, 4) +
                (compressed ? "" : " with glFormat " + hexadecimal(format, 4) + " and glType " + hexadecimal(type, 4)));
}

constexpr std::uint32_t kLittleEndian = 0x04030201;
constexpr std::uint32_t kBigEndian = 0x01020304;

std::uint64_t padded(std::uint64_t row_bytes) {
  return (row_bytes + 3) / 4 * 4;
}

// Bytes of a level with its rows padded to 4 bytes, put together without padding.
std::vector<std::byte> unpadded(ByteReader& reader, std::uint64_t rows, std::uint64_t row_bytes) {
  const auto source = reader.take(rows * padded(row_bytes));
  std::vector<std::byte> texels;
  texels.reserve(rows * row_bytes);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto line = source.subspan(row * padded(row_bytes), row_bytes);
    texels.insert(texels.end(), line.begin(), line.end());
  }
  return texels;
}

void swap_bytes(std::vector<std::byte>& bytes, std::uint32_t number_bytes) {
  for (auto at = bytes.begin(); bytes.end() - at >= number_bytes; at += number_bytes) {
    std::reverse(at, at + number_bytes);
  }
}

}  // namespace

Texture parse_ktx1(std::span<const std::byte> bytes, const std::string& name) {
  ByteReader reader{bytes, name};
  reader.skip(12);
  const std::uint32_t endianness = reader.u32();
  const bool swapped = endianness == kBigEndian;
  if (!swapped && endianness != kLittleEndian) {
    malformed(name, "endianness word is " + hexadecimal(endianness, 8), hexadecimal(kLittleEndian, 8));
  }
  if (swapped) reader.use_big_endian();
  const std::uint32_t type = reader.u32();
  const std::uint32_t type_bytes = reader.u32();
  if (swapped && type_bytes != 1 && type_bytes != 2 && type_bytes != 4) {
    malformed(name, "glTypeSize is " + std::to_string(type_bytes), "1, 2 or 4");
  }
  const std::uint32_t format = reader.u32();
  const std::uint32_t internal_format = reader.u32();
  reader.skip(4);

  Texture texture;
  functional::SurfaceImage& image = texture.image;
  const StoredFormat stored = format_of_words(internal_format, format, type, name);
  image.format = stored.format;
  describe_stored(texture, stored, name);
  image.width = reader.u32();
  const std::uint32_t height = reader.u32();
  const std::uint32_t depth = reader.u32();
  image.height = std::max(height, 1u);
  image.depth = std::max(depth, 1u);
  const std::uint32_t elements = reader.u32();
  image.array_length = std::max(elements, 1u);
  const std::uint32_t faces = reader.u32();
  image.levels = std::max(reader.u32(), 1u);
  const std::uint32_t key_value_bytes = reader.u32();
  const auto key_values = reader.take(key_value_bytes);
  if (faces != 1 && faces != 6) malformed(name, "number of faces is " + std::to_string(faces), "1 or 6");
  image.type = faces == 6   ? SurfaceType::kCube
               : depth > 0  ? SurfaceType::k3D
               : height > 0 ? SurfaceType::k2D
                            : SurfaceType::k1D;

  checked_bytes(image, name);
  apply_ktx_metadata(texture, key_values, swapped, name);
  std::vector<std::vector<std::byte>> levels;
  std::vector<std::span<const std::byte>> spans;
  for (unsigned level = 0; level < image.levels; ++level) {
    const functional::PackedLevel packed = functional::packed_level(image, level);
    const std::uint64_t rows = std::uint64_t{packed.rows} * packed.slices * image.array_length * faces;
    const std::uint64_t row_bytes = stored_row_bytes(stored, packed.columns);
    // For a cube map that is no array, imageSize counts one face.
    const std::uint64_t counted_bytes = rows * padded(row_bytes) / (elements == 0 ? faces : 1);
    if (const std::uint32_t image_size = reader.u32(); image_size != counted_bytes) {
      malformed(
          name, "imageSize of level " + std::to_string(level) + " is " + std::to_string(image_size),
          std::to_string(counted_bytes) + (padded(row_bytes) == row_bytes ? "" : ": rows are padded to four bytes"));
    }
    std::vector<std::byte> texels = unpadded(reader, rows, row_bytes);
    if (swapped) swap_bytes(texels, type_bytes);
    levels.push_back(stored.masks ? converted(stored, texels) : std::move(texels));
  }
  for (const auto& level : levels) spans.emplace_back(level);
  texture.texels = slices_from_levels(image, spans);
  remark_left_over(texture, name, reader.left());
  return texture;
}

}  // namespace texpipe::study
