#include "base/diagnostic.h"
#include "functional/memory/canonical_address.h"
#include "functional/surface/geometry.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kAuxiliaryTileBytes = 128;  // a row of a Y tile

Tiling tiling_of(const gen9::RenderSurfaceState& state) {
  switch (state.tiled_resource_mode) {
    case gen9::TiledResourceMode::kYf:
      return Tiling::kYf;
    case gen9::TiledResourceMode::kYs:
      return Tiling::kYs;
    case gen9::TiledResourceMode::kNone:
      break;
  }
  switch (state.tile_mode) {
    case gen9::TileMode::kW:
      return Tiling::kW;
    case gen9::TileMode::kX:
      return Tiling::kX;
    case gen9::TileMode::kY:
      return Tiling::kY;
    case gen9::TileMode::kLinear:
      break;
  }
  return Tiling::kLinear;
}

bool has_mcs(const gen9::RenderSurfaceState& state) {
  return state.log2_samples != 0 &&
         (state.aux_mode == gen9::AuxSurfaceMode::kCcsD || state.aux_mode == gen9::AuxSurfaceMode::kCcsE);
}

}  // namespace

SurfaceGeometry surface_geometry(const gen9::RenderSurfaceState& state) {
  SurfaceGeometry geometry;
  geometry.type = state.type;
  if (state.type == SurfaceType::kNull) return geometry;
  if (state.astc) unsupported("ASTC formats");
  geometry.array = state.array;
  geometry.element = element_shape(state.format);
  geometry.base = from_canonical(state.base_address);
  geometry.row_pitch = state.pitch;
  if (state.is_buffer()) {
    geometry.width = state.buffer_entries();
    return geometry;
  }
  geometry.tiling = tiling_of(state);
  geometry.width = state.width;
  geometry.height = state.height;
  geometry.depth = state.depth;
  geometry.levels = std::uint32_t{state.surface_min_lod} + state.mip_count;
  geometry.horizontal_alignment = elements_of(state.horizontal_alignment);
  geometry.vertical_alignment = elements_of(state.vertical_alignment);
  geometry.slice_pitch = state.qpitch;
  geometry.sample_bits = state.log2_samples;
  geometry.sample_storage = state.multisample_storage == gen9::MultisampleStorage::kDepthStencil
                                ? SampleStorage::kInterleaved
                                : SampleStorage::kArraySlices;
  geometry.mip_tail_start = state.mip_tail_start_lod;
  geometry.x_offset = state.x_offset;
  geometry.y_offset = state.y_offset;
  geometry.every_other_line = state.vertical_line_stride;
  geometry.odd_lines = state.vertical_line_stride_offset;
  geometry.quilt_width = state.quilt_width;
  geometry.quilt_height = state.quilt_height;
  if (has_planes(state)) {
    geometry.separate_chroma = state.separate_uv_plane;
    geometry.u_plane = {state.u_plane_x_offset, state.u_plane_y_offset};
    geometry.v_plane = {state.v_plane_x_offset, state.v_plane_y_offset};
  } else if (has_mcs(state)) {
    geometry.auxiliary_base = from_canonical(state.aux_base_address);
    geometry.auxiliary_pitch = state.aux_pitch * kAuxiliaryTileBytes;
    geometry.auxiliary_slice_pitch = state.aux_qpitch;
  }
  return geometry;
}

}  // namespace texpipe::functional
