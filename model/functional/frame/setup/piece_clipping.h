// Clipping of a primitive's pieces.
#pragma once

#include "functional/frame/setup/current_primitive.h"

namespace texpipe::functional {

/// Clips a piece by every plane that is on: those of the view volume, the vertices' clip distances, and the borders
/// within which the raster is exact.
/// @return  whether something is left
bool clip_piece(const PrimitiveRasterContext& context, const CurrentPrimitive& current, ClippedPiece& piece);

/// True when all vertices lie beyond the same side of the viewport, where the clipper looks at its sides.
bool is_beyond_side(const PrimitiveRasterContext& context, const CurrentPrimitive& current);

/// True when some cull distance is negative, or no number, at all vertices.
bool culled_by_distance(const PrimitiveRasterContext& context, const CurrentPrimitive& current);

}  // namespace texpipe::functional
