// Finds the lines that sampled and loaded texels lie in.
#pragma once

#include "functional/sampling/compiled_sampler.h"
#include "functional/sampling/touched_lines.h"
#include "functional/surface/address_tables.h"

namespace texpipe::functional {

/// Notes the lines that sixteen sampled lanes read: those of the corners of each subspan's texels, and of one texel of
/// each of its pixels. Of pixels that lie further apart than lines are wide, up to three of four lines may be missing.
void touch_places(const SurfaceBinding& surface, AddressTables& addresses, const SampledPlaces& sampled,
                  TouchedLines& lines);

/// Notes the lines of a request's loads from a surface of single samples: those of two opposite pixels of each subspan.
void touch_loads(const SurfaceBinding& surface, AddressTables& addresses, const SamplerRequest& request,
                 TouchedLines& lines);

}  // namespace texpipe::functional
