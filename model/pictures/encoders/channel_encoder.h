// Numbers to the bits of every format whose channels stand side by side, whether the hardware writes it or not:
// pictures and textures made on the host. What the hardware writes is functional/formats/texel_encoder.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isa/gen9/surface_format.h"

namespace texpipe::study {

/// R, G, B, A as the sampler returns them unfiltered: sRGB formats linear, integers as numbers.
using ColorNumbers = std::array<double, 4>;

/// Whether `encode_channels` writes the format: all but blocks, YUV, palettes, bytes without meaning and 64 bits passed
/// through.
bool has_plain_channels(const gen9::FormatFacts& facts);

/// Which of R, G, B, A a stored channel holds: L, I and a palette's index stand in R.
std::size_t component_of(const gen9::FormatFacts& facts, const gen9::StoredChannel& channel);

/// Writes texel `x` of an element (x above 0 only where an element holds several texels), whose bits are 0 before.
/// Fixed point and integers: nearest, clamped to the format's range; NaN is 0. Floats: nearest even; what is too large
/// becomes the largest finite number, below 0 becomes 0 where the format has no sign. Of palette formats R is the
/// index.
void encode_channels(const gen9::FormatFacts& facts, const ColorNumbers& color, std::span<std::byte> element,
                     unsigned x = 0);

}  // namespace texpipe::study
