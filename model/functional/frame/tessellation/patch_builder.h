// Points and triangles of a tessellated patch as its rings are made, from the edges to the middle.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "functional/frame/tessellation/edge_division.h"
#include "functional/frame/tessellation/tessellator_state.h"

namespace texpipe::functional {

struct DomainPoint {
  float u = 0, v = 0;
};

struct TessellatedPatch {
  std::vector<DomainPoint> points;     // none: the patch is culled
  std::vector<std::uint16_t> indices;  // one, two or three for each primitive
};

class PatchBuilder {
 public:
  static constexpr unsigned kMostSides = 4;
  /// Points of each side of a ring, both ends included, the last one also the next side's first.
  using Ring = std::array<std::vector<std::uint16_t>, kMostSides>;

  explicit PatchBuilder(TessellatorOutput output) : output_{output} {}

  /// The patch as it is made until now.
  const TessellatedPatch& patch() const { return patch_; }

  /// Begins a patch without points.
  void clear();

  std::uint16_t add_point(EdgePosition u, EdgePosition v);
  void add_triangle(std::uint16_t a, std::uint16_t b, std::uint16_t c);
  void add_line(std::uint16_t from, std::uint16_t to) { patch_.indices.insert(patch_.indices.end(), {from, to}); }
  /// Makes a primitive of each point.
  void add_points_as_primitives();

  /// @param points  of each side, at least two
  /// @param point   makes point n of a side
  template <class Point>
  void make_ring(Ring& ring, std::span<const unsigned> points, Point&& point);

  /// Triangles between a side of the patch and the side of the first ring, whatever their numbers of points: both rows
  /// go forward in the order in which their points came up.
  void stitch_transition(std::span<const std::uint16_t> inside, const EdgeDivision& inside_division,
                         std::span<const std::uint16_t> outside, const EdgeDivision& outside_division);
  /// Triangles between the sides of two rings, of which the outer one has two points more.
  void stitch_ring(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside);
  /// Two triangles between the first two points of two rows.
  void add_quad(std::span<const std::uint16_t> inside, std::span<const std::uint16_t> outside, bool from_outside);

 private:
  TessellatorOutput output_;
  TessellatedPatch patch_;
};

template <class Point>
void PatchBuilder::make_ring(Ring& ring, std::span<const unsigned> points, Point&& point) {
  const auto first = static_cast<std::uint16_t>(patch_.points.size());
  for (unsigned side = 0; side < points.size(); ++side) {
    ring[side].clear();
    for (unsigned i = 0; i + 1 < points[side]; ++i) ring[side].push_back(point(side, i));
    ring[side].push_back(static_cast<std::uint16_t>(patch_.points.size()));
  }
  ring[points.size() - 1].back() = first;
}

}  // namespace texpipe::functional
