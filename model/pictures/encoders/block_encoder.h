// Pictures to compressed blocks, well enough to be looked at: the ends of the block's colours are guessed, and for each
// texel the index is taken that the model's own decoder brings nearest.
#pragma once

#include <cstddef>
#include <vector>

#include "isa/gen9/surface_format.h"
#include "pictures/texture/png.h"

namespace texpipe::study {

/// Packed blocks of an opaque picture whose sizes are multiples of the block's. Formats of one or two channels hold red
/// and green; signed ones -1 for 0 and 1 for 255; the colours of sRGB formats are the picture's codes.
std::vector<std::byte> encode_blocks(const gen9::FormatFacts& facts, const Picture& picture);

}  // namespace texpipe::study
