// Pixels of a draw of the quad that two implementations need not draw alike.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace texpipe::study {

inline constexpr unsigned kPixelChannels = 4;
/// Values of all pixels, by pixel and channel.
using PixelValues = std::vector<std::array<double, kPixelChannels>>;

/// Pixels of a square picture that an edge of the quad crosses, or touches within 1/256 of a pixel. @param size  pixels
/// of a side
std::vector<bool> quad_edge_pixels(std::uint32_t size);

/// Marks the pixels of 2x2 blocks that a shader which discards need not draw alike: blocks of which an edge makes some
/// pixels helpers, and blocks that are written in part, where both implementations wrote, or neither did.
void mark_partial_blocks(const PixelValues& ours, const PixelValues& theirs, std::uint32_t width,
                         std::vector<bool>& marked);

}  // namespace texpipe::study
