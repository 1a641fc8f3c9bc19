// Texels of a surface that no file gives: patterns that are recognised in what a program samples.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/enum_table.h"
#include "functional/surface/surface_image.h"

namespace texpipe::study {

enum class TexelPattern : std::uint8_t { kGradient, kChecker, kLevel, kSlice };

inline constexpr EnumRow kTexelPatterns[] = {
    {0, "gradient", "R grows with x, G with y, B with slice or depth, A is 1; integers are x, y and slice themselves"},
    {1, "checker", "black and white, one texel each; integers are 0 and 1"},
    {2, "level", "every channel is the level / 16; integers are the level"},
    {3, "slice", "every channel is the slice / 16; integers are the slice"},
};
inline EnumRows enum_rows(TexelPattern) {
  return {"texel pattern", kTexelPatterns};
}

/// Packed texels in any format but RAW, which has no texels. Formats of alpha alone hold R. Palette formats hold R as
/// their index, from 0 to the highest that they have; `pattern_palette` goes with them. Compressed and YUV formats hold
/// the colours in 8 bits, as well as picture_texels encodes them; signed blocks -1 for 0.
/// Errors: kUnsupported for RAW; kMalformedInput for more than 256 MiB, and those of functional::packed_bytes.
std::vector<std::byte> pattern_texels(const functional::SurfaceImage& image, TexelPattern pattern);

/// Entry i is the grey i / 255, ARGB8888: an index shows as itself.
std::array<std::uint32_t, 256> pattern_palette();

}  // namespace texpipe::study
