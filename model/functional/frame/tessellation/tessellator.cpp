#include "functional/frame/tessellation/tessellator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

using enum TessellatorDomain;
using enum TessellatorPartitioning;
using enum TessellatorOutput;

constexpr float kSmallestStep = 0x1p-16f;  // of an EdgePosition
constexpr float kMostIsolines = 64;
constexpr EdgePosition kThird = 0x5555, kTwoThirds = 0xAAAA;

[[noreturn]] void refuse(const std::string& problem) {
  throw Error{ExitCode::kMalformedInput, "3DSTATE_TE: " + problem};
}

/// NaN becomes the lower limit.
float limited(float x, float low, float high) {
  return std::fmin(high, std::fmax(low, x));
}

bool is_odd_number(float whole) {
  return (static_cast<int>(whole) & 1) != 0;
}

bool is_one(float factor) {
  return std::lrint(factor * static_cast<float>(kEdgeOne)) == std::lrint(static_cast<float>(kEdgeOne));
}

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

TessellatorState TessellatorState::of(const PipelineState& state) {
  if (state.value(command::kTe["TE Mode"]) != 0)
    unsupported("3DSTATE_TE: TE Mode " + std::to_string(state.value(command::kTe["TE Mode"])));
  const auto value = [&](gen9::FieldBits field, const char* name, unsigned count) {
    const std::uint64_t code = state.value(field);
    if (code >= count) refuse("there is no " + std::string{name} + " " + std::to_string(code));
    return static_cast<std::uint8_t>(code);
  };
  const TessellatorState read{
      .domain = static_cast<TessellatorDomain>(value(command::kTe["TE Domain"], "TE Domain", 3)),
      .partitioning = static_cast<TessellatorPartitioning>(value(command::kTe["Partitioning"], "Partitioning", 3)),
      .output = static_cast<TessellatorOutput>(value(command::kTe["Output Topology"], "Output Topology", 4)),
      .most_odd = limited(state.real(command::kTe["Maximum Tessellation Factor Odd"]), 1, 63),
      .most_other = limited(state.real(command::kTe["Maximum Tessellation Factor Not Odd"]), 2, 64)};
  if (read.output == kLine && read.domain != kIsoline) refuse("Output Topology LINE needs TE Domain ISOLINE");
  if (read.output >= kClockwise && read.domain == kIsoline) refuse("TE Domain ISOLINE has no triangles");
  return read;
}

TessellationFactors factors_of_header(TessellatorDomain domain, std::span<const std::uint32_t, 8> header) {
  const auto at = [&](unsigned dword) { return std::bit_cast<float>(header[dword]); };
  switch (domain) {
    case kQuad:
      return {.outer = {at(7), at(6), at(5), at(4)}, .inner = {at(3), at(2)}};
    case kTriangle:
      return {.outer = {at(7), at(6), at(5), 0}, .inner = {at(4), 0}};
    default:
      return {.outer = {at(6), at(7), 0, 0}};
  }
}

const TessellatedPatch& Tessellator::tessellate(const TessellationFactors& factors) {
  if (last_ == factors) return patch_;
  last_ = factors;
  patch_.points.clear();
  patch_.indices.clear();
  if (culled(factors)) return patch_;
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
  if (state_.output == kPoint) {
    patch_.indices.resize(patch_.points.size());
    for (std::size_t i = 0; i < patch_.indices.size(); ++i) patch_.indices[i] = static_cast<std::uint16_t>(i);
  }
  return patch_;
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
  const float limit = limited(factor, lowest(), highest());
  return state_.partitioning == kInteger ? std::ceil(limit) : limit;
}

/// @param frame  odd fractional factors stay above 1, so that there is a ring inside the edges
float Tessellator::limited_inner(float factor, bool frame) const {
  const float limit = limited(factor, lowest() + (frame ? kSmallestStep : 0), highest());
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

std::uint16_t Tessellator::add_point(EdgePosition u, EdgePosition v) {
  patch_.points.push_back({as_float(u), as_float(v)});
  return static_cast<std::uint16_t>(patch_.points.size() - 1);
}

void Tessellator::add_triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c) {
  if (state_.output == kPoint) return;
  if (state_.output == kCounterClockwise) std::swap(b, c);
  patch_.indices.insert(patch_.indices.end(), {a, b, c});
}

