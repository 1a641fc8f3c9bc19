// Primitives as the rasteriser takes them.
#pragma once

#include <cstdint>

#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/state/assembled_primitives.h"

namespace texpipe::functional {

/// Adds the primitives of a list, without their adjacent vertices, to those that are drawn. Patches are not drawn.
/// @param first_handle  of the entry of vertex 0 of the list
void draw_primitives(const PrimitiveList& list, std::uint32_t first_handle, AssembledPrimitives& drawn);

}  // namespace texpipe::functional
