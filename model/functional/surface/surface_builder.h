// Surfaces as a driver makes them: memory with the Gen9 layout, tiled texels, and the RENDER_SURFACE_STATE that
// describes them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_image.h"

namespace texpipe::functional {

/// Choices of a surface's layout.
struct SurfaceOptions {
  Tiling tiling = Tiling::kY;
  bool array = false;  // Surface Array; set anyway when there is more than one slice
  gen9::SurfaceAlignment horizontal_alignment = gen9::SurfaceAlignment::k4;
  gen9::SurfaceAlignment vertical_alignment = gen9::SurfaceAlignment::k4;
  SampleStorage sample_storage = SampleStorage::kArraySlices;
  bool mcs = false;      // with an MCS that names each sample its own slice
  bool mip_tail = true;  // Yf and Ys: small levels share a tile
  std::array<gen9::ShaderChannelSelect, 4> channels{gen9::ShaderChannelSelect::kRed, gen9::ShaderChannelSelect::kGreen,
                                                    gen9::ShaderChannelSelect::kBlue,
                                                    gen9::ShaderChannelSelect::kAlpha};
};

/// Allocates a surface for the image in `memory` under `name`, writes its texels (packed as SurfaceImage says; empty:
/// left unwritten, reads 0) and returns its state. Base addresses are 4 KiB aligned, 64 KiB for Ys; the pitch is the
/// smallest that the tiling allows. Errors: Error (kMalformedInput) when the image's sizes are out of range, `texels`
/// has another length than the image needs, or the address space has no room left; Error (kUnsupported) when the tiling
/// does not take the format (tiled surfaces of 3, 6 or 12 byte texels) or the type.
gen9::RenderSurfaceState build_surface(GpuMemory& memory, const std::string& name, const SurfaceImage& image,
                                       std::span<const std::byte> texels, const SurfaceOptions& options = {});

/// Whether a format's texels fit into tiles: those of 3, 6 and 12 bytes, and of more than 16, lie in linear memory.
bool fits_tiles(gen9::SurfaceFormat format);

/// The packed texels of a surface in memory; the inverse of build_surface.
std::vector<std::byte> read_surface(const GpuMemory& memory, const SurfaceImage& image, const SurfaceLayout& layout);

/// First level that fits into a mip tail of the tiling (specification/state 4.4); kNoMipTail when none does.
unsigned mip_tail_start(const SurfaceGeometry& geometry);

}  // namespace texpipe::functional
