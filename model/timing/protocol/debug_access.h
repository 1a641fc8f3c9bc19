// Debug transport to the GPU memory, which has the bytes of all that keep none: caches and the model's memory.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "timing/protocol/memory_protocol.h"

namespace texpipe::timing {

/// Reads or writes the payload's bytes and sets its response status. Returns how many: all, or none beyond the address
/// space.
unsigned debug_access(functional::GpuMemory& memory, Payload& payload);

}  // namespace texpipe::timing
