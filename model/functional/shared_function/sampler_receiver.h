// Samples that go straight into a thread's registers.
#pragma once

#include <span>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Executes a message to the sampler whose response is nothing but results of sixteen lanes, which go straight into
/// registers. False: the message is another one, and has to be executed as such; the registers may hold anything until
/// its response is written. Errors: those of execute_sampler_message.
/// @param receiver  registers of the response
bool sample_into(const GpuMemory& memory, const Message& message, std::span<Grf> receiver);

}  // namespace texpipe::functional
