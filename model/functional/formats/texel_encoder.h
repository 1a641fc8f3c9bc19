// Colours to bytes, for render targets and typed surface writes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

/// Which of R, G, B, A a write changes: bit 0 is R.
using ChannelMask = std::uint8_t;
inline constexpr ChannelMask kAllChannels = 0xF;

/// Writes a colour into an element; bits of channels that are masked or unused keep their value (resolutions R1).
///
/// UNORM and SNORM: clamped to the range, NaN is 0, scaled, rounded to nearest with halves away from zero. sRGB
/// colours: likewise after the curve. UINT and SINT: clamped to the range. FLOAT16: nearest even; 11- and 10-bit
/// floats: toward zero, negative is 0; finite values never become infinite (sampling-spec section 7, gen9-messages
/// section 5.3). A YCRCB pair takes its chroma from its left texel (assumed).
///
/// @param rgba     float32 bits, or integers for UINT and SINT formats
/// @param element  the element's bytes; changed in place
/// @param x        texel 0 or 1 of a YCRCB pair, else 0
/// Errors: kUnsupported for formats that are neither render targets nor typed-write formats.
void encode_texel(gen9::SurfaceFormat format, const std::array<std::uint32_t, 4>& rgba, std::byte* element,
                  ChannelMask channels = kAllChannels, unsigned x = 0);

}  // namespace texpipe::functional
