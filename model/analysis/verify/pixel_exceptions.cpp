#include "analysis/verify/pixel_exceptions.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "workload/pixel_shader/shader_quad.h"

namespace texpipe::study {

namespace {

bool is_written(const PixelValues& values, std::size_t pixel) {
  return std::any_of(values[pixel].begin(), values[pixel].end(), [](double value) { return value != 0; });
}

}  // namespace

std::vector<bool> quad_edge_pixels(std::uint32_t size) {
  constexpr std::array<std::array<unsigned, 2>, 5> kEdges{{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}};
  constexpr double kTouch = 1.0 / 256;
  std::vector<bool> crossed(std::size_t{size} * size);
  for (const auto& edge : kEdges) {
    std::array<std::array<double, 2>, 2> ends{};
    for (unsigned e = 0; e < 2; ++e) {
      const std::array<float, 4>& at = quad_position(edge[e]);
      for (unsigned axis = 0; axis < 2; ++axis) ends[e][axis] = (double{at[axis]} / at[3] + 1) * size / 2;
    }
    const double dx = ends[1][0] - ends[0][0], dy = ends[1][1] - ends[0][1];
    for (std::size_t i = 0; i < crossed.size(); ++i) {
      // The line crosses a pixel whose corners do not all lie on one side of it.
      const std::size_t row = i / size;
      const double x = static_cast<double>(i % size) + 0.5, y = static_cast<double>(row) + 0.5;
      const double distance = (x - ends[0][0]) * dy - (y - ends[0][1]) * dx;
      if (std::abs(distance) <= (0.5 + kTouch) * (std::abs(dx) + std::abs(dy))) crossed[i] = true;
    }
  }
  return crossed;
}

void mark_partial_blocks(const PixelValues& ours, const PixelValues& theirs, std::uint32_t width,
                         std::vector<bool>& marked) {
  // Targets are square.
  const std::vector<bool> edges =
      std::size_t{width} * width == ours.size() ? quad_edge_pixels(width) : std::vector<bool>(ours.size());
  for (std::size_t pixel = 0; pixel < ours.size(); ++pixel) {
    const std::size_t x = pixel % width / 2 * 2, y = pixel / width / 2 * 2;
    const bool alike = is_written(ours, pixel) == is_written(theirs, pixel);
    for (const std::size_t other : {y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1}) {
      if (other >= ours.size()) continue;
      if (edges[other] || (alike && !(is_written(ours, other) && is_written(theirs, other)))) marked[pixel] = true;
    }
  }
}

}  // namespace texpipe::study
