// Points of a sweep by number, as values of its axes.
#pragma once

#include <cstdint>
#include <vector>

#include "exploration/sweep/sweep_specification.h"

namespace texpipe::study {

/// A value of a sweep's axis.
struct Choice {
  const Axis* axis;
  AxisValue value;
};

/// Points of all sections together; the largest number where there are more.
std::uint64_t count_of_points(const std::vector<Section>& sections);

/// Values of point `n` in the order of the axes. `n` must be below count_of_points(). Points change with the last
/// section first.
std::vector<Choice> choices_at(const std::vector<Section>& sections, std::uint64_t n);

}  // namespace texpipe::study
