// The texels of a whole surface outside GPU memory, without tiling or padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "functional/surface/surface_layout.h"

namespace texpipe::functional {

/// Content of a surface. Packed order of its bytes: for each array slice (cubes: each cube, faces +X -X +Y -Y +Z -Z),
/// for each sample, for each level from 0, for each depth slice of that level (3D), rows from y = 0, in each row
/// elements (texels or blocks) from x = 0. Level m has max(1, size >> m) texels, rounded up to whole elements. Rows of
/// formats with less than 8 bits a texel take whole bytes. PLANAR_420_8: the luma plane, then rows of interleaved Cb
/// and Cr at half size.
struct SurfaceImage {
  SurfaceType type = SurfaceType::k2D;
  gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  std::uint32_t width = 1;  // buffers: entries
  std::uint32_t height = 1;
  std::uint32_t depth = 1;         // slices of a volume, else 1
  std::uint32_t array_length = 1;  // slices; cubes: cubes
  std::uint32_t levels = 1;
  std::uint8_t sample_bits = 0;  // log2 of samples per pixel

  bool operator==(const SurfaceImage&) const = default;
};

/// Elements and bytes of one depth slice of a level.
struct PackedLevel {
  std::uint32_t columns = 0;  // elements
  std::uint32_t rows = 0;     // of elements
  std::uint32_t slices = 0;   // depth slices
  std::uint64_t bytes = 0;    // of the whole level
};

PackedLevel packed_level(const SurfaceImage& image, unsigned level);

/// Bytes of the packed texels. Errors: Error (kMalformedInput) when sizes exceed what Gen9 has (16384 texels on an
/// axis, 2048 slices, 15 levels, 2^27 buffer entries, 16 samples), are 0, or do not fit the type.
std::uint64_t packed_bytes(const SurfaceImage& image);

/// Longest levels chain of a size: floor(log2(largest axis)) + 1.
unsigned full_mip_levels(std::uint32_t width, std::uint32_t height, std::uint32_t depth);

/// A run of neighbouring elements that lie together both in GPU memory and in the packed texels.
struct ElementRun {
  ByteAddress address;
  std::uint64_t packed_offset;
  std::uint32_t bytes;
};

/// Calls `visit` for every run of the image's elements, in packed order.
void for_each_run(const SurfaceImage& image, const SurfaceLayout& layout,
                  const std::function<void(const ElementRun&)>& visit);

}  // namespace texpipe::functional
