// Places of boxes that are drawn in layers.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace texpipe::study {

/// Box of a layer, or the place in it that an edge between layers further apart passes.
struct PlacedBox {
  std::size_t layer = 0;
  double x = 0;      // of its middle
  double width = 0;  // a narrow one is an edge's
};

/// A line of places from one box to another: first and last are boxes, between them are places of the edge.
using BoxPath = std::vector<std::size_t>;

struct LayeredBoxes {
  std::vector<PlacedBox> places;  // boxes by their numbers, then places of edges
  std::vector<BoxPath> paths;     // of the edges, in their order
  std::size_t layers = 0;
  double width = 0;
};

/// Lays boxes out so that every edge leads to a layer further down, and those of a layer stand in the order of what
/// leads to them. Edges of a circle that lead up are drawn up.
LayeredBoxes layered(std::size_t boxes, const std::vector<std::pair<std::size_t, std::size_t>>& edges, double width,
                     double gap);

}  // namespace texpipe::study
