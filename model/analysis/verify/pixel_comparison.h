// Pixels of a draw against those of another implementation.
#pragma once

#include <cstddef>
#include <optional>
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

/// Differences that two implementations may have in a draw of the quad.
struct PixelRules {
  Agreement agreement = Agreement::kExact;
  bool anisotropic = false;     // a sampler is
  bool partial_blocks = false;  // the level of detail of a 2x2 block with a discarded pixel is not defined
  /// Samples by which what both keep of an alpha may differ; none: alpha does not say which samples are kept.
  std::optional<unsigned> coverage_samples{};

  bool rounding_alone() const { return agreement == Agreement::kExact && !anisotropic; }
};

/// Draws that an implementation may make, packed as SurfaceImage says.
struct PossiblePixels {
  /// The model's draw and its variations, between whose values every value is right.
  std::vector<std::vector<std::byte>> draws;
  /// Other draws: a pixel is right, too, when it lies between the model's and one of these in all its channels.
  std::vector<std::vector<std::byte>> others;
};

/// Compares images of one format channel by channel. Samples are averaged first; integers are those of sample 0.
/// What the rules allow: docs/reference/golden-cases.md.
/// @param expected  one sample, packed
PixelVerdict compare_pixels(const functional::SurfaceImage& image, const PossiblePixels& possible,
                            std::span<const std::byte> expected, const PixelRules& rules);

}  // namespace texpipe::study
