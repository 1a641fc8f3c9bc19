// The facts of a surface state that decide where its texels lie (specification/state 2 and 4).
#pragma once

#include <array>
#include <cstdint>

#include "base/quantity.h"
#include "functional/surface/tiling.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

using gen9::SurfaceType;

/// Element that tiling and mip layout count: a texel, a compressed block, or the byte that holds several texels of less
/// than 8 bits.
struct ElementShape {
  std::uint8_t width = 1;   // texels
  std::uint8_t height = 1;  // texels
  std::uint8_t bytes = 4;
  /// Bytes of one texel in the decoded address space. Formats without blocks: bytes of the element divided by its
  /// texels.
  std::uint8_t decoded_texel_bytes = 4;
  /// Decoded bytes of an element for each stored byte; 1 for formats without blocks.
  std::uint8_t expansion = 1;

  bool operator==(const ElementShape&) const = default;
};

/// Element of a format. Block formats decode to 4 bytes a texel, those of one or two channels to 2 bytes a channel,
/// BC6H to 8 bytes (assumed; the documents do not name the width between the texture caches). PLANAR_420_8: of the luma
/// plane; RAW: a byte. Errors: those of gen9::format_facts.
ElementShape element_shape(gen9::SurfaceFormat format);

/// Multisampled Surface Storage Format: samples in array slices (or inside Yf and Ys tiles), or interleaved in the
/// plane.
enum class SampleStorage : std::uint8_t { kArraySlices = 0, kInterleaved = 1 };

/// Origin of a chroma plane of PLANAR_420_8, from the start of the luma plane.
struct PlaneOrigin {
  std::uint32_t column = 0;  // bytes
  std::uint32_t row = 0;

  bool operator==(const PlaneOrigin&) const = default;
};

/// No level is in a mip tail.
inline constexpr unsigned kNoMipTail = 15;

struct SurfaceGeometry {
  SurfaceType type = SurfaceType::k2D;
  bool array = false;
  ElementShape element;
  Tiling tiling = Tiling::kLinear;
  std::uint32_t width = 1;                 // of level 0 in texels; buffers: number of elements
  std::uint32_t height = 1;                // of level 0 in texels
  std::uint32_t depth = 1;                 // 3D: slices of level 0; cubes: cubes; else: array elements
  std::uint32_t levels = 1;                // stored levels, counted from level 0
  std::uint32_t horizontal_alignment = 4;  // of levels, in elements; not used by Yf and Ys
  std::uint32_t vertical_alignment = 4;
  std::uint32_t slice_pitch = 0;  // QPitch in rows of elements (1D: elements)
  std::uint32_t row_pitch = 0;    // bytes; buffers: bytes from element to element
  std::uint8_t sample_bits = 0;   // log2 of samples per pixel
  SampleStorage sample_storage = SampleStorage::kArraySlices;
  std::uint8_t mip_tail_start = kNoMipTail;
  std::uint32_t x_offset = 0;  // texels, before level 0
  std::uint32_t y_offset = 0;
  bool every_other_line = false;  // Vertical Line Stride: the surface is one field of a frame
  bool odd_lines = false;         // Vertical Line Stride Offset
  bool separate_chroma = false;   // PLANAR_420_8: a plane each for Cb and Cr, else pairs of them in the first
  PlaneOrigin u_plane;            // Cb, or pairs
  PlaneOrigin v_plane;            // Cr
  std::uint32_t quilt_width = 1;  // surfaces side by side in a quilt
  std::uint32_t quilt_height = 1;
  ByteAddress base;
  ByteAddress auxiliary_base;               // MCS; 0: none
  std::uint32_t auxiliary_pitch = 0;        // bytes
  std::uint32_t auxiliary_slice_pitch = 0;  // rows of MCS elements

  bool operator==(const SurfaceGeometry&) const = default;
};

/// Start and size of a level.
struct LevelPlace {
  std::uint32_t x = 0;      // elements from the surface's left edge
  std::uint32_t y = 0;      // rows of elements from the top of its slice
  std::uint32_t z = 0;      // slices, only in the mip tail of a volume
  std::uint32_t width = 1;  // elements, with alignment: what the level takes
  std::uint32_t height = 1;
};

inline constexpr unsigned kMaxLevels = 15;

/// The mip tree of one slice: places of all levels and the space that they take.
struct MipTree {
  std::array<LevelPlace, kMaxLevels> levels{};
  std::uint32_t width = 1;   // elements
  std::uint32_t height = 1;  // rows of elements
};

/// The geometry that a surface state describes. Width and height are those of level 0 of the storage; levels counts
/// from there. A null surface has no geometry but its type. Errors: those of gen9::format_facts; Error (kUnsupported)
/// for ASTC.
SurfaceGeometry surface_geometry(const gen9::RenderSurfaceState& state);

/// Size of a level along an axis: max(1, size >> level).
constexpr std::uint32_t level_extent(std::uint32_t size, unsigned level) {
  return level < 32 && size >> level != 0 ? size >> level : 1;
}

/// Size in pixels that an interleaved multisample plane takes on an axis (specification/state 4.5).
std::uint32_t interleaved_width(std::uint32_t width, unsigned sample_bits);
std::uint32_t interleaved_height(std::uint32_t height, unsigned sample_bits);

/// True when levels stand side by side in one row: 1D surfaces that are linear or in Yf or Ys tiles.
bool has_1d_layout(const SurfaceGeometry& geometry);

/// The swizzle of the geometry's tiling. Not for linear surfaces and 1D layouts.
const TileSwizzle& tile_swizzle(const SurfaceGeometry& geometry);

/// Places of the levels (specification/state 4.1 and 4.4); reads type, sizes, levels, alignments, tiling and
/// samples. Errors: Error (kUnsupported) for more than 15 levels or for levels that have no slot in the mip tail.
MipTree mip_tree(const SurfaceGeometry& geometry);

}  // namespace texpipe::functional
