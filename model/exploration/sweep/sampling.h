// Places in the unit cube: random ones, and Sobol's sequence.
#pragma once

#include <cstddef>
#include <cstdint>

namespace texpipe::study {

inline constexpr std::size_t kMostSobolAxes = 21;

/// The coordinate of a point along an axis, in [0, 1). Depends on nothing else.
double random_coordinate(std::uint64_t seed, std::uint64_t point, std::size_t axis);

/// Coordinate of a point in Sobol's sequence, with the direction numbers of Joe and Kuo (new-joe-kuo-6.21201); any
/// first 2^n points fill every axis evenly.
/// @param seed  0: the plain sequence, whose first point is the origin; others shift it (digitally)
/// @param axis  below kMostSobolAxes
double sobol_coordinate(std::uint64_t seed, std::uint32_t point, std::size_t axis);

}  // namespace texpipe::study
