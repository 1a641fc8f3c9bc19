// A texture walk as a workload: texture, output image, states and threads.
#pragma once

#include "functional/device/workload.h"
#include "functional/surface/surface_image.h"
#include "pictures/texture/texture.h"
#include "workload/texture_walk/texture_walk_parameters.h"

namespace texpipe::study {

/// A workload that walks over an image and samples `texture`: a 2D surface with its packed texels.
/// @param palette   entries of palette 0, ARGB8888
/// @param channels  which of the texture's channels the sampler returns in each place
/// @param more      that each pixel samples besides
/// Errors: kInvalidConfiguration with the path below `workload` for parameters that do not fit together; those of
/// build_surface; kUnsupported for two textures with palettes.
functional::Workload make_texture_walk(const TextureWalkParameters& parameters, const functional::SurfaceImage& texture,
                                       std::span<const std::byte> texels, std::span<const std::uint32_t> palette = {},
                                       const ChannelSelects& channels = functional::kUnswizzled,
                                       std::span<const Texture> more = {});

/// The picture that a workload wrote: texels row by row, in the output format.
std::vector<std::byte> read_output(const functional::Workload& workload);

}  // namespace texpipe::study
