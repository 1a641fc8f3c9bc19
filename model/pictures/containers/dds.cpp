// DirectDraw surface files: the legacy header with a pixel format or FourCC, and the DX10 header with a DXGI format.
// Writers leave fields out and set ones that contradict each other: where that leaves a doubt, the number of bytes that
// the file has decides, and a remark says what was read.
#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "pictures/containers/dds_formats.h"
#include "pictures/containers/dds_header.h"
#include "pictures/containers/dds_pixel_format.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

using namespace dds;
using functional::SurfaceImage;
using functional::SurfaceType;

/// Layout of a level's rows in the file: each on a multiple of `alignment` bytes.
struct Rows {
  std::uint64_t bytes = 0;
  std::uint64_t pitch = 0;
  std::uint64_t count = 0;
};

Rows rows_of(const SurfaceImage& image, const StoredFormat& stored, unsigned level, std::uint64_t alignment) {
  const functional::PackedLevel packed = functional::packed_level(image, level);
  const std::uint64_t bytes = stored_row_bytes(stored, packed.columns);
  return {bytes, (bytes + alignment - 1) / alignment * alignment, std::uint64_t{packed.rows} * packed.slices};
}

std::uint32_t slices_of(const SurfaceImage& image) {
  return image.array_length * (image.type == SurfaceType::kCube ? 6 : 1);
}

bool is_planar(const SurfaceImage& image) {
  return image.format == kPlanar4208;
}

/// Bytes of an image of valid sizes in the file.
std::uint64_t file_bytes(const SurfaceImage& image, const StoredFormat& stored, std::uint64_t alignment) {
  if (is_planar(image)) return functional::packed_bytes(image);
  std::uint64_t bytes = 0;
  for (unsigned level = 0; level < image.levels; ++level) {
    const Rows rows = rows_of(image, stored, level, alignment);
    bytes += rows.pitch * rows.count;
  }
  return bytes * slices_of(image);
}

/// Alignments that rows may have: none; four bytes, as old writers padded them; what the stated pitch comes from.
std::vector<std::uint64_t> alignments(const DdsHeader& h, const SurfaceImage& image, const StoredFormat& stored) {
  std::vector<std::uint64_t> found{1};
  if (is_planar(image) || gen9::format_facts(image.format).compressed()) return found;
  constexpr std::uint64_t kOld = 4, kMost = 4096;
  found.push_back(kOld);
  const std::uint64_t row = rows_of(image, stored, 0, 1).bytes;
  for (std::uint64_t alignment = 2 * kOld; alignment <= kMost; alignment *= 2) {
    if (h.pitch > row && (row + alignment - 1) / alignment * alignment == h.pitch) found.push_back(alignment);
  }
  return found;
}

bool valid(const SurfaceImage& image) {
  try {
    functional::packed_bytes(image);
    return true;
  } catch (const Error&) {
    return false;
  }
}

struct Layout {
  DdsReading reading;
  std::uint64_t alignment = 1;
  std::uint64_t bytes = 0;
};

/// The first reading that takes all bytes that are there; else what the fields say.
Layout choose(const std::vector<DdsReading>& readings, const DdsHeader& h, const StoredFormat& stored,
              std::uint64_t there, const std::string& name) {
  for (const DdsReading& reading : readings) {
    if (!valid(reading.image)) continue;
    for (const std::uint64_t alignment : alignments(h, reading.image, stored)) {
      const std::uint64_t bytes = file_bytes(reading.image, stored, alignment);
      if (bytes == there) return {reading, alignment, bytes};
    }
  }
  Layout layout{.reading = readings.front()};
  const SurfaceImage& image = layout.reading.image;
  checked_bytes(image, name);
  layout.bytes = file_bytes(image, stored, 1);
  if ((h.flags & kHasPitch) != 0) {
    for (const std::uint64_t alignment : alignments(h, image, stored)) {
      const std::uint64_t bytes = file_bytes(image, stored, alignment);
      if (rows_of(image, stored, 0, alignment).pitch == h.pitch && bytes <= there) {
        layout.alignment = alignment;
        layout.bytes = bytes;
        break;
      }
    }
  }
  return layout;
}

std::vector<std::byte> texels_of(ByteReader& reader, const Layout& layout, const StoredFormat& stored) {
  const SurfaceImage& image = layout.reading.image;
  if (layout.alignment == 1) return converted(stored, reader.take(layout.bytes));
  std::vector<std::byte> texels;
  texels.reserve(file_bytes(image, stored, 1));
  for (std::uint32_t slice = 0; slice < slices_of(image); ++slice) {
    for (unsigned level = 0; level < image.levels; ++level) {
      const Rows rows = rows_of(image, stored, level, layout.alignment);
      for (std::uint64_t row = 0; row < rows.count; ++row) {
        const auto line = reader.take(rows.pitch).first(rows.bytes);
        texels.insert(texels.end(), line.begin(), line.end());
      }
    }
  }
  return converted(stored, texels);
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

/// Hint at what the bytes behind the texels may be.
std::string left_over_hint(const SurfaceImage& image, const StoredFormat& stored, std::uint64_t there) {
  SurfaceImage chain = image;
  chain.levels = functional::full_mip_levels(image.width, image.height, image.depth);
  if (image.levels != 1 || chain.levels == 1 || !valid(chain) || file_bytes(chain, stored, 1) != there) return {};
  return "the file states one level and has the bytes of " + std::to_string(chain.levels);
}

}  // namespace

Texture parse_dds(std::span<const std::byte> bytes, const std::string& name) {
  ByteReader reader{bytes, name};
  if (texture_file_kind(bytes) != TextureFile::kDds) malformed(name, "does not start with 'DDS '");
  Texture texture;
  const DdsHeader h = read_dds_header(reader, texture);
  const StoredFormat stored = h.is_dx10 ? dds_dxgi_format(h.dxgi, name) : dds_legacy_format(h.pixel, name);
  describe_stored(texture, stored, name);
  if (gen9::format_facts(stored.format).kind == gen9::FormatKind::kPalette) texture.palette = read_palette(reader);
  const SurfaceImage flat{
      .format = stored.format, .width = h.width, .height = h.height, .levels = std::max(h.levels, 1u)};
  const std::vector<DdsReading> readings = dds_readings(h, flat, texture, name);
  const std::uint64_t there = reader.left();
  const Layout layout = choose(readings, h, stored, there, name);
  texture.image = layout.reading.image;
  if (layout.bytes > there) {
    malformed(name, "ends too early: " + counted(there, "byte") + " of texels",
              fmt::format("{} for {}", layout.bytes, image_text(texture.image)));
  }
  if (!layout.reading.remark.empty()) remark(texture, name, layout.reading.remark);
  if (layout.alignment > 1 && layout.bytes != file_bytes(texture.image, stored, 1))
    remark(texture, name, fmt::format("rows are padded to multiples of {} bytes", layout.alignment));
  texture.texels = texels_of(reader, layout, stored);
  remark_left_over(texture, name, reader.left(), left_over_hint(texture.image, stored, there));
  return texture;
}

}  // namespace texpipe::study
