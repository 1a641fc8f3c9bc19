#include "functional/surface/surface_fill.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "functional/surface/multisample_control.h"

namespace texpipe::functional {

namespace {

/// Neighbours in a row that are neighbours in memory, too.
struct Run {
  std::uint64_t offset = 0;  // bytes from the row's first element
  std::size_t bytes = 0;
};

/// Fills rows [top, bottom) of columns [left, right).
/// @param address_at  address of an element by column and row
/// @param apart       whether addresses are sums of what column and row contribute: then all rows have the same runs
template <class AddressAt>
void fill_rows(const SurfaceFill& fill, std::uint32_t right, std::uint32_t bottom, std::span<const std::byte> element,
               bool apart, AddressAt address_at, GpuMemory& memory) {
  if (fill.left >= right) return;
  std::vector<Run> runs;
  std::vector<std::byte> bytes;  // of the longest run
  for (std::uint32_t y = fill.top; y < bottom; ++y) {
    const std::uint64_t first = address_at(fill.left, y).value();
    if (y == fill.top || !apart) {
      runs.clear();
      std::size_t longest = 0;
      for (std::uint32_t x = fill.left; x < right; ++x) {
        const std::uint64_t offset = address_at(x, y).value() - first;
        if (runs.empty() || offset != runs.back().offset + runs.back().bytes) runs.push_back({.offset = offset});
        runs.back().bytes += element.size();
        longest = std::max(longest, runs.back().bytes);
      }
      while (bytes.size() < longest) bytes.insert(bytes.end(), element.begin(), element.end());
    }
    for (const Run& run : runs) memory.write(ByteAddress{first + run.offset}, std::span{bytes}.first(run.bytes));
  }
}

bool apart(const SurfaceGeometry& geometry) {
  return geometry.quilt_width <= 1 && geometry.quilt_height <= 1;
}

}  // namespace

void fill_surface(const SurfaceLayout& layout, const SurfaceFill& fill, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::uint32_t right = std::min(fill.right, size.width), bottom = std::min(fill.bottom, size.height);
  for (std::uint32_t sample = 0; sample < fill.samples; ++sample) {
    const auto address_at = [&](std::uint32_t x, std::uint32_t y) {
      return layout.element_address(fill.level, {.x = x, .y = y, .slice = fill.slice, .sample = sample});
    };
    fill_rows(fill, right, bottom, fill.element, apart(layout.geometry()), address_at, memory);
  }
}

void fill_mcs(const SurfaceLayout& layout, const SurfaceFill& fill, std::uint64_t element, GpuMemory& memory) {
  const LevelSize size = layout.level_size(fill.level);
  const std::span<const std::byte> bytes =
      std::as_bytes(std::span{&element, 1}).first(mcs_element_bytes(layout.geometry().sample_bits));
  const auto address_at = [&](std::uint32_t x, std::uint32_t y) { return layout.mcs_address(x, y, fill.slice); };
  fill_rows(fill, std::min(fill.right, size.width), std::min(fill.bottom, size.height), bytes, true, address_at,
            memory);
}

}  // namespace texpipe::functional
