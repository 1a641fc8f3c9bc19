// Shader programs as they lie in memory.
#pragma once

#include <cstdint>
#include <vector>

#include "base/quantity.h"
#include "functional/memory/gpu_memory.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

struct ReadProgram {
  std::vector<gen9::EuInstruction> instructions;
  std::uint32_t bytes = 0;
};

/// Instructions from an address to a message that ends the thread and that no branch before it jumps over. Errors:
/// those of decoding, and kMalformedInput when the program has no end within 1 MiB.
ReadProgram read_program(const GpuMemory& memory, ByteAddress address);

}  // namespace texpipe::functional
