// Subspans of messages for the ports of an RTL sampler, and what comes back.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_cosim/verilated/port_values.h"
#include "timing/protocol/sampler_work.h"
#include "timing/simulation/simulation.h"

namespace texpipe::rtl_cosim {

/// A subspan that reads texels on the input ports. Errors: kUnsupported for what the ports do not have.
PortValues subspan_request(const timing::FootprintExtension& subspan);

/// Sums on the output ports, for the subspan of a footprint.
void deliver_sums(const timing::FootprintExtension& footprint, const PortValues& result);

/// The footprints that a subspan is after the address generator; of a message without any, its token.
/// @param made  those of the message so far; 0 after the last
std::vector<timing::PayloadRef> make_footprints(timing::Simulation& simulation,
                                                const timing::FootprintExtension& subspan, std::uint32_t& made);

}  // namespace texpipe::rtl_cosim
