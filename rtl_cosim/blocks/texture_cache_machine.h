// The texture cache that the RTL is, in the model's parameters.
#pragma once

#include <cstdint>
#include <string>

#include "machine/cache/line.h"
#include "machine/sampler/sampler_parameters.h"

namespace texpipe::rtl_cosim {

struct TextureCacheMachine {
  machine::TextureCacheParameters l1;
  machine::LatencyFifoParameters latency_fifo;
};

/// Machine that the RTL is built for. Blocks are decompressed by the decoder behind it, or before it, at any speed; the
/// seed of random replacement is idle.
TextureCacheMachine texture_cache_machine();

/// Errors: kUnsupported, naming the parameter, when the RTL is not built for this sampler's l1 and latency_fifo.
/// @param path  of the sampler
void check_texture_cache_machine(const machine::SamplerParameters& sampler, const std::string& path);

/// Errors: kUnsupported for a data read that is not the model's: an RTL texture cache reads its data itself.
void check_reads_own_data(const machine::SamplerParameters& sampler, const std::string& path);

/// A line's name at the ports: its address space in the highest bit.
std::uint64_t texture_cache_key(machine::LineKey line);

}  // namespace texpipe::rtl_cosim
