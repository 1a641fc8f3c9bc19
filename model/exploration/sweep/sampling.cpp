#include "exploration/sweep/sampling.h"

#include <array>

namespace texpipe::study {

namespace {

/// SplitMix64: every input its own well-mixed output.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// A primitive polynomial over GF(2): its degree, its inner coefficients, and the first direction numbers.
struct Direction {
  unsigned degree;
  unsigned coefficients;
  std::array<std::uint32_t, 7> first;
};
constexpr std::array<Direction, kMostSobolAxes - 1> kDirections{{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
}};

constexpr unsigned kBits = 32;

std::array<std::uint32_t, kBits> directions_of(std::size_t axis) {
  std::array<std::uint32_t, kBits> v{};
  if (axis == 0) {
    for (unsigned i = 0; i < kBits; ++i) v[i] = 1u << (kBits - 1 - i);
    return v;
  }
  const Direction& d = kDirections[axis - 1];
  for (unsigned i = 0; i < d.degree; ++i) v[i] = d.first[i] << (kBits - 1 - i);
  for (unsigned i = d.degree; i < kBits; ++i) {
    v[i] = v[i - d.degree] ^ (v[i - d.degree] >> d.degree);
    for (unsigned k = 1; k < d.degree; ++k) {
      if ((d.coefficients >> (d.degree - 1 - k) & 1u) != 0) v[i] ^= v[i - k];
    }
  }
  return v;
}

}  // namespace

double random_coordinate(std::uint64_t seed, std::uint64_t point, std::size_t axis) {
  const std::uint64_t bits = mixed(mixed(mixed(seed) + point) + axis);
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

double sobol_coordinate(std::uint64_t seed, std::uint32_t point, std::size_t axis) {
  static const auto kAll = [] {
    std::array<std::array<std::uint32_t, kBits>, kMostSobolAxes> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = directions_of(i);
    return all;
  }();
  std::uint32_t x = seed == 0 ? 0 : static_cast<std::uint32_t>(mixed(mixed(seed) + axis) >> 32);
  const std::uint32_t gray = point ^ (point >> 1);
  for (unsigned i = 0; i < kBits; ++i) {
    if ((gray >> i & 1u) != 0) x ^= kAll[axis][i];
  }
  return static_cast<double>(x) * 0x1p-32;
}

}  // namespace texpipe::study
