// 64-bit vertex formats at full width, which a texel of 32-bit channels cannot hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

/// R, G, B, A of an R64* format: bits of a double, or the stored bits of PASSTHRU formats. Missing colours are 0;
/// missing alpha is 1.0 as a double, or integer 1 for PASSTHRU. Errors: kMalformedInput for other formats.
std::array<std::uint64_t, 4> decode_vertex64(gen9::SurfaceFormat format, const std::byte* element);

}  // namespace texpipe::functional
