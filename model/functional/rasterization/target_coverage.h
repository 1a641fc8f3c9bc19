// Coverage of a render target whose sample count is not the raster's (target-independent rasterisation).
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// Samples of the target's pixel that are written. The document leaves the mapping open
/// (specification/nvidia-queries 7): with fewer target samples each stands for as many neighbours in raster order and
/// is written when one of them is covered; with more, that many neighbours stand for one raster sample.
/// @param coverage  bit s: raster sample s is covered
std::uint16_t target_coverage(std::uint16_t coverage, unsigned raster_samples, unsigned target_samples);

}  // namespace texpipe::functional
