// The quad that every pixel shader is drawn with: a strip of two triangles in perspective, both back faces.
#pragma once

#include "functional/frame/state/assembled_primitives.h"
#include "functional/message/urb.h"

namespace texpipe::study {

/// Clip-space position of a vertex, 0 to 3.
const std::array<float, 4>& quad_position(unsigned vertex);

/// Puts the four vertices into `urb`, which outlives what is returned: location n of the vertex shader is output n.
functional::AssembledPrimitives assemble_quad(functional::Urb& urb);

}  // namespace texpipe::study
