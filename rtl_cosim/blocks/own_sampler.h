// A sampler of one's own RTL in the place of the model's stages from address generator to filter.
#pragma once

#include <memory>

#include "rtl_cosim/verilated/lines_rtl.h"
#include "timing/sampler/sampler_stages.h"
#include "timing/system/block_registry.h"

namespace texpipe::rtl_cosim {

/// To be called while the sampler's module is constructed. Subspans in; their footprints leave together, with the sums
/// of their pixels. Errors: kUnsupported for lines of other sizes than those of the ports.
/// @param next_line  bytes of a line of the next level
std::unique_ptr<timing::SamplerStages> make_own_sampler(timing::Simulation& simulation,
                                                        const machine::SamplerParameters& parameters,
                                                        ByteSize next_line, std::unique_ptr<LinesRtl> rtl);

}  // namespace texpipe::rtl_cosim
