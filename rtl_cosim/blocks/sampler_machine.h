// The sampler that the RTL is, in the model's parameters.
#pragma once

#include <string>

#include "machine/sampler/sampler_parameters.h"

namespace texpipe::rtl_cosim {

/// Machine that the joined RTL is built for: address generator to filter. Front end, second level and writeback are
/// not its own.
machine::SamplerParameters sampler_machine();

/// Errors: kUnsupported, naming the parameter, when the RTL is not built for this sampler.
/// @param path  of the sampler
void check_sampler_machine(const machine::SamplerParameters& sampler, const std::string& path);

}  // namespace texpipe::rtl_cosim
