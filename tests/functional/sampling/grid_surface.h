// An 8x8 surface that tells where a texel came from.
#pragma once

#include <vector>

#include "functional/sampling/sampler_bench.h"

namespace texpipe::functional::test {

/// An 8x8 surface whose red is x and green is y, in 1/255.
inline std::vector<std::byte> grid(unsigned width, unsigned height, unsigned blue = 0) {
  std::vector<std::byte> bytes;
  for (unsigned y = 0; y < height; ++y) {
    for (unsigned x = 0; x < width; ++x) {
      for (const unsigned value : {x, y, blue, 255u}) bytes.push_back(static_cast<std::byte>(value));
    }
  }
  return bytes;
}

inline int code(const SamplerOutcome& outcome, unsigned channel, unsigned lane = 0) {
  return static_cast<int>(real(outcome, channel, lane) * 255 + 0.5f);
}

/// M0.2 with texel offsets.
inline std::uint32_t offsets(int u, int v, int r = 0) {
  return (static_cast<unsigned>(u) & 15) << 8 | (static_cast<unsigned>(v) & 15) << 4 | (static_cast<unsigned>(r) & 15);
}

inline const SurfaceImage kGrid{.width = 8, .height = 8};

}  // namespace texpipe::functional::test
