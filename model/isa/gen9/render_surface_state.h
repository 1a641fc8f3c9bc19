// RENDER_SURFACE_STATE: 16 DWords that describe a surface (specification/state 2).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quantity.h"
#include "isa/gen9/bit_field.h"
#include "isa/gen9/fixed_point.h"
#include "isa/gen9/shader_channel_select.h"
#include "isa/gen9/surface_format.h"
#include "isa/gen9/surface_state_enums.h"

namespace texpipe::gen9 {

/// Sizes, pitches, counts and offsets are what they count (Width is 1 to 16384), not the biased bits.
struct RenderSurfaceState {
  static constexpr std::size_t kDwords = 16;
  static constexpr std::uint8_t kMaxLog2Samples = 4;
  using Words = std::array<std::uint32_t, kDwords>;

  SurfaceType type = SurfaceType::kNull;
  bool array = false;
  bool astc = false;  // the format code is an ASTC code, outside SURFACE_FORMAT
  SurfaceFormat format{};
  SurfaceAlignment vertical_alignment = SurfaceAlignment::k4;
  SurfaceAlignment horizontal_alignment = SurfaceAlignment::k4;
  TileMode tile_mode = TileMode::kLinear;
  bool vertical_line_stride = false;         // field textures: every other line
  bool vertical_line_stride_offset = false;  // starting with the second
  bool sampler_l2_out_of_order_disable = false;
  bool render_cache_read_write = false;
  std::uint8_t media_boundary_pixel_mode = 0;
  std::uint8_t cube_face_enables = 0x3F;  // bit 0 +Z, 1 -Z, 2 +Y, 3 -Y, 4 +X, 5 -X

  std::uint8_t mocs = 0;
  U4_1 base_mip_level;
  std::uint32_t qpitch = 0;  // rows (1D: elements; compressed: block rows) between slices; a multiple of 4

  std::uint32_t width = 1;   // texels of level 0, 1..16384
  std::uint32_t height = 1;  // 1..16384
  std::uint32_t depth = 1;   // slices, array elements or cubes, 1..2048
  std::uint32_t pitch = 1;   // bytes between rows; buffers: bytes of a structure

  SurfaceRotation rotation = SurfaceRotation::k0;
  std::uint32_t minimum_array_element = 0;
  std::uint32_t render_target_view_extent = 1;  // 1..2048
  MultisampleStorage multisample_storage = MultisampleStorage::kMss;
  std::uint8_t log2_samples = 0;  // 0..kMaxLog2Samples: 1, 2, 4, 8, 16 samples
  std::uint8_t sample_position_palette_index = 0;

  std::uint16_t x_offset = 0;  // texels, a multiple of 4
  std::uint16_t y_offset = 0;  // rows, a multiple of 4
  bool ewa_disable_for_cube = false;
  TiledResourceMode tiled_resource_mode = TiledResourceMode::kNone;
  bool ia_coherent = false;
  std::uint8_t mip_tail_start_lod = 0;  // 15: no mip tail
  std::uint8_t surface_min_lod = 0;
  std::uint8_t mip_count = 1;  // levels from surface_min_lod on, 1..16; render targets: one more than the level written

  AuxSurfaceMode aux_mode = AuxSurfaceMode::kNone;
  std::uint32_t aux_pitch = 1;     // tiles; formats without planes
  std::uint32_t aux_qpitch = 0;    // rows, a multiple of 4; formats without planes
  bool separate_uv_plane = false;  // planar formats, as the four below
  std::uint16_t u_plane_x_offset = 0;
  std::uint16_t u_plane_y_offset = 0;
  std::uint16_t v_plane_x_offset = 0;
  std::uint16_t v_plane_y_offset = 0;

  bool memory_compression_enable = false;
  bool memory_compression_mode = false;  // 0 horizontal, 1 vertical
  ShaderChannelSelect channel_red = ShaderChannelSelect::kRed;
  ShaderChannelSelect channel_green = ShaderChannelSelect::kGreen;
  ShaderChannelSelect channel_blue = ShaderChannelSelect::kBlue;
  ShaderChannelSelect channel_alpha = ShaderChannelSelect::kAlpha;
  U4_8 resource_min_lod;

  ByteAddress base_address;
  std::uint32_t quilt_width = 1;  // 1..32; a surface with either above 1 is quilted
  std::uint32_t quilt_height = 1;
  ByteAddress aux_base_address;                // 4 KiB aligned; formats without planes
  std::array<std::uint32_t, 4> clear_color{};  // raw R, G, B, A; with HiZ, the first is the depth clear value

  Words reserved{};  // bits that belong to no field: kept by decode, given back by encode

  bool operator==(const RenderSurfaceState&) const = default;

  std::uint32_t samples() const { return 1u << log2_samples; }
  bool is_buffer() const { return type == SurfaceType::kBuffer || type == SurfaceType::kStructuredBuffer; }

  /// Entries of a buffer, 1..2^30, from width, height and depth: 7, 14 and 9 bits of (entries - 1).
  std::uint32_t buffer_entries() const;
  /// Splits a number of entries over width, height and depth. Throws Error when it is 0 or above 2^30.
  void set_buffer_entries(std::uint32_t entries);

  /// Refuses (Error, kMalformedInput) reserved and unlisted codes of enumerations, unless the surface is null; keeps
  /// reserved bits.
  static RenderSurfaceState decode(std::span<const std::uint32_t, kDwords> words);
  /// Refuses (Error, kMalformedInput) a value that its field cannot hold. encode(decode(w)) == w.
  Words encode() const;

  /// Every field with its bits, value and meaning, in the order of the document.
  std::vector<FieldValue> fields() const;
  /// Sets a field from text, as `width=64`.
  void assign(const FieldAssignment& assignment);
  /// Table of its fields.
  static const BitLayout<RenderSurfaceState, kDwords>& layout();
};

/// Planar formats use DWords 6 and 11 for plane offsets instead of an auxiliary surface.
bool has_planes(const RenderSurfaceState& state);

}  // namespace texpipe::gen9
