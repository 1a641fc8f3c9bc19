// Limits of images that files of users describe.
#pragma once

#include <cstdint>

namespace texpipe::study {

inline constexpr std::uint32_t kMostTexels = 16384;  // of a row, and rows
inline constexpr std::uint32_t kMostSlices = 2048;   // of a volume or an array
inline constexpr std::uint32_t kMostLevels = 15;

}  // namespace texpipe::study
