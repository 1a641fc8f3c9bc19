// A contact sheet: one small picture per surface format, decoded by the model.
#pragma once

#include <cstddef>
#include <vector>

#include "isa/gen9/surface_format.h"
#include "study/image/png.h"

namespace texpipe::study {

/// Texels of a test picture in a format, packed: red and luminance grow to the right, green downwards, blue to the
/// left; alpha is 1. Block formats get blocks of fixed noise, because every bit pattern is a block. Empty for formats
/// without texels.
std::vector<std::byte> test_texels(gen9::SurfaceFormat format, std::uint32_t size);

/// All 221 formats in the order of their values, with their names; a format without texels has an empty frame.
Picture format_sheet();

}  // namespace texpipe::study
