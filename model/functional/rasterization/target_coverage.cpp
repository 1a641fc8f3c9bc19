#include "functional/rasterization/target_coverage.h"

#include <algorithm>

namespace texpipe::functional {

std::uint16_t target_coverage(std::uint16_t coverage, unsigned raster_samples, unsigned target_samples) {
  const unsigned shared = std::max(1u, raster_samples / target_samples);
  const std::uint32_t group = (1u << shared) - 1;
  std::uint16_t result = 0;
  for (unsigned sample = 0; sample < target_samples; ++sample) {
    const unsigned first = sample * raster_samples / target_samples;
    if ((coverage >> first & group) != 0) result |= static_cast<std::uint16_t>(1u << sample);
  }
  return result;
}

}  // namespace texpipe::functional
