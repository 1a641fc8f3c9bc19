// Debug transport to the GPU memory, for blocks that keep no bytes: caches and the model's memory.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "timing/protocol/memory_protocol.h"

namespace texpipe::timing {

/// Reads or writes the payload's bytes and sets its response status. Returns the number of bytes: all of them, or 0
/// beyond the address space.
unsigned debug_access(functional::GpuMemory& memory, Payload& payload);

}  // namespace texpipe::timing
