#include "pages/machine/machine_drawing.h"

#include <catch2/catch.hpp>

#include "pages/machine/layered_boxes.h"

namespace texpipe::study {

TEST_CASE("every edge leads down a layer, and longer ones have a place in each layer between", "[page]") {
  const LayeredBoxes laid = layered(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}, 100, 10);
  CHECK(laid.layers == 4);
  CHECK(laid.paths[3].size() == 4);
  CHECK(laid.places[laid.paths[3][1]].layer == 1);
}

TEST_CASE("places of a layer do not overlap and stand within the width", "[page]") {
  const LayeredBoxes laid = layered(6, {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {3, 4}, {0, 5}, {4, 5}}, 100, 10);
  for (std::size_t a = 0; a < laid.places.size(); ++a) {
    const PlacedBox& one = laid.places[a];
    CHECK(one.x - one.width / 2 >= -1e-9);
    CHECK(one.x + one.width / 2 <= laid.width + 1e-9);
    for (std::size_t b = 0; b < a; ++b) {
      const PlacedBox& other = laid.places[b];
      if (one.layer == other.layer) CHECK(std::abs(one.x - other.x) >= (one.width + other.width) / 2);
    }
  }
}

TEST_CASE("boxes of a circle have layers too", "[page]") {
  CHECK(layered(3, {{0, 1}, {1, 2}, {2, 0}}, 100, 10).layers <= 3);
}

TEST_CASE("a box of equal blocks shows their mean use, and hits where they look something up", "[page]") {
  timing::Topology topology;
  topology.blocks = {{"slice.subslice[0-1].eu", {"7 threads"}, {"slice.subslice[0].eu", "slice.subslice[1].eu"}},
                     {"<b>", {}, {"<b>"}}};
  topology.edges = {{0, 1, "message"}};
  const std::string svg =
      machine_drawing(topology, {{"slice.subslice[0].eu", {0.2, -1}}, {"slice.subslice[1].eu", {0.4, 0.5}}});
  CHECK_THAT(svg, Catch::Contains("2 × eu") && Catch::Contains("busy 30 %, hits 50 %") && Catch::Contains("7 threads"));
  CHECK_THAT(svg, Catch::Contains("&lt;b&gt;") && !Catch::Contains("<b>"));
  CHECK(machine_drawing({}, {}).empty());
}

TEST_CASE("a box of equal parts says how many all its blocks have together", "[page]") {
  timing::Topology topology;
  topology.blocks = {{"slice[0-1].l3", {}, {"slice[0].l3", "slice[1].l3"}, 4}, {"memory", {}, {"memory"}}};
  topology.edges = {{0, 1, "memory"}};
  CHECK_THAT(machine_drawing(topology, {}), Catch::Contains(">8 × l3<") && Catch::Contains(">memory<"));
}

}  // namespace texpipe::study
