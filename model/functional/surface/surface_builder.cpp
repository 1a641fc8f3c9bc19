#include "functional/surface/surface_builder.h"

#include <algorithm>
#include <bit>

#include "base/diagnostic.h"
#include "functional/surface/aligned_up.h"
#include "functional/surface/multisample_control.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kLinearPitchAlignment = 64;  // bytes
constexpr std::uint32_t kSlicePitchUnit = 4;         // QPitch counts in fours
constexpr std::uint32_t kMcsTileWidth = 128;         // bytes
constexpr std::uint32_t kMcsTileRows = 32;

bool tiled_resource(Tiling tiling) {
  return tiling == Tiling::kYf || tiling == Tiling::kYs;
}

// Largest first level of a mip tail in elements, for elements of 1, 2, 4, 8, 16 bytes (specification/state 4.4).
struct TailExtent {
  std::uint32_t width, height, depth;
};
constexpr TailExtent kYs2D[] = {{128, 256, 1}, {128, 128, 1}, {64, 128, 1}, {64, 64, 1}, {32, 64, 1}};
constexpr TailExtent kYf2D[] = {{32, 64, 1}, {32, 32, 1}, {16, 32, 1}, {16, 16, 1}, {8, 16, 1}};
constexpr TailExtent kYs3D[] = {{32, 32, 32}, {16, 32, 32}, {16, 32, 16}, {16, 16, 16}, {8, 16, 16}};
constexpr TailExtent kYf3D[] = {{16, 8, 16}, {8, 8, 16}, {8, 8, 8}, {8, 4, 8}, {4, 4, 8}};

TailExtent largest_tail_level(const SurfaceGeometry& geometry) {
  const unsigned size = static_cast<unsigned>(std::countr_zero(unsigned{geometry.element.bytes}));
  const bool ys = geometry.tiling == Tiling::kYs;
  if (geometry.type == SurfaceType::k1D) return {(ys ? 16384u : 1024u) >> size, 1, 1};
  if (geometry.type == SurfaceType::k3D) return ys ? kYs3D[size] : kYf3D[size];
  TailExtent extent = ys ? kYs2D[size] : kYf2D[size];
  // Doublings of the samples halve height and width in turn.
  extent.height >>= (geometry.sample_bits + 1) / 2;
  extent.width >>= geometry.sample_bits / 2;
  return extent;
}

void apply_tiling(gen9::RenderSurfaceState& state, Tiling tiling) {
  switch (tiling) {
    case Tiling::kLinear:
      state.tile_mode = gen9::TileMode::kLinear;
      break;
    case Tiling::kW:
      state.tile_mode = gen9::TileMode::kW;
      break;
    case Tiling::kX:
      state.tile_mode = gen9::TileMode::kX;
      break;
    case Tiling::kY:
      state.tile_mode = gen9::TileMode::kY;
      break;
    case Tiling::kYf:
    case Tiling::kYs:
      state.tile_mode = gen9::TileMode::kY;
      state.tiled_resource_mode = tiling == Tiling::kYf ? gen9::TiledResourceMode::kYf : gen9::TiledResourceMode::kYs;
      break;
  }
}

std::uint32_t stored_slices(const SurfaceImage& image) {
  if (image.type == SurfaceType::k3D) return image.depth;
  return image.type == SurfaceType::kCube ? image.array_length * 6 : image.array_length;
}

// Row pitch as the surface state has it, for a mip tree of this width.
std::uint32_t row_pitch(const SurfaceGeometry& geometry, const MipTree& tree) {
  if (has_1d_layout(geometry))
    return aligned_up(geometry.width * geometry.element.bytes, kLinearPitchAlignment);  // not read
  const std::uint32_t bytes = tree.width * geometry.element.bytes;
  if (geometry.tiling == Tiling::kLinear) return aligned_up(bytes, kLinearPitchAlignment);
  const std::uint32_t pitch = aligned_up(bytes, tile_swizzle(geometry).width());
  return geometry.tiling == Tiling::kW ? pitch * 2 : pitch;
}

std::uint32_t slice_pitch(const SurfaceGeometry& geometry, const MipTree& tree) {
  if (has_1d_layout(geometry)) return aligned_up(tree.width, kSlicePitchUnit);
  if (tiled_resource(geometry.tiling)) return aligned_up(tree.height, tile_swizzle(geometry).rows());
  return aligned_up(tree.height, std::max(kSlicePitchUnit, geometry.vertical_alignment));
}

void add_mcs(GpuMemory& memory, const std::string& name, const SurfaceImage& image, gen9::RenderSurfaceState& state) {
  const std::uint32_t bytes = mcs_element_bytes(image.sample_bits);
  const std::uint32_t pitch = aligned_up(image.width * bytes, kMcsTileWidth);
  const std::uint32_t rows = aligned_up(image.height, kSlicePitchUnit);
  const std::uint64_t size = std::uint64_t{aligned_up(rows * image.array_length, kMcsTileRows)} * pitch;
  state.aux_mode = gen9::AuxSurfaceMode::kCcsD;
  state.aux_base_address = memory.allocate(name + ".mcs", ByteSize{size});
  state.aux_pitch = pitch / kMcsTileWidth;
  state.aux_qpitch = rows;
  const SurfaceLayout layout{surface_geometry(state)};
  const std::uint64_t word = distinct_samples_mcs(image.sample_bits);
  for (std::uint32_t slice = 0; slice < image.array_length; ++slice) {
    for (std::uint32_t y = 0; y < image.height; ++y) {
      for (std::uint32_t x = 0; x < image.width; ++x) {
        memory.write(layout.mcs_address(x, y, slice), std::as_bytes(std::span{&word, 1}).first(bytes));
      }
    }
  }
}

}  // namespace

