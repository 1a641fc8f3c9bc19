// Fills a convex polygon of three or four edges by coarse tiles.
#pragma once

#include <span>
#include <vector>

#include "functional/rasterization/edge_function.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// Appends the subspans covered by the intersection of the edges' inner sides and of `bounds` (1/256 pixel, inclusive).
RasterCounts fill_convex(const RasterState& state, std::span<const EdgeFunction> edges, WindowVertex low,
                         WindowVertex high, std::vector<CoveredSubspan>& out);

}  // namespace texpipe::functional
