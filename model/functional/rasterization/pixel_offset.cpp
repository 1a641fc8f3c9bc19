#include "functional/rasterization/pixel_offset.h"

#include <bit>

namespace texpipe::functional {

PixelOffset centroid(const SamplePattern& pattern, std::uint32_t coverage, std::uint32_t sample_mask) {
  const std::uint32_t full = pattern.full_mask();
  coverage &= full;
  if (coverage == full) return {};
  if (coverage != 0) return offset_of(pattern.positions[static_cast<unsigned>(std::countr_zero(coverage))]);
  sample_mask &= full;
  if (sample_mask == full || sample_mask == 0) return {};
  return offset_of(pattern.positions[static_cast<unsigned>(std::countr_zero(sample_mask))]);
}

}  // namespace texpipe::functional
