#include "functional/frame/tessellation/tessellator.h"

#include <algorithm>
#include <cmath>

namespace texpipe::functional {

namespace {

using enum TessellatorDomain;
using enum TessellatorPartitioning;
using enum TessellatorOutput;

constexpr float kSmallestStep = 0x1p-16f;  // of an EdgePosition
constexpr float kMostIsolines = 64;
constexpr EdgePosition kThird = 0x5555, kTwoThirds = 0xAAAA;

bool is_odd_number(float whole) {
  return (static_cast<int>(whole) & 1) != 0;
}

bool is_one(float factor) {
  return std::lrint(factor * static_cast<float>(kEdgeOne)) == std::lrint(static_cast<float>(kEdgeOne));
}

}  // namespace

const TessellatedPatch& Tessellator::tessellate(const TessellationFactors& factors) {
  if (last_ == factors) return patch_.patch();
  last_ = factors;
  patch_.clear();
  if (culled(factors)) return patch_.patch();
  switch (state_.domain) {
    case kQuad:
      quad(factors);
      break;
    case kTriangle:
      triangle(factors);
      break;
    case kIsoline:
      isolines(factors);
      break;
  }
  if (state_.output == kPoint) patch_.add_points_as_primitives();
  return patch_.patch();
}

bool Tessellator::culled(const TessellationFactors& factors) const {
  const unsigned edges = state_.domain == kQuad ? 4 : state_.domain == kTriangle ? 3 : 2;
  return !std::all_of(factors.outer.begin(), factors.outer.begin() + edges, [](float factor) { return factor > 0; });
}

float Tessellator::lowest() const {
  return state_.partitioning == kEvenFractional ? 2 : 1;
}
float Tessellator::highest() const {
  return state_.partitioning == kOddFractional ? state_.most_odd : state_.most_other;
}

float Tessellator::limited_outer(float factor) const {
  const float limit = limited_factor(factor, lowest(), highest());
  return state_.partitioning == kInteger ? std::ceil(limit) : limit;
}

/// @param frame  odd fractional factors stay above 1, so that there is a ring inside the edges
float Tessellator::limited_inner(float factor, bool frame) const {
  const float limit = limited_factor(factor, lowest() + (frame ? kSmallestStep : 0), highest());
  return state_.partitioning == kInteger ? std::ceil(limit) : limit;
}

/// One factor is above 1. Of a triangle the inner one does not count: it is above 1 then by itself.
bool Tessellator::is_picture_frame(const TessellationFactors& factors) const {
  if (state_.partitioning != kOddFractional) return false;
  constexpr float kOne = 1 + kSmallestStep / 2;
  const auto above = [&](float factor) { return factor > kOne; };
  const unsigned edges = state_.domain == kQuad ? 4 : 3;
  const bool outer = std::any_of(factors.outer.begin(), factors.outer.begin() + edges,
                                 [&](float factor) { return above(limited_outer(factor)); });
  return outer || (state_.domain == kQuad && (above(factors.inner[0]) || above(factors.inner[1])));
}

/// @param factor  limited
EdgeDivision Tessellator::outer_division(float factor) const {
  const bool odd = state_.partitioning == kInteger ? is_odd_number(factor) : state_.partitioning == kOddFractional;
  return {factor, odd ? EdgeParity::kOdd : EdgeParity::kEven};
}

/// An inner factor 1 between whole ones counts as even: a ring that is a point.
EdgeDivision Tessellator::inner_division(float factor) const {
  if (state_.partitioning == kInteger && factor == 1) return {factor, EdgeParity::kEven};
  return outer_division(factor);
}

void Tessellator::quad(const TessellationFactors& factors) {
  const bool frame = is_picture_frame(factors);
  std::array<EdgeDivision, 4> outer;
  std::array<unsigned, 4> points{};
  bool all_one = state_.partitioning != kEvenFractional;
  for (unsigned side = 0; side < 4; ++side) {
    const float factor = limited_outer(factors.outer[side]);
    outer[side] = outer_division(factor);
    points[side] = outer[side].points();
    all_one = all_one && outer[side].points() == 2;
  }
  const float u_factor = limited_inner(factors.inner[0], frame), v_factor = limited_inner(factors.inner[1], frame);
  // Sides follow each other clockwise from (0, 1).
  patch_.make_ring(outer_ring_, points, [&](unsigned side, unsigned i) {
    const bool rises = side == 1 || side == 2;
    const EdgePosition along = outer[side].place(rises ? i : points[side] - 1 - i);
    if (side % 2 != 0) return patch_.add_point(along, side == 3 ? kEdgeOne : 0);
    return patch_.add_point(side == 2 ? kEdgeOne : 0, along);
  });
  if (all_one && is_one(u_factor) && is_one(v_factor)) {
    const std::array<std::uint16_t, 4> corner{outer_ring_[1][0], outer_ring_[2][0], outer_ring_[3][0],
                                              outer_ring_[0][0]};  // from (0, 0)
    patch_.add_triangle(corner[0], corner[1], corner[3]);
    patch_.add_triangle(corner[1], corner[2], corner[3]);
    return;
  }
  const EdgeDivision u = inner_division(u_factor), v = inner_division(v_factor);
  const std::array<const EdgeDivision*, 2> along{&v, &u};  // of even and odd sides
  const unsigned rings = (std::min(std::max(u.points(), 3u), std::max(v.points(), 3u)) + 1) / 2;
  for (unsigned number = 1; number < rings; ++number) {
    quad_ring(inner_ring_, number, u, v);
    for (unsigned side = 0; side < 4; ++side) {
      if (number == 1) {
        patch_.stitch_transition(inner_ring_[side], *along[side % 2], outer_ring_[side], outer[side]);
      } else {
        patch_.stitch_ring(inner_ring_[side], outer_ring_[side]);
      }
    }
    std::swap(inner_ring_, outer_ring_);
  }
  quad_middle(outer_ring_, u, v);
}

/// A ring of points, or the row in the middle when it is no more than that.
void Tessellator::quad_ring(Ring& ring, unsigned number, const EdgeDivision& u, const EdgeDivision& v) {
  const unsigned u_last = u.points() - 1 - number, v_last = v.points() - 1 - number;
  if (number < u_last && number < v_last) {
    const unsigned u_points = u_last - number + 1, v_points = v_last - number + 1;
    const std::array<unsigned, 4> points{v_points, u_points, v_points, u_points};
    patch_.make_ring(ring, points, [&](unsigned side, unsigned i) {
      switch (side) {
        case 0:
          return patch_.add_point(u.place(number), v.place(v_last - i));
        case 1:
          return patch_.add_point(u.place(number + i), v.place(number));
        case 2:
          return patch_.add_point(u.place(u_last), v.place(number + i));
        default:
          return patch_.add_point(u.place(u_last - i), v.place(v_last));
      }
    });
    return;
  }
  for (auto& side : ring) side.clear();
  const bool along_u = u_last > v_last;
  std::vector<std::uint16_t>& row = ring[along_u ? 1 : 0];
  if (along_u) {
    for (unsigned i = number; i <= u_last; ++i) row.push_back(patch_.add_point(u.place(i), kEdgeOne / 2));
  } else {
    for (unsigned i = v_last + 1; i > number; --i) row.push_back(patch_.add_point(kEdgeOne / 2, v.place(i - 1)));
  }
  std::vector<std::uint16_t>& back = ring[along_u ? 3 : 2];
  back.assign(row.rbegin(), row.rend());
  ring[along_u ? 0 : 3].push_back(row.front());
  ring[along_u ? 2 : 1].push_back(row.back());
}

/// Quads of the innermost ring when one of its axes has a segment in its middle.
void Tessellator::quad_middle(const Ring& ring, const EdgeDivision& u, const EdgeDivision& v) {
  const bool along_u = u.points() > v.points();
  if ((along_u ? v : u).parity() == EdgeParity::kEven) return;
  const std::span<const std::uint16_t> outside = ring[along_u ? 1 : 0];
  const std::vector<std::uint16_t>& opposite = ring[along_u ? 3 : 2];
  const std::vector<std::uint16_t> inside{opposite.rbegin(), opposite.rend()};
  const bool turns_in_middle = !along_u && v.parity() == EdgeParity::kOdd;
  const std::size_t quads = outside.size() - 1;
  for (std::size_t i = 0; i < quads; ++i)
    patch_.add_quad(std::span{inside}.subspan(i), outside.subspan(i), turns_in_middle && i == quads / 2);
}

void Tessellator::triangle(const TessellationFactors& factors) {
  const bool frame = is_picture_frame(factors);
  std::array<EdgeDivision, 3> outer;
  std::array<unsigned, 3> points{};
  bool all_one = state_.partitioning != kEvenFractional;
  for (unsigned side = 0; side < 3; ++side) {
    outer[side] = outer_division(limited_outer(factors.outer[side]));
    points[side] = outer[side].points();
    all_one = all_one && points[side] == 2;
  }
  const float inner = limited_inner(factors.inner[0], frame);
  // Sides follow each other clockwise from v = 1: u = 0, v = 0, w = 0.
  patch_.make_ring(outer_ring_, points, [&](unsigned side, unsigned i) {
    const EdgePosition along = outer[side].place(side == 1 ? i : points[side] - 1 - i);
    if (side == 0) return patch_.add_point(0, along);
    return patch_.add_point(along, side == 2 ? kEdgeOne - along : 0);
  });
  if (all_one && is_one(inner)) return patch_.add_triangle(outer_ring_[0][0], outer_ring_[1][0], outer_ring_[2][0]);
  const EdgeDivision division = inner_division(inner);
  const unsigned inside_points = std::max(division.points(), division.parity() == EdgeParity::kOdd ? 4u : 3u);
  for (unsigned number = 1; number < (inside_points + 1) / 2; ++number) {
    const unsigned last = inside_points - 1 - number;
    if (number == last) {
      const std::uint16_t middle = patch_.add_point(kThird, kThird);
      for (unsigned side = 0; side < 3; ++side) inner_ring_[side].assign(1, middle);
    } else {
      const EdgePosition depth = (division.place(number) * kTwoThirds + kEdgeOne / 2) >> 16;
      points.fill(last - number + 1);
      patch_.make_ring(inner_ring_, points, [&](unsigned side, unsigned i) {
        const EdgePosition along = division.place(side == 1 ? number + i : last - i) - (depth + 1) / 2;
        if (side == 0) return patch_.add_point(depth, along);
        return patch_.add_point(along, side == 1 ? depth : kEdgeOne - along - depth);
      });
    }
    for (unsigned side = 0; side < 3; ++side) {
      if (number == 1) {
        patch_.stitch_transition(inner_ring_[side], division, outer_ring_[side], outer[side]);
      } else {
        patch_.stitch_ring(inner_ring_[side], outer_ring_[side]);
      }
    }
    std::swap(inner_ring_, outer_ring_);
  }
  if (division.parity() == EdgeParity::kOdd)
    patch_.add_triangle(outer_ring_[0][0], outer_ring_[1][0], outer_ring_[2][0]);
}

void Tessellator::isolines(const TessellationFactors& factors) {
  const EdgeDivision detail = outer_division(limited_outer(factors.outer[1]));
  const float density = std::ceil(limited_factor(factors.outer[0], 1, kMostIsolines));
  const EdgeDivision lines{density, is_odd_number(density) ? EdgeParity::kOdd : EdgeParity::kEven};
  for (unsigned line = 0; line + 1 < lines.points(); ++line) {  // none at v = 1
    for (unsigned i = 0; i < detail.points(); ++i) {
      const std::uint16_t point = patch_.add_point(detail.place(i), lines.place(line));
      if (i > 0 && state_.output == kLine) patch_.add_line(static_cast<std::uint16_t>(point - 1), point);
    }
  }
}

}  // namespace texpipe::functional
