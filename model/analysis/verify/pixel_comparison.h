// Pixels of a draw against those of another implementation.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "functional/surface/surface_image.h"
#include "workload/pixel_shader/pixel_shader_case.h"

namespace texpipe::study {

struct PixelVerdict {
  std::size_t values = 0;   // compared
  std::size_t failing = 0;  // farther away than the agreement allows
  std::size_t pixels = 0;   // that are compared
  std::size_t failing_pixels = 0;
  bool passed = true;
  std::string problem;  // of one that did not pass: the farthest value, and how many fail
};

/// Compares images of one format channel by channel. Samples are averaged first; integers are those of sample 0.
/// What each agreement allows: docs/reference/golden-cases.md.
/// @param got  packed as SurfaceImage says. @param expected  one sample, packed
/// @param at_edge  by pixel: an edge of a primitive crosses it; empty: none does
PixelVerdict compare_pixels(const functional::SurfaceImage& image, std::span<const std::byte> got,
                            std::span<const std::byte> expected, Agreement agreement,
                            const std::vector<bool>& at_edge);

/// Pixels of a square picture that an edge of the quad crosses, or touches within 1/256 of a pixel.
std::vector<bool> quad_edge_pixels(std::uint32_t size);

}  // namespace texpipe::study
