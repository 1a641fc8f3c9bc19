#include "functional/rasterization/sample_pattern.h"

#include <algorithm>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr SamplePosition k1x[] = {{8, 8}};
constexpr SamplePosition k2x[] = {{12, 12}, {4, 4}};
constexpr SamplePosition k4x[] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
constexpr SamplePosition k8x[] = {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}};
constexpr SamplePosition k16x[] = {{9, 9},  {7, 5}, {5, 10}, {12, 7}, {3, 6}, {10, 13}, {13, 11}, {11, 3},
                                   {6, 14}, {8, 1}, {4, 2},  {2, 12}, {0, 8}, {15, 4},  {14, 15}, {1, 0}};

SamplePattern pattern_of(std::span<const SamplePosition> positions, bool standard) {
  SamplePattern pattern{.count = static_cast<std::uint8_t>(positions.size()), .standard = standard};
  std::copy(positions.begin(), positions.end(), pattern.positions.begin());
  return pattern;
}

}  // namespace

SamplePattern standard_pattern(unsigned count) {
  switch (count) {
    case 1:
      return pattern_of(k1x, true);
    case 2:
      return pattern_of(k2x, true);
    case 4:
      return pattern_of(k4x, true);
    case 8:
      return pattern_of(k8x, true);
    case 16:
      return pattern_of(k16x, true);
    default:
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.problem = "sample count " + std::to_string(count) + " does not exist",
                             .hint = "expected 1, 2, 4, 8 or 16"}};
  }
}

SamplePattern programmed_pattern(std::span<const SamplePosition> positions) {
  standard_pattern(static_cast<unsigned>(positions.size()));
  for (const SamplePosition& position : positions) {
    if (position.x >= kSampleGrid || position.y >= kSampleGrid) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.problem = "sample position (" + std::to_string(position.x) + ", " +
                                        std::to_string(position.y) + ") is outside the pixel",
                             .hint = "expected 0..15 in 1/16 pixel"}};
    }
  }
  return pattern_of(positions, false);
}

}  // namespace texpipe::functional