/// @param points  of each side, at least two
/// @param point   makes point n of a side
template <class Point>
void Tessellator::make_ring(Ring& ring, std::span<const unsigned> points, Point&& point) {
  const auto first = static_cast<std::uint16_t>(patch_.points.size());
  for (unsigned side = 0; side < points.size(); ++side) {
    ring[side].clear();
    for (unsigned i = 0; i + 1 < points[side]; ++i) ring[side].push_back(point(side, i));
    ring[side].push_back(static_cast<std::uint16_t>(patch_.points.size()));
  }
  ring[points.size() - 1].back() = first;
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
  make_ring(outer_ring_, points, [&](unsigned side, unsigned i) {
    const bool rises = side == 1 || side == 2;
    const EdgePosition along = outer[side].place(rises ? i : points[side] - 1 - i);
    if (side % 2 != 0) return add_point(along, side == 3 ? kEdgeOne : 0);
    return add_point(side == 2 ? kEdgeOne : 0, along);
  });
  if (all_one && is_one(u_factor) && is_one(v_factor)) {
    const std::array<std::uint16_t, 4> corner{outer_ring_[1][0], outer_ring_[2][0], outer_ring_[3][0],
                                              outer_ring_[0][0]};  // from (0, 0)
    add_triangle(corner[0], corner[1], corner[3]);
    add_triangle(corner[1], corner[2], corner[3]);
    return;
  }
  const EdgeDivision u = inner_division(u_factor), v = inner_division(v_factor);
  const std::array<const EdgeDivision*, 2> along{&v, &u};  // of even and odd sides
  const unsigned rings = (std::min(std::max(u.points(), 3u), std::max(v.points(), 3u)) + 1) / 2;
  for (unsigned number = 1; number < rings; ++number) {
    quad_ring(inner_ring_, number, u, v);
    for (unsigned side = 0; side < 4; ++side) {
      if (number == 1) {
        stitch_transition(inner_ring_[side], *along[side % 2], outer_ring_[side], outer[side]);
      } else {
        stitch_ring(inner_ring_[side], outer_ring_[side]);
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
    make_ring(ring, points, [&](unsigned side, unsigned i) {
      switch (side) {
        case 0:
          return add_point(u.place(number), v.place(v_last - i));
        case 1:
          return add_point(u.place(number + i), v.place(number));
        case 2:
          return add_point(u.place(u_last), v.place(number + i));
        default:
          return add_point(u.place(u_last - i), v.place(v_last));
      }
    });
    return;
  }
  for (auto& side : ring) side.clear();
  const bool along_u = u_last > v_last;
  std::vector<std::uint16_t>& row = ring[along_u ? 1 : 0];
  if (along_u) {
    for (unsigned i = number; i <= u_last; ++i) row.push_back(add_point(u.place(i), kEdgeOne / 2));
  } else {
    for (unsigned i = v_last + 1; i > number; --i) row.push_back(add_point(kEdgeOne / 2, v.place(i - 1)));
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
    add_quad(std::span{inside}.subspan(i), outside.subspan(i), turns_in_middle && i == quads / 2);
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
  make_ring(outer_ring_, points, [&](unsigned side, unsigned i) {
    const EdgePosition along = outer[side].place(side == 1 ? i : points[side] - 1 - i);
    if (side == 0) return add_point(0, along);
    return add_point(along, side == 2 ? kEdgeOne - along : 0);
  });
  if (all_one && is_one(inner)) return add_triangle(outer_ring_[0][0], outer_ring_[1][0], outer_ring_[2][0]);
  const EdgeDivision division = inner_division(inner);
  const unsigned inside_points = std::max(division.points(), division.parity() == EdgeParity::kOdd ? 4u : 3u);
  for (unsigned number = 1; number < (inside_points + 1) / 2; ++number) {
    const unsigned last = inside_points - 1 - number;
    if (number == last) {
      const std::uint16_t middle = add_point(kThird, kThird);
      for (unsigned side = 0; side < 3; ++side) inner_ring_[side].assign(1, middle);
    } else {
      const EdgePosition depth = (division.place(number) * kTwoThirds + kEdgeOne / 2) >> 16;
      points.fill(last - number + 1);
      make_ring(inner_ring_, points, [&](unsigned side, unsigned i) {
        const EdgePosition along = division.place(side == 1 ? number + i : last - i) - (depth + 1) / 2;
        if (side == 0) return add_point(depth, along);
        return add_point(along, side == 1 ? depth : kEdgeOne - along - depth);
      });
    }
    for (unsigned side = 0; side < 3; ++side) {
      if (number == 1) {
        stitch_transition(inner_ring_[side], division, outer_ring_[side], outer[side]);
      } else {
        stitch_ring(inner_ring_[side], outer_ring_[side]);
      }
    }
    std::swap(inner_ring_, outer_ring_);
  }
  if (division.parity() == EdgeParity::kOdd) add_triangle(outer_ring_[0][0], outer_ring_[1][0], outer_ring_[2][0]);
}

void Tessellator::isolines(const TessellationFactors& factors) {
  const EdgeDivision detail = outer_division(limited_outer(factors.outer[1]));
  const float density = std::ceil(limited(factors.outer[0], 1, kMostIsolines));
  const EdgeDivision lines{density, is_odd_number(density) ? EdgeParity::kOdd : EdgeParity::kEven};
  for (unsigned line = 0; line + 1 < lines.points(); ++line) {  // none at v = 1
    for (unsigned i = 0; i < detail.points(); ++i) {
      const std::uint16_t point = add_point(detail.place(i), lines.place(line));
      if (i > 0 && state_.output == kLine)
        patch_.indices.insert(patch_.indices.end(), {static_cast<std::uint16_t>(point - 1), point});
    }
  }
}

/// Triangles between a side of the patch and the side of the first ring, whatever their numbers of points: both rows go
/// forward in the order in which their points came up.
void Tessellator::stitch_transition(std::span<const std::uint16_t> inside, const EdgeDivision& inside_division,
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

/// Two triangles between the first two points of two rows.
void Tessellator::add_quad(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside,
                           bool from_outside) {
  if (from_outside) {
    add_triangle(outside[0], inside[1], inside[0]);
    add_triangle(outside[0], outside[1], inside[1]);
  } else {
    add_triangle(inside[0], outside[0], outside[1]);
    add_triangle(inside[0], outside[1], inside[1]);
  }
}

/// Triangles between the sides of two rings, of which the outer one has two points more.
void Tessellator::stitch_ring(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside) {
  add_triangle(outside[0], outside[1], inside[0]);
  for (std::size_t i = 0; i + 1 < inside.size(); ++i)
    add_quad(inside.subspan(i), outside.subspan(i + 1), i < inside.size() / 2);
  add_triangle(outside[outside.size() - 2], outside[outside.size() - 1], inside.back());
}

}  // namespace texpipe::functional
