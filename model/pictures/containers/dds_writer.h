// Textures as DirectDraw surface files.
#pragma once

#include <cstddef>
#include <vector>

#include "pictures/texture/texture.h"

namespace texpipe::study {

/// Whether a DDS file can hold an image of this type and format: by its DXGI number, or, for a single picture, cube or
/// volume, by the masks of the legacy header.
bool dds_can_hold(const functional::SurfaceImage& image);

/// The texture as a file that read_texture reads back as itself (a palette is left out).
/// Errors: kUnsupported, by name, for what dds_can_hold refuses.
std::vector<std::byte> dds_bytes(const Texture& texture);

}  // namespace texpipe::study
