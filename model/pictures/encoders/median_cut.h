// A palette for a picture.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pictures/texture/png.h"

namespace texpipe::study {

struct MedianCut {
  std::array<std::uint32_t, 256> palette{};  // ARGB8888, opaque; entries that are not needed are 0
  std::vector<std::uint8_t> indices;         // of the picture's pixels
};

/// Median cut: the group of colours with the longest side is halved at its median until there are `entries` groups (2
/// to 256), each shown by its mean.
MedianCut median_cut(const Picture& picture, std::uint32_t entries);

}  // namespace texpipe::study
