// The texture cache that the RTL is, in the model's parameters.
#pragma once

#include <string>

#include "machine/sampler/sampler_parameters.h"

namespace texpipe::rtl_cosim {

struct TextureCacheMachine {
  machine::TextureCacheParameters l1;
  machine::LatencyFifoParameters latency_fifo;
};

/// What the RTL is built for. Blocks are decompressed by the decoder behind it, or before it, at any speed; the seed of
/// random replacement is idle.
TextureCacheMachine texture_cache_machine();

/// Errors: kUnsupported, naming the parameter, when the RTL is not built for this sampler's l1 and latency_fifo.
/// @param path  of the sampler
void check_texture_cache_machine(const machine::SamplerParameters& sampler, const std::string& path);

}  // namespace texpipe::rtl_cosim
