#include "functional/surface/surface_image.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "base/stop_request.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kMaxExtent = 16384;
constexpr std::uint32_t kMaxVolumeExtent = 2048;
constexpr std::uint32_t kMaxSlices = 2048;
constexpr std::uint32_t kMaxBufferEntries = 1u << 27;
constexpr std::uint32_t kRunBytes = 16;  // contiguous in every tile but W

void check(const char* what, std::uint64_t value, std::uint64_t maximum) {
  if (value >= 1 && value <= maximum) return;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = std::string{what} + " is " + std::to_string(value),
                         .hint = maximum == 1 ? "expected 1" : "expected 1 to " + std::to_string(maximum)}};
}

bool planar(const SurfaceImage& image) {
  return image.format == gen9::SurfaceFormat::kPlanar4208;
}

std::uint32_t faces(const SurfaceImage& image) {
  return image.type == SurfaceType::kCube ? 6 : 1;
}

std::uint32_t divide_up(std::uint32_t value, std::uint32_t divisor) {
  return (value + divisor - 1) / divisor;
}

// Elements from `column` on that lie together in memory.
std::uint32_t run_length(const SurfaceLayout& layout, const LevelPlace& place, std::uint32_t column,
                         std::uint32_t columns) {
  const SurfaceGeometry& geometry = layout.geometry();
  const std::uint32_t left = columns - column;
  if (geometry.tiling == Tiling::kLinear || has_1d_layout(geometry)) return left;
  if (geometry.tiling == Tiling::kW) return 1;
  const std::uint32_t bytes = geometry.element.bytes;
  return std::min(left, (kRunBytes - (place.x + column) * bytes % kRunBytes) / bytes);
}

}  // namespace

PackedLevel packed_level(const SurfaceImage& image, unsigned level) {
  const ElementShape element = element_shape(image.format);
  PackedLevel packed;
  packed.columns = divide_up(level_extent(image.width, level), element.width);
  packed.rows = divide_up(level_extent(image.height, level), element.height);
  packed.slices = image.type == SurfaceType::k3D ? level_extent(image.depth, level) : 1;
  packed.bytes = std::uint64_t{packed.columns} * packed.rows * packed.slices * element.bytes;
  return packed;
}

std::uint64_t packed_bytes(const SurfaceImage& image) {
  const bool volume = image.type == SurfaceType::k3D;
  if (image.type == SurfaceType::kNull) return 0;
  if (image.type == SurfaceType::kBuffer || image.type == SurfaceType::kStructuredBuffer) {
    check("number of buffer entries", image.width, kMaxBufferEntries);
    return std::uint64_t{image.width} * element_shape(image.format).bytes;
  }
  const std::uint32_t extent = volume ? kMaxVolumeExtent : kMaxExtent;
  check("width", image.width, extent);
  check("height", image.height, image.type == SurfaceType::k1D ? 1 : extent);
  check("depth", image.depth, volume ? kMaxVolumeExtent : 1);
  check("array length", image.array_length, volume ? 1 : kMaxSlices / faces(image));
  check("number of mip levels", image.levels,
        std::min(kMaxLevels, full_mip_levels(image.width, image.height, volume ? image.depth : 1)));
  if (image.type == SurfaceType::kCube && image.height != image.width) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "cube map of " + std::to_string(image.width) + "x" + std::to_string(image.height),
                           .hint = "expected faces as high as wide"}};
  }
  if (planar(image)) {  // no mips and arrays: specification/state 2, specification/formats 5
    check("number of mip levels of PLANAR_420_8", image.levels, 1);
    check("array length of PLANAR_420_8", image.array_length, 1);
    if (image.type != SurfaceType::k2D) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.problem = "PLANAR_420_8 as " + std::string{texpipe::name_of(image.type)},
                             .hint = "expected SURFTYPE_2D"}};
    }
  }
  if (image.sample_bits > 4) check("number of samples", 1u << image.sample_bits, 16);
  std::uint64_t bytes = 0;
  for (unsigned level = 0; level < image.levels; ++level) bytes += packed_level(image, level).bytes;
  if (planar(image)) bytes += std::uint64_t{divide_up(image.width, 2)} * 2 * divide_up(image.height, 2);
  return (bytes * image.array_length * faces(image)) << image.sample_bits;
}

unsigned full_mip_levels(std::uint32_t width, std::uint32_t height, std::uint32_t depth) {
  const std::uint32_t largest = std::max({width, height, depth});
  unsigned levels = 1;
  while (largest >> levels != 0) ++levels;
  return levels;
}

void for_each_run(const SurfaceImage& image, const SurfaceLayout& layout,
                  const std::function<void(const ElementRun&)>& visit) {
  const SurfaceGeometry& geometry = layout.geometry();
  const std::uint32_t element_bytes = geometry.element.bytes;
  // Rows of a tiled surface: behind its first run a row stands at the beginning of a piece of memory.
  const std::uint32_t longest = geometry.tiling == Tiling::kW ? 1 : kRunBytes / std::max(element_bytes, 1u);
  std::uint64_t packed = 0;
  const auto visit_row = [&](unsigned level, std::uint32_t columns, std::uint32_t row, std::uint32_t slice,
                             std::uint32_t sample) {
    std::uint32_t count = run_length(layout, layout.tree().levels[level], 0, columns);
    for (std::uint32_t column = 0; column < columns; column += count, count = std::min(longest, columns - column)) {
      const std::uint32_t bytes = count * element_bytes;
      visit({layout.element_at(level, column, row, slice, sample), packed, bytes});
      packed += bytes;
    }
  };
  if (geometry.type == SurfaceType::kNull) return;
  if (geometry.type == SurfaceType::kBuffer || geometry.type == SurfaceType::kStructuredBuffer) {
    for (std::uint32_t entry = 0; entry < image.width; ++entry, packed += element_bytes) {
      visit({layout.element_at(0, entry, 0, 0), packed, element_bytes});
    }
    return;
  }
  // Interleaved samples are rearranged pixel by pixel.
  const bool interleaved = image.sample_bits != 0 && geometry.sample_storage == SampleStorage::kInterleaved;
  for (std::uint32_t slice = 0; slice < image.array_length * faces(image); ++slice) {
    for (std::uint32_t sample = 0; sample < 1u << image.sample_bits; ++sample) {
      for (unsigned level = 0; level < image.levels; ++level) {
        const PackedLevel at = packed_level(image, level);
        for (std::uint32_t z = 0; z < at.slices; ++z) {
          for (std::uint32_t row = 0; row < at.rows; ++row) {
            throw_if_stop_requested();
            if (!interleaved) {
              visit_row(level, at.columns, row, slice + z, sample);
              continue;
            }
            for (std::uint32_t column = 0; column < at.columns; ++column, packed += element_bytes) {
              visit({layout.element_address(level, {column, row, slice, sample}), packed, element_bytes});
            }
          }
        }
      }
    }
    if (planar(image)) {
      for (std::uint32_t row = 0; row < divide_up(image.height, 2); ++row) {
        visit_row(0, divide_up(image.width, 2) * 2, geometry.u_plane.row + row, slice, 0);
      }
    }
  }
}

}  // namespace texpipe::functional
