#include "functional/frame/assembly/primitive_assembler.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "functional/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::PrimitiveTopology;

namespace {

using Numbers = std::vector<std::vector<std::uint32_t>>;

/// Primitives of vertices 0, 1, 2 and so on.
PrimitiveList assembled(PrimitiveTopology topology, std::uint32_t vertices, ProvokingVertices provoking = {},
                        StripOrder order = StripOrder::kLeading) {
  PrimitiveAssembler assembler{topology, provoking, order};
  PrimitiveList list;
  list.shape = shape_of(topology);
  for (std::uint32_t i = 0; i < vertices; ++i) assembler.add({.number = i}, list);
  assembler.cut(list);
  return list;
}

Numbers numbers(const PrimitiveList& list) {
  Numbers all;
  for (std::size_t i = 0; i < list.facts.size(); ++i) {
    const auto vertices = list.vertices_of(i);
    all.emplace_back(vertices.begin(), vertices.end());
  }
  return all;
}

/// Numbers of the vertices that give flat attributes.
std::vector<std::uint32_t> provoking_numbers(const PrimitiveList& list) {
  std::vector<std::uint32_t> all;
  for (std::size_t i = 0; i < list.facts.size(); ++i)
    all.push_back(list.vertices_of(i)[drawn_vertices(list.shape)[list.facts[i].provoking]]);
  return all;
}

}  // namespace

TEST_CASE("each topology forms primitives of its vertices as its row says", "[primitive_assembler]") {
  using enum PrimitiveTopology;
  struct Case {
    PrimitiveTopology topology;
    std::uint32_t vertices;
    Numbers primitives;
  };
  const std::vector<Case> cases{
      {kPointList, 2, {{0}, {1}}},
      {kPointListBf, 2, {{0}, {1}}},
      {kLineList, 5, {{0, 1}, {2, 3}}},
      {kLineStrip, 4, {{0, 1}, {1, 2}, {2, 3}}},
      {kLineStripCont, 3, {{0, 1}, {1, 2}}},
      {kLineStripBf, 3, {{0, 1}, {1, 2}}},
      {kLineStripContBf, 3, {{0, 1}, {1, 2}}},
      {kLineLoop, 3, {{0, 1}, {1, 2}, {2, 0}}},
      {kTriList, 7, {{0, 1, 2}, {3, 4, 5}}},
      {kTriStrip, 5, {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}},
      {kTriStripReverse, 5, {{0, 2, 1}, {1, 2, 3}, {2, 4, 3}}},
      {kTriFan, 5, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}},
      {kTriFanNoStipple, 4, {{0, 1, 2}, {0, 2, 3}}},
      {kQuadList, 9, {{3, 0, 1}, {3, 1, 2}, {7, 4, 5}, {7, 5, 6}}},
      {kQuadStrip, 7, {{3, 2, 0}, {3, 0, 1}, {5, 4, 2}, {5, 2, 3}}},
      {kPolygon, 5, {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}},
      {kRectList, 6, {{0, 1, 2}, {3, 4, 5}}},
      {kLineListAdj, 9, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
      {kLineStripAdj, 5, {{0, 1, 2, 3}, {1, 2, 3, 4}}},
      {kTriListAdj, 12, {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}},
      {kTriStripAdj, 7, {{0, 1, 2, 5, 4, 3}}},
      {kTriStripAdj, 8, {{0, 1, 2, 6, 4, 3}, {2, 5, 6, 7, 4, 0}}},
      {kTriStripAdj, 10, {{0, 1, 2, 6, 4, 3}, {2, 5, 6, 8, 4, 0}, {4, 2, 6, 9, 8, 7}}},
  };
  for (const Case& c : cases) {
    INFO("topology " << static_cast<unsigned>(c.topology) << ", " << c.vertices << " vertices");
    CHECK(numbers(assembled(c.topology, c.vertices)) == c.primitives);
  }
  for (std::uint32_t points = 1; points <= 32; ++points) {
    const auto patches = static_cast<PrimitiveTopology>(static_cast<std::uint32_t>(kPatchList1) + points - 1);
    Numbers two(2);
    for (std::uint32_t i = 0; i < 2 * points; ++i) two[i / points].push_back(i);
    CHECK(numbers(assembled(patches, 3 * points - 1)) == (points == 1 ? Numbers{{0}, {1}} : two));
  }
  CHECK_THROWS_AS(shape_of(static_cast<PrimitiveTopology>(0x15)), Error);
}

