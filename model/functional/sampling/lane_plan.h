// Plans from what the vector form of the sampler has found already: its levels, taps, columns and rows.
#pragma once

#include <cstdint>

#include "functional/sampling/compiled_sampler.h"
#include "functional/sampling/subspan_plan.h"
#include "functional/surface/address_tables.h"

namespace texpipe::functional {

/// Adds the footprints of a subspan, equal to those of for_each_footprint.
/// @param pixels  of the message, all of which were sampled so
void plan_from_places(const SurfaceBinding& surface, AddressTables& addresses, const SampledPlaces& sampled,
                      std::uint32_t pixels, unsigned subspan, LineShape lines, SubspanPlan& plan);

}  // namespace texpipe::functional
