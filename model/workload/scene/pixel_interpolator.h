// Gen9 threads that shade a scene: each asks the pixel interpolator for its pixels' barycentrics and stores them as
// colours.
#pragma once

#include <vector>

#include "functional/device/workload.h"
#include "pictures/texture/png.h"
#include "workload/scene/pixel_interpolator_parameters.h"

namespace texpipe::study {

/// Threads of SIMD8 and SIMD16 send one message each, of SIMD32 one per slot group. Results are the files
/// barycentrics.npy, [subspan of the scene][pixel][b0, b1, b2, covered], and interpolated.png.
functional::Workload make_pixel_interpolator(const PixelInterpolatorParameters& parameters,
                                             functional::RasterScene scene);

/// Barycentrics that the threads stored, in the order of the scene's subspans: four pixels of b0, b1, b2 and 1; pixels
/// without coverage are zeros.
std::vector<float> read_barycentrics(const functional::Workload& workload);

/// The scene in the colours of its barycentrics: later triangles over earlier ones, in every written sample of the
/// target, whose mean a pixel shows.
Picture interpolated_picture(const functional::SubspanFeed& feed, const std::vector<float>& barycentrics);

}  // namespace texpipe::study