TEST_CASE("topologies have the manual's names", "[primitive_assembler]") {
  using enum PrimitiveTopology;
  for (const auto& [topology, name] :
       std::vector<std::pair<PrimitiveTopology, const char*>>{{kPointList, "3DPRIM_POINTLIST"},
                                                              {kPointListBf, "3DPRIM_POINTLIST_BF"},
                                                              {kLineList, "3DPRIM_LINELIST"},
                                                              {kLineStrip, "3DPRIM_LINESTRIP"},
                                                              {kLineStripCont, "3DPRIM_LINESTRIP_CONT"},
                                                              {kLineStripBf, "3DPRIM_LINESTRIP_BF"},
                                                              {kLineStripContBf, "3DPRIM_LINESTRIP_CONT_BF"},
                                                              {kLineLoop, "3DPRIM_LINELOOP"},
                                                              {kTriList, "3DPRIM_TRILIST"},
                                                              {kTriStrip, "3DPRIM_TRISTRIP"},
                                                              {kTriStripReverse, "3DPRIM_TRISTRIP_REVERSE"},
                                                              {kTriFan, "3DPRIM_TRIFAN"},
                                                              {kTriFanNoStipple, "3DPRIM_TRIFAN_NOSTIPPLE"},
                                                              {kQuadList, "3DPRIM_QUADLIST"},
                                                              {kQuadStrip, "3DPRIM_QUADSTRIP"},
                                                              {kPolygon, "3DPRIM_POLYGON"},
                                                              {kRectList, "3DPRIM_RECTLIST"},
                                                              {kLineListAdj, "3DPRIM_LINELIST_ADJ"},
                                                              {kLineStripAdj, "3DPRIM_LINESTRIP_ADJ"},
                                                              {kTriListAdj, "3DPRIM_TRILIST_ADJ"},
                                                              {kTriStripAdj, "3DPRIM_TRISTRIP_ADJ"}}) {
    CHECK(name_of(topology) == name);
  }
}

TEST_CASE("odd triangles of a strip keep the winding with their first vertex leading or their last one trailing",
          "[primitive_assembler]") {
  using enum PrimitiveTopology;
  CHECK(numbers(assembled(kTriStrip, 4, {}, StripOrder::kTrailing)) == Numbers{{0, 1, 2}, {2, 1, 3}});
  CHECK(numbers(assembled(kTriStripAdj, 8, {}, StripOrder::kTrailing)) ==
        Numbers{{0, 1, 2, 6, 4, 3}, {4, 0, 2, 5, 6, 7}});
}

TEST_CASE("the provoking vertex is chosen in the order of the draw, for each kind by its own select",
          "[primitive_assembler]") {
  using enum PrimitiveTopology;
  using List = std::vector<std::uint32_t>;
  for (const StripOrder order : {StripOrder::kLeading, StripOrder::kTrailing}) {
    for (std::uint8_t select = 0; select < 3; ++select) {
      const ProvokingVertices triangles{.triangle = select};
      CHECK(provoking_numbers(assembled(kTriStrip, 5, triangles, order)) == List{select, select + 1u, select + 2u});
      CHECK(provoking_numbers(assembled(kTriStripReverse, 4, triangles, order)) == List{select, select + 1u});
      CHECK(provoking_numbers(assembled(kTriList, 6, triangles, order)) == List{select, select + 3u});
      CHECK(provoking_numbers(assembled(kTriStripAdj, 8, triangles, order)) == List{2u * select, 2u * select + 2u});
      CHECK(provoking_numbers(assembled(kTriFan, 4, {.fan = select}, order)) ==
            (select == 0 ? List{0, 0} : List{select, select + 1u}));
      CHECK(provoking_numbers(assembled(kPolygon, 4, {.triangle = select, .fan = select})) == List{0, 0});
      CHECK(provoking_numbers(assembled(kQuadList, 4, {.triangle = select, .fan = select})) == List{3, 3});
      CHECK(provoking_numbers(assembled(kQuadStrip, 4, {.triangle = select, .fan = select})) == List{3, 3});
    }
  }
  for (std::uint8_t select = 0; select < 2; ++select) {
    CHECK(provoking_numbers(assembled(kLineStrip, 3, {.line = select})) == List{select, select + 1u});
    CHECK(provoking_numbers(assembled(kLineLoop, 3, {.line = select})) ==
          (select == 0 ? List{0, 1, 2} : List{1, 2, 0}));
    CHECK(provoking_numbers(assembled(kLineStripAdj, 4, {.line = select})) == List{select + 1u});
  }
}

