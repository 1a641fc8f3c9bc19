#include "functional/surface/geometry.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "functional/surface/aligned_up.h"
#include "functional/surface/mip_tail.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t divide_up(std::uint32_t value, std::uint32_t divisor) {
  return (value + divisor - 1) / divisor;
}

bool tiled_resource(const SurfaceGeometry& geometry) {
  return geometry.tiling == Tiling::kYf || geometry.tiling == Tiling::kYs;
}

unsigned dimensions(const SurfaceGeometry& geometry) {
  if (geometry.type == SurfaceType::k1D) return 1;
  return geometry.type == SurfaceType::k3D ? 3 : 2;
}

// Samples that lie inside a tile: array-slice storage in Yf and Ys tiles.
unsigned sample_bits_in_tile(const SurfaceGeometry& geometry) {
  return tiled_resource(geometry) && geometry.sample_storage == SampleStorage::kArraySlices ? geometry.sample_bits : 0;
}

constexpr std::uint32_t k1DLevelAlignment = 64;  // elements

// Unit in which levels are placed, in elements.
struct Alignment {
  std::uint32_t horizontal;
  std::uint32_t vertical;
};

Alignment level_alignment(const SurfaceGeometry& geometry) {
  if (has_1d_layout(geometry)) {
    const std::uint32_t tile_bytes = geometry.tiling == Tiling::kYs ? 1u << 16 : 1u << 12;
    return {tiled_resource(geometry) ? tile_bytes / geometry.element.bytes : k1DLevelAlignment, 1};
  }
  if (tiled_resource(geometry)) {
    const TileSwizzle& swizzle = tile_swizzle(geometry);
    return {swizzle.width() / geometry.element.bytes, swizzle.rows()};
  }
  return {geometry.horizontal_alignment, geometry.vertical_alignment};
}

std::uint8_t decoded_block_texel_bytes(gen9::BlockCode code) {
  using enum gen9::BlockCode;
  switch (code) {
    case kBc4:
    case kBc4Signed:
    case kEacR11:
    case kEacR11Signed:
      return 2;
    case kBc6h:
    case kBc6hSigned:
      return 8;
    default:
      return 4;
  }
}

}  // namespace

ElementShape element_shape(gen9::SurfaceFormat format) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  ElementShape shape{.width = facts.block_width, .height = facts.block_height};
  if (facts.bits_per_element < 8) {
    shape.width = static_cast<std::uint8_t>(8 / facts.bits_per_element);
    shape.bytes = shape.decoded_texel_bytes = 1;
    return shape;
  }
  shape.bytes = static_cast<std::uint8_t>(facts.element_bytes());
  const unsigned texels = shape.width * shape.height;
  shape.decoded_texel_bytes = facts.compressed() ? decoded_block_texel_bytes(facts.block_code)
                                                 : static_cast<std::uint8_t>(shape.bytes / texels);
  shape.expansion = static_cast<std::uint8_t>(texels * shape.decoded_texel_bytes / shape.bytes);
  return shape;
}

std::uint32_t interleaved_width(std::uint32_t width, unsigned sample_bits) {
  if (sample_bits == 0) return width;
  return divide_up(width, 2) * (sample_bits >= 3 ? 8 : 4);
}

std::uint32_t interleaved_height(std::uint32_t height, unsigned sample_bits) {
  if (sample_bits < 2) return height;
  return divide_up(height, 2) * (sample_bits == 4 ? 8 : 4);
}

bool has_1d_layout(const SurfaceGeometry& geometry) {
  return geometry.type == SurfaceType::k1D && (geometry.tiling == Tiling::kLinear || tiled_resource(geometry));
}

const TileSwizzle& tile_swizzle(const SurfaceGeometry& geometry) {
  return tile_swizzle(geometry.tiling, geometry.element.bytes, sample_bits_in_tile(geometry),
                      geometry.type == SurfaceType::k3D);
}

MipTree mip_tree(const SurfaceGeometry& geometry) {
  if (geometry.levels > kMaxLevels) unsupported("a surface with " + std::to_string(geometry.levels) + " mip levels");
  const bool interleaved = geometry.sample_storage == SampleStorage::kInterleaved;
  const std::uint32_t width = interleaved ? interleaved_width(geometry.width, geometry.sample_bits) : geometry.width;
  const std::uint32_t height =
      interleaved ? interleaved_height(geometry.height, geometry.sample_bits) : geometry.height;
  const Alignment alignment = level_alignment(geometry);
  const bool in_a_row = has_1d_layout(geometry);
  const unsigned tail = tiled_resource(geometry) ? geometry.mip_tail_start : kNoMipTail;

  MipTree tree;
  for (unsigned level = 0; level < geometry.levels; ++level) {
    LevelPlace& place = tree.levels[level];
    if (level > tail) {
      place = tree.levels[tail];  // its slot is added below
    } else {
      place.width = aligned_up(divide_up(level_extent(width, level), geometry.element.width), alignment.horizontal);
      place.height = aligned_up(divide_up(level_extent(height, level), geometry.element.height), alignment.vertical);
      if (level > 0) {
        const LevelPlace& before = tree.levels[level - 1];
        if (in_a_row) {
          place.x = before.x + before.width;
        } else if (level == 1) {
          place.y = before.height;
        } else if (level == 2) {
          place.x = before.width;
          place.y = before.y;
        } else {
          place.x = before.x;
          place.y = before.y + before.height;
        }
      }
    }
    tree.width = std::max(tree.width, place.x + place.width);
    tree.height = std::max(tree.height, place.y + place.height);
  }
  for (unsigned level = tail; level < geometry.levels; ++level) {
    const MipTailSlot slot = mip_tail_slot(geometry.tiling, dimensions(geometry), geometry.element.bytes,
                                           sample_bits_in_tile(geometry), level - tail);
    LevelPlace& place = tree.levels[level];
    place.x += slot.x;
    place.y += slot.y;
    place.z = slot.z;
  }
  return tree;
}

}  // namespace texpipe::functional
