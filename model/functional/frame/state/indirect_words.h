// State structures that commands point to, as they stand in memory at the time of the draw.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Words of a structure. @param offset  in bytes, from the dynamic state base
template <unsigned kWords>
std::array<std::uint32_t, kWords> indirect_words(const GpuMemory& memory, const PipelineState& state,
                                                 std::uint64_t offset) {
  std::array<std::uint32_t, kWords> words;
  const std::uint64_t address = (state.dynamic_state_base().value() + offset) & (GpuMemory::kEnd - 1);
  memory.read(ByteAddress{address}, std::as_writable_bytes(std::span{words}));
  return words;
}

}  // namespace texpipe::functional