TEST_CASE("a cut ends a strip, and ids count on until the next instance", "[primitive_assembler]") {
  PrimitiveAssembler assembler{PrimitiveTopology::kTriStrip, {}, StripOrder::kLeading};
  PrimitiveList list;
  list.shape = shape_of(PrimitiveTopology::kTriStrip);
  const auto add = [&](std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t i = first; i < end; ++i) assembler.add({.number = i}, list);
    assembler.cut(list);
  };
  add(0, 4);
  add(4, 6);  // too few
  add(6, 9);
  assembler.begin_instance(1);
  add(9, 12);
  CHECK(numbers(list) == Numbers{{0, 1, 2}, {1, 3, 2}, {6, 7, 8}, {9, 10, 11}});
  std::vector<std::uint32_t> ids, instances;
  for (const PrimitiveFacts& facts : list.facts) {
    ids.push_back(facts.id);
    instances.push_back(facts.instance);
  }
  CHECK(ids == std::vector<std::uint32_t>{0, 1, 2, 0});
  CHECK(instances == std::vector<std::uint32_t>{0, 0, 0, 1});
}

TEST_CASE("edges inside of quads and polygons are not drawn, nor those whose vertex has no edge flag",
          "[primitive_assembler]") {
  using enum PrimitiveTopology;
  const auto edges = [](PrimitiveTopology topology, const std::vector<bool>& flags) {
    PrimitiveAssembler assembler{topology, {}, StripOrder::kLeading};
    PrimitiveList list;
    list.shape = shape_of(topology);
    for (std::uint32_t i = 0; i < flags.size(); ++i) assembler.add({.number = i, .edge = flags[i]}, list);
    assembler.cut(list);
    std::vector<unsigned> all;
    for (const PrimitiveFacts& facts : list.facts) all.push_back(facts.edges);
    return all;
  };
  CHECK(edges(kQuadList, {true, true, true, true}) == std::vector<unsigned>{3, 6});
  CHECK(edges(kQuadList, {false, true, true, true}) == std::vector<unsigned>{1, 6});
  CHECK(edges(kPolygon, {true, true, true}) == std::vector<unsigned>{7});
  CHECK(edges(kPolygon, {true, true, true, true, true}) == std::vector<unsigned>{3, 2, 6});
  CHECK(edges(kPolygon, {true, true, true, true, false}) == std::vector<unsigned>{3, 2, 2});
  CHECK(edges(kTriList, {true, false, true}) == std::vector<unsigned>{5});
  CHECK(edges(kTriStrip, {true, false, true, true}) == std::vector<unsigned>{7, 7});
  // A quad is one primitive.
  PrimitiveList quads = assembled(kQuadList, 8);
  CHECK(quads.facts[1].id == 0);
  CHECK(quads.facts[2].id == 1);
}

TEST_CASE("a line goes on from the one before in a strip, in a loop, and where a topology says so",
          "[primitive_assembler]") {
  using enum PrimitiveTopology;
  using Lines = std::vector<bool>;
  const auto lines = [](PrimitiveTopology topology, std::uint32_t vertices) {
    PrimitiveAssembler assembler{topology, {}, StripOrder::kLeading};
    PrimitiveList list;
    list.shape = shape_of(topology);
    for (unsigned strip = 0; strip < 2; ++strip) {
      for (std::uint32_t i = 0; i < vertices; ++i) assembler.add({.number = i}, list);
      assembler.cut(list);
    }
    Lines continues;
    for (const PrimitiveFacts& facts : list.facts) continues.push_back(facts.continues);
    return continues;
  };
  CHECK(lines(kLineList, 4) == Lines{false, false, false, false});
  CHECK(lines(kLineStrip, 3) == Lines{false, true, false, true});
  CHECK(lines(kLineStripBf, 3) == Lines{false, true, false, true});
  CHECK(lines(kLineStripCont, 3) == Lines{true, true, true, true});
  CHECK(lines(kLineStripContBf, 2) == Lines{true, true});
  CHECK(lines(kLineLoop, 3) == Lines{false, true, true, false, true, true});
  CHECK(lines(kLineStripAdj, 5) == Lines{false, true, false, true});
  CHECK(lines(kTriStrip, 4) == Lines{false, false, false, false});
}
