// The mip levels of a texture that came without.
#pragma once

#include "pictures/texture/texture.h"

namespace texpipe::study {

/// The format in which levels of a texture are written: its own where a DDS file and encode_channels have it and no
/// swizzle moves its channels, else the nearest of R8G8B8A8_UNORM (sRGB formats: _SRGB), R16G16B16A16_UNORM, _SNORM or
/// _FLOAT, R32G32B32A32_UINT or _SINT.
gen9::SurfaceFormat mip_format(const functional::SurfaceImage& image,
                               const ChannelSelects& channels = functional::kUnswizzled);

/// All levels down to one texel, made from level 0 in `format`; levels that the texture has are replaced. Each texel is
/// the mean of what it covers: 2 texels on an axis, 3 with the right weights where the size is odd; volumes on three
/// axes; slices and faces each for itself. sRGB colours are averaged as linear light, alpha as it is, integers to the
/// nearest. A swizzle is applied.
/// Errors: kUnsupported by name for a format that is compressed, no DDS format, or of the other kind (integers,
/// numbers), and for a slice or volume of more than 2^26 texels.
Texture with_mips(const Texture& texture, gen9::SurfaceFormat format);

}  // namespace texpipe::study
