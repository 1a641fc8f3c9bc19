// Whether a surface lies inside the GPU address space (R29).
#pragma once

#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// Refuses a surface of whose texels, or of whose MCS, a byte lies beyond the address space: of every level and slice
/// that the state lets a message reach.
/// @param layout  of the state's geometry
/// Errors: Error (kMalformedInput) that names the surface's addresses.
void require_addressable(const gen9::RenderSurfaceState& state, const SurfaceLayout& layout);

/// Requires that a surface can be addressed, before a layout is made. A surface that the model cannot lay out passes:
/// the message that uses it names what is not supported.
void require_addressable(const gen9::RenderSurfaceState& state);

}  // namespace texpipe::functional
