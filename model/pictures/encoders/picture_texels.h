// A picture as the texels of any surface format: what the contact sheet decodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "isa/gen9/surface_format.h"
#include "pictures/texture/png.h"

namespace texpipe::study {

/// Why a format cannot hold a picture, in capitals; empty: it can.
std::string_view no_picture(const gen9::FormatFacts& facts);

struct PictureTexels {
  std::vector<std::byte> texels;             // packed as SurfaceImage says
  std::array<std::uint32_t, 256> palette{};  // of palette formats, ARGB8888
};

/// The picture's codes over the range of each channel, so that picture_of shows them again. L, I and a lone alpha hold
/// the luminance; one-bit formats are dithered; palettes are chosen for the picture; YUV formats hold BT.601, which the
/// sampler returns as it is: Cr, Y, Cb. Both sizes must be multiples of
/// the format's element (a block, a pair of YUV texels, a byte of several texels).
PictureTexels picture_texels(gen9::SurfaceFormat format, const Picture& picture);

}  // namespace texpipe::study
