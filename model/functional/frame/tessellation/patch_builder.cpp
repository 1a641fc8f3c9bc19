#include "functional/frame/tessellation/patch_builder.h"

#include <bit>

namespace texpipe::functional {

namespace {

using enum TessellatorOutput;

float as_float(EdgePosition position) {
  return static_cast<float>(position) / static_cast<float>(kEdgeOne);
}

/// Order in which points come up along half an edge as its factor grows: rank of the point at each place of the largest
/// one. The point at the edge's end is 0.
constexpr unsigned kHalfRanks = 33;
constexpr std::array<std::uint8_t, kHalfRanks> half_ranks() {
  std::array<std::uint8_t, kHalfRanks> ranks{};
  for (unsigned rank = 1; rank < kHalfRanks; ++rank) {
    const unsigned at = 2 * (rank ^ std::bit_floor(rank)) + 1;
    for (unsigned i = rank; i > at; --i) ranks[i] = ranks[i - 1];
    ranks[at] = static_cast<std::uint8_t>(rank);
  }
  return ranks;
}
constexpr std::array<std::uint8_t, kHalfRanks> kRanks = half_ranks();

/// Segments of half an edge, without the middle one.
unsigned half_segments(const EdgeDivision& division) {
  return division.half_points() - (division.parity() == EdgeParity::kOdd ? 1 : 0);
}

}  // namespace

void PatchBuilder::clear() {
  patch_.points.clear();
  patch_.indices.clear();
}

void PatchBuilder::add_points_as_primitives() {
  patch_.indices.resize(patch_.points.size());
  for (std::size_t i = 0; i < patch_.indices.size(); ++i) patch_.indices[i] = static_cast<std::uint16_t>(i);
}

std::uint16_t PatchBuilder::add_point(EdgePosition u, EdgePosition v) {
  patch_.points.push_back({as_float(u), as_float(v)});
  return static_cast<std::uint16_t>(patch_.points.size() - 1);
}

void PatchBuilder::add_triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  if (output_ == kPoint) return;
  if (output_ == kCounterClockwise) std::swap(b, c);
  patch_.indices.insert(patch_.indices.end(), {a, b, c});
}

void PatchBuilder::stitch_transition(std::span<const std::uint16_t> inside, const EdgeDivision& inside_division,
                                     std::span<const std::uint16_t> outside, const EdgeDivision& outside_division) {
  std::size_t in = 0, out = 0;
  const auto advance_inside = [&] {
    add_triangle(inside[in], outside[out], inside[in + 1]);
    ++in;
  };
  const auto advance_outside = [&] {
    add_triangle(outside[out], outside[out + 1], inside[in]);
    ++out;
  };
  const unsigned inside_half = half_segments(inside_division), outside_half = half_segments(outside_division);
  for (unsigned i = 0; i < kHalfRanks; ++i) {
    if (i > 0 && kRanks[i] < inside_half) advance_inside();
    if (kRanks[i] < outside_half) advance_outside();
  }
  if (inside_division.parity() == EdgeParity::kOdd) advance_inside();
  if (outside_division.parity() == EdgeParity::kOdd) {
    add_triangle(inside[in], outside[out], outside[out + 1]);
    ++out;
  }
  for (unsigned i = kHalfRanks; i-- > 0;) {
    if (kRanks[i] < outside_half) advance_outside();
    if (i > 0 && kRanks[i] < inside_half) advance_inside();
  }
}

void PatchBuilder::add_quad(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside,
                            bool from_outside) {
  if (from_outside) {
    add_triangle(outside[0], inside[1], inside[0]);
    add_triangle(outside[0], outside[1], inside[1]);
  } else {
    add_triangle(inside[0], outside[0], outside[1]);
    add_triangle(inside[0], outside[1], inside[1]);
  }
}

void PatchBuilder::stitch_ring(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside) {
  add_triangle(outside[0], outside[1], inside[0]);
  for (std::size_t i = 0; i + 1 < inside.size(); ++i)
    add_quad(inside.subspan(i), outside.subspan(i + 1), i < inside.size() / 2);
  add_triangle(outside[outside.size() - 2], outside[outside.size() - 1], inside.back());
}

}  // namespace texpipe::functional