unsigned mip_tail_start(const SurfaceGeometry& geometry) {
  if (!tiled_resource(geometry.tiling)) return kNoMipTail;
  const TailExtent largest = largest_tail_level(geometry);
  for (unsigned level = 0; level < geometry.levels; ++level) {
    const auto elements = [level](std::uint32_t size, std::uint32_t element) {
      return (level_extent(size, level) + element - 1) / element;
    };
    const std::uint32_t depth = geometry.type == SurfaceType::k3D ? level_extent(geometry.depth, level) : 1;
    if (elements(geometry.width, geometry.element.width) <= largest.width &&
        elements(geometry.height, geometry.element.height) <= largest.height && depth <= largest.depth) {
      return level;
    }
  }
  return kNoMipTail;
}

bool fits_tiles(gen9::SurfaceFormat format) {
  constexpr unsigned kLargestTiled = 16;
  const unsigned bytes = element_shape(format).bytes;
  return std::has_single_bit(bytes) && bytes <= kLargestTiled;
}

gen9::RenderSurfaceState build_surface(GpuMemory& memory, const std::string& name, const SurfaceImage& image,
                                       std::span<const std::byte> texels, const SurfaceOptions& options) {
  const std::uint64_t needed = packed_bytes(image);
  if (!texels.empty() && texels.size() != needed) {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = "surface '" + name + "' has " +
                                                                 std::to_string(texels.size()) + " bytes of texels",
                                                      .hint = "expected " + std::to_string(needed)}};
  }
  gen9::RenderSurfaceState state;
  state.type = image.type;
  state.format = image.format;
  state.channel_red = options.channels[0];
  state.channel_green = options.channels[1];
  state.channel_blue = options.channels[2];
  state.channel_alpha = options.channels[3];
  if (image.type == SurfaceType::kNull) return state;

  const ElementShape element = element_shape(image.format);
  if (state.is_buffer()) {
    state.set_buffer_entries(image.width);
    state.pitch = element.bytes;
    state.base_address = memory.allocate(name, ByteSize{needed});
  } else {
    apply_tiling(state, options.tiling);
    state.array = options.array || image.array_length > 1;
    state.horizontal_alignment = options.horizontal_alignment;
    state.vertical_alignment = options.vertical_alignment;
    state.width = image.width;
    state.height = image.height;
    state.depth = image.type == SurfaceType::k3D ? image.depth : image.array_length;
    state.render_target_view_extent = state.depth;
    state.mip_count = static_cast<std::uint8_t>(image.levels);
    state.log2_samples = image.sample_bits;
    state.multisample_storage = options.sample_storage == SampleStorage::kInterleaved
                                    ? gen9::MultisampleStorage::kDepthStencil
                                    : gen9::MultisampleStorage::kMss;
    SurfaceGeometry geometry = surface_geometry(state);
    geometry.mip_tail_start = static_cast<std::uint8_t>(options.mip_tail ? mip_tail_start(geometry) : kNoMipTail);
    state.mip_tail_start_lod = tiled_resource(options.tiling) ? geometry.mip_tail_start : 0;
    const MipTree tree = mip_tree(geometry);
    state.pitch = row_pitch(geometry, tree);
    state.qpitch = slice_pitch(geometry, tree);
    if (has_planes(state)) {
      state.u_plane_y_offset = static_cast<std::uint16_t>(tree.height);
      state.qpitch = aligned_up(tree.height + (image.height + 1) / 2, kSlicePitchUnit);
    }
    const ByteSize size = SurfaceLayout{surface_geometry(state)}.size(stored_slices(image));
    state.base_address = memory.allocate(name, size, ByteSize{options.tiling == Tiling::kYs ? 65536u : 4096u});
  }
  if (!texels.empty()) {
    for_each_run(image, SurfaceLayout{surface_geometry(state)}, [&](const ElementRun& run) {
      memory.write(run.address, texels.subspan(run.packed_offset, run.bytes));
    });
  }
  if (options.mcs && image.sample_bits != 0) add_mcs(memory, name, image, state);
  return state;
}

std::vector<std::byte> read_surface(const GpuMemory& memory, const SurfaceImage& image, const SurfaceLayout& layout) {
  std::vector<std::byte> texels(packed_bytes(image));
  for_each_run(image, layout, [&](const ElementRun& run) {
    memory.read(run.address, std::span{texels}.subspan(run.packed_offset, run.bytes));
  });
  return texels;
}

}  // namespace texpipe::functional
