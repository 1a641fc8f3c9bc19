// Many subspans of one message kind at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Pixels of many messages of one kind, structures of arrays.
struct SamplerBatch {
  const std::uint32_t* parameters = nullptr;  // parameter i of pixel n: [i * pixels + n]
  unsigned parameter_count = 0;               // in the order of the operation; trailing ones may be left out
  std::size_t pixels = 0;                     // whole subspans
  std::uint32_t* results = nullptr;           // channel c of pixel n: [c * pixels + n]; disabled channels 0
};

/// Results of messages of one kind for all pixels of a batch, 8 or 16 at a time, without payload and response
/// registers.
/// @param message  of SIMD8, SIMD8D or SIMD16: descriptors, header and context count, its parameters do not
/// Errors: as execute_sampler_message, before anything is written.
void execute_sampler_batch(const GpuMemory& memory, const Message& message, const SamplerBatch& batch);

}  // namespace texpipe::functional
