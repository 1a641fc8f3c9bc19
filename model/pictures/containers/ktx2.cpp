// KTX 2 files: Vulkan's format numbers, a level index, rows tightly packed; levels as they are, or packed by Zstandard
// or zlib.
#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "pictures/containers/ktx2_formats.h"
#include "pictures/containers/ktx_metadata.h"
#include "pictures/containers/supercompression.h"
#include "pictures/texture/stored_texels.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

using namespace ktx2;
using functional::SurfaceType;

StoredFormat stored_format(std::uint32_t vk_format, const std::string& file) {
  for (const VkRow& row : kVkFormats) {
    if (row.format == vk_format) return {.format = row.surface_format};
  }
  for (const SwizzledRow& row : kSwizzledFormats) {
    if (row.format == vk_format) return {.format = row.surface_format, .channels = *channel_selects_of(row.channels)};
  }
  for (const ConvertedRow& row : kConvertedFormats) {
    if (row.format == vk_format) return {.format = row.surface_format, .masks = row.masks};
  }
  std::string name;
  for (const UnreadRow& row : kUnreadFormats) {
    if (vk_format >= row.first && vk_format <= row.last) name = std::string{" ("} + row.name + ')';
  }
  unsupported_in(file, "VkFormat " + std::to_string(vk_format) + name);
}

/// Description of texels that Vulkan has no number for, from the data format descriptor.
std::string color_model_text(ByteReader reader, std::uint64_t offset, std::uint64_t size) {
  constexpr std::uint64_t kModelAt = 12, kHeader = 16;
  constexpr const char* kUnknown = ", a format that Vulkan does not name (such as Basis Universal)";
  if (size < kHeader) return kUnknown;
  constexpr unsigned kEtc1s = 163, kUastc = 166;
  const unsigned model = std::to_integer<unsigned>(reader.at(offset + kModelAt, 1)[0]);
  return model == kEtc1s ? " (Basis Universal, ETC1S)" : model == kUastc ? " (Basis Universal, UASTC)" : kUnknown;
}

Supercompression supercompression_of(std::uint32_t scheme, const std::string& file) {
  if (scheme == static_cast<std::uint32_t>(Supercompression::kBasisLz))
    unsupported_in(file, "supercompression BasisLZ (scheme 1; Basis Universal)");
  if (scheme > static_cast<std::uint32_t>(Supercompression::kZlib))
    unsupported_in(file, "supercompression scheme " + std::to_string(scheme));
  return static_cast<Supercompression>(scheme);
}

/// Part of the file.
struct Part {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;

  std::uint64_t end() const { return offset + bytes; }
};

struct StoredLevel {
  Part part;
  std::uint64_t needed = 0;  // bytes of its texels as the file stores them, unpacked
};

/// Bytes of a level of all slices, as the file stores its texels.
std::uint64_t level_bytes(const functional::SurfaceImage& image, const StoredFormat& stored, unsigned level) {
  const functional::PackedLevel packed = functional::packed_level(image, level);
  const std::uint64_t slices = image.array_length * (image.type == SurfaceType::kCube ? 6u : 1u);
  return stored_row_bytes(stored, packed.columns) * packed.rows * packed.slices * slices;
}

