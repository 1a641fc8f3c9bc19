// Samples that go straight into a thread's registers.
#pragma once

#include <span>

#include "functional/memory/gpu_memory.h"
#include "functional/message/gang_message.h"
#include "functional/message/message.h"
#include "functional/sampling/touched_lines.h"

namespace texpipe::functional {

class SamplerCache;

/// Executes a message to the sampler whose response is nothing but results of sixteen lanes, which go straight into
/// registers. False: the message is another one, and has to be executed as such; the registers may hold anything until
/// its response is written. Errors: those of execute_sampler_message.
/// @param receiver  registers of the response
bool sample_into(const GpuMemory& memory, const Message& message, std::span<Grf> receiver);

/// Executes messages of threads side by side as `sample_into` does, finding out once what they ask for. Errors: those
/// of `sample_into`. @param gang  its message is one to the sampler
/// @return bit n: sender n has its response; registers of the others' responses may hold anything, but their payloads
/// are as they were
std::uint32_t sample_gang(const GpuMemory& memory, const GangMessage& gang);

/// States, texels and a request of the host's thread.
SamplerCache& sampler_cache_of_thread();

}  // namespace texpipe::functional
