// Addresses of 48 bits as drivers write them into 64.
#pragma once

#include "base/quantity.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// The 48-bit address of a canonical one, whose bits 63 to 48 repeat bit 47. Others stay as they are: they lie beyond
/// the address space.
constexpr ByteAddress from_canonical(ByteAddress address) {
  constexpr std::uint64_t kUpperHalf = ~std::uint64_t{0} << (GpuMemory::kAddressBits - 1);
  const bool extended = (address.value() & kUpperHalf) == kUpperHalf;
  return extended ? ByteAddress{address.value() & (GpuMemory::kEnd - 1)} : address;
}

}  // namespace texpipe::functional