/// The level index, checked against the texture's sizes: nothing is unpacked of a file that cannot hold its levels.
std::vector<StoredLevel> read_index(ByteReader& reader, Texture& texture, const StoredFormat& stored,
                                    Supercompression scheme) {
  constexpr std::uint64_t kIndexEntry = 24;
  const std::string& name = reader.file();
  const std::uint64_t data_start = reader.position() + kIndexEntry * texture.image.levels;
  std::vector<StoredLevel> levels;
  for (unsigned level = 0; level < texture.image.levels; ++level) {
    StoredLevel& entry = levels.emplace_back();
    entry.part = {reader.u64(), reader.u64()};
    const std::uint64_t unpacked = reader.u64();
    const std::string which = "level " + std::to_string(level);
    if (entry.part.offset < data_start) {
      malformed(name, which + " is at byte " + std::to_string(entry.part.offset),
                std::to_string(data_start) + " or more");
    }
    entry.needed = level_bytes(texture.image, stored, level);
    reader.at(entry.part.offset, entry.part.bytes);
    if (scheme == Supercompression::kNone) {
      if (entry.part.bytes < entry.needed) {
        malformed(name, which + " has " + std::to_string(entry.part.bytes) + " bytes", std::to_string(entry.needed));
      }
      if (entry.part.bytes > entry.needed) {
        remark(texture, name,
               counted(entry.part.bytes - entry.needed, "byte") + " behind the texels of " + which + " are not read");
      }
    } else if (unpacked != entry.needed) {
      malformed(name, which + " has " + std::to_string(unpacked) + " bytes unpacked", std::to_string(entry.needed));
    } else if (!can_unpack(scheme, entry.part.bytes, entry.needed)) {
      malformed(name, which + " of " + counted(entry.part.bytes, "byte") + " is too short for its size",
                std::to_string(entry.needed) + " bytes when unpacked");
    }
  }
  return levels;
}

std::vector<std::byte> level_texels(const ByteReader& reader, const StoredLevel& level, const StoredFormat& stored,
                                    Supercompression scheme, unsigned number) {
  const auto packed = reader.at(level.part.offset, level.part.bytes);
  if (scheme == Supercompression::kNone) return converted(stored, packed.first(level.needed));
  std::vector<std::byte> plain = unpacked_level(scheme, packed, level.needed, reader.file(), number);
  return stored.masks || stored.first_bit_is_highest ? converted(stored, plain) : plain;
}

}  // namespace

Texture parse_ktx2(std::span<const std::byte> bytes, const std::string& name, ByteSize most) {
  ByteReader reader{bytes, name};
  reader.skip(12);
  const std::uint32_t vk_format = reader.u32();
  reader.skip(4);
  Texture texture;
  functional::SurfaceImage& image = texture.image;
  image.width = reader.u32();
  const std::uint32_t height = reader.u32();
  const std::uint32_t depth = reader.u32();
  image.height = std::max(height, 1u);
  image.depth = std::max(depth, 1u);
  image.array_length = std::max(reader.u32(), 1u);
  const std::uint32_t faces = reader.u32();
  image.levels = std::max(reader.u32(), 1u);
  const Supercompression scheme = supercompression_of(reader.u32(), name);
  const Part descriptor{reader.u32(), reader.u32()};
  const Part key_values{reader.u32(), reader.u32()};
  const Part global{reader.u64(), reader.u64()};
  if (vk_format == 0)
    unsupported_in(name, "VkFormat 0" + color_model_text(reader, descriptor.offset, descriptor.bytes));
  const StoredFormat stored = stored_format(vk_format, name);
  image.format = stored.format;
  describe_stored(texture, stored, name);
  if (faces != 1 && faces != 6) malformed(name, "number of faces is " + std::to_string(faces), "1 or 6");
  image.type = faces == 6   ? SurfaceType::kCube
               : depth > 0  ? SurfaceType::k3D
               : height > 0 ? SurfaceType::k2D
                            : SurfaceType::k1D;

  const std::uint64_t total = checked_bytes(image, name);
  const std::vector<StoredLevel> index = read_index(reader, texture, stored, scheme);
  if (scheme != Supercompression::kNone) check_memory(total, most, name, "KTX 2: a texture of " + image_text(image));
  if (key_values.bytes != 0) apply_ktx_metadata(texture, reader.at(key_values.offset, key_values.bytes), false, name);
  std::vector<std::vector<std::byte>> levels;
  std::uint64_t end = std::max(descriptor.end(), key_values.end());
  if (global.bytes != 0) end = std::max(end, global.end());
  for (const StoredLevel& level : index) {
    levels.push_back(level_texels(reader, level, stored, scheme, static_cast<unsigned>(levels.size())));
    end = std::max(end, level.part.end());
  }
  const std::vector<std::span<const std::byte>> spans{levels.begin(), levels.end()};
  texture.texels = slices_from_levels(image, spans);
  if (end < bytes.size()) remark_left_over(texture, name, bytes.size() - end);
  return texture;
}

}  // namespace texpipe::study
