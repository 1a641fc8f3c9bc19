// A texture file's texels as colours.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/formats/texel.h"
#include "pictures/npy/npy.h"
#include "pictures/texture/png.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {

/// Which plane of a texture. `slice` counts array slices (cubes: faces of all cubes) or, in a volume, depth slices of
/// the level.
struct TexturePlane {
  std::uint32_t level = 0;
  std::uint32_t slice = 0;
};

/// Colours of one plane: R, G, B, A as 32 bits each, as the sampler returns them unfiltered (sRGB formats: linear).
struct DecodedPlane {
  gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  functional::TexelCoding coding{};                   // of what each channel shows
  ChannelSelects channels = functional::kUnswizzled;  // which of the format's channels each shows
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::array<std::uint32_t, 4>> texels;  // row by row
};

/// Decodes a plane, palette formats by the file's palette, channels by the file's swizzle.
/// Errors: Error (kUsage) for a level or slice that the texture does not have, kUnsupported for formats that have no
/// texels.
DecodedPlane decode_plane(const Texture& texture, TexturePlane plane);

/// Decodes `width` x `height` texels that lie packed as SurfaceImage says.
/// @param palettes  of palette formats
DecodedPlane decode_packed(gen9::SurfaceFormat format, std::span<const std::byte> texels, std::uint32_t width,
                           std::uint32_t height, const functional::Palettes& palettes = {});

/// For looking at: [0, 1] becomes 0 to 255, [-1, 1] of signed formats and the range of integers likewise; sRGB formats
/// show their sRGB codes.
Picture picture_of(const DecodedPlane& plane);

/// [height, width, 4] as float32, or as uint32 or int32 for integer formats.
NpyArray array_of(const DecodedPlane& plane);

}  // namespace texpipe::study
