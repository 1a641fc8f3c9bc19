// Order of a primitive's subspans, tile by tile.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/frame/work/frame_work.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

inline constexpr std::int32_t kFrameTile = 16;  // pixels per side of a coarse tile

/// Place of a subspan in an order: of its tile, and of itself in the tile, where subspans stand along a Z curve.
/// @param x, y  its upper left pixel, from 0 to 16383
std::uint64_t order_key(TileOrder order, std::int32_t x, std::int32_t y);

/// Brings the subspans of a primitive, no two of which share a pixel, into an order. Pictures depend on it
/// only where programs see what other lanes hold, or what their registers held before: it says which share a thread.
void order_subspans(TileOrder order, std::vector<CoveredSubspan>& subspans);

}  // namespace texpipe::functional
