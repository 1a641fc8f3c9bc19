#include "pages/machine/layered_boxes.h"

#include <algorithm>
#include <numeric>

namespace texpipe::study {

namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

constexpr double kEdgeWidth = 18;
constexpr int kSweeps = 6;

/// Layer of each box: the longest way to it. A circle ends after as many rounds as there are boxes.
std::vector<std::size_t> layers_of(std::size_t boxes, const Edges& edges) {
  std::vector<std::size_t> layer(boxes, 0);
  bool moved = true;
  for (std::size_t round = 0; moved && round < boxes; ++round) {
    moved = false;
    for (const auto& [from, to] : edges) {
      if (from == to || layer[to] > layer[from] || layer[from] + 1 >= boxes) continue;
      layer[to] = layer[from] + 1;
      moved = true;
    }
  }
  return layer;
}

/// Puts the places of a layer beside each other in the order of their middles, around `middle`.
void pack(std::vector<PlacedBox>& places, std::vector<std::size_t>& row, double gap, double middle) {
  std::stable_sort(row.begin(), row.end(), [&](std::size_t a, std::size_t b) { return places[a].x < places[b].x; });
  double width = -gap;
  for (const std::size_t place : row) width += places[place].width + gap;
  double left = middle - width / 2;
  for (const std::size_t place : row) {
    places[place].x = left + places[place].width / 2;
    left += places[place].width + gap;
  }
}

}  // namespace

LayeredBoxes layered(std::size_t boxes, const Edges& edges, double width, double gap) {
  LayeredBoxes laid;
  for (const std::size_t layer : layers_of(boxes, edges)) laid.places.push_back({layer, 0, width});
  std::vector<std::pair<std::size_t, std::size_t>> links;
  for (const auto& [from, to] : edges) {
    BoxPath path{from};
    for (std::size_t layer = laid.places[from].layer + 1; layer < laid.places[to].layer; ++layer) {
      path.push_back(laid.places.size());
      laid.places.push_back({layer, 0, kEdgeWidth});
    }
    path.push_back(to);
    for (std::size_t i = 0; i + 1 < path.size(); ++i) links.emplace_back(path[i], path[i + 1]);
    laid.paths.push_back(std::move(path));
  }
  for (const PlacedBox& place : laid.places) laid.layers = std::max(laid.layers, place.layer + 1);
  std::vector<std::vector<std::size_t>> rows(laid.layers);
  for (std::size_t place = 0; place < laid.places.size(); ++place) rows[laid.places[place].layer].push_back(place);
  for (std::vector<std::size_t>& row : rows) {
    double row_width = -gap;
    for (const std::size_t place : row) row_width += laid.places[place].width + gap;
    laid.width = std::max(laid.width, row_width);
    double at = 0;
    for (const std::size_t place : row) laid.places[place].x = at++;
    pack(laid.places, row, gap, 0);
  }
  // Down and up again: each place moves to the mean of what it is linked to above, then below.
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const bool down = sweep % 2 == 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<std::size_t>& row = rows[down ? i : rows.size() - 1 - i];
      for (const std::size_t place : row) {
        double sum = 0, count = 0;
        for (const auto& [from, to] : links) {
          if ((down ? to : from) != place) continue;
          sum += laid.places[down ? from : to].x;
          ++count;
        }
        if (count > 0) laid.places[place].x = sum / count;
      }
      pack(laid.places, row, gap, 0);
    }
  }
  for (PlacedBox& place : laid.places) place.x += laid.width / 2;
  return laid;
}

}  // namespace texpipe::study
