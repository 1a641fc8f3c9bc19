// Fills a rectangle of a surface with one value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_layout.h"

namespace texpipe::functional {

/// Tells whether memory may be written.
using MemoryHolds = std::function<bool(ByteAddress, ByteSize)>;

struct SurfaceFill {
  unsigned level = 0;
  std::uint32_t slice = 0;
  std::uint32_t samples = 1;
  std::uint32_t left = 0;  // pixels; right and bottom are not filled, and what lies beyond the level is not either
  std::uint32_t top = 0;
  std::uint32_t right = 0;
  std::uint32_t bottom = 0;
  std::vector<std::byte> element{};
  MemoryHolds holds{};  // null: all memory may be
};

/// Errors: kMalformedInput, naming the address, for a place that memory does not hold; what comes before it is filled.
void fill_surface(const SurfaceLayout& layout, const SurfaceFill& fill, GpuMemory& memory);

/// Fills the MCS elements of the rectangle's pixels. Errors: likewise.
void fill_mcs(const SurfaceLayout& layout, const SurfaceFill& fill, std::uint64_t element, GpuMemory& memory);

}  // namespace texpipe::functional
