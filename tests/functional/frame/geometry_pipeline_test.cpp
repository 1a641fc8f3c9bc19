#include "functional/frame/geometry_pipeline.h"

#include <catch2/catch.hpp>

#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/frame_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::PrimitiveTopology;
using gen9::SurfaceFormat;

namespace {

using Numbers = std::vector<std::vector<std::uint32_t>>;

/// Makes a vertex shader the stage's that writes constant 0, then the first three DWords of its vertex, to slot 1, and
/// component 3 of it to slot 4.
void shader_of_vertices(FrameBench& bench) {
  std::vector<std::uint32_t> constants(16, 1000);
  for (unsigned i = 0; i < 16; ++i) constants[i] += i;
  bench.constants(gen9::CommandId::kConstantVs, constants);
  EuBuilder eu{8, 20};
  const GrfRange position = eu.allocate(4);
  eu.into({position.first, 1}, eu::kMove, 8, scalar(2, 1));
  for (std::uint8_t i = 0; i < 3; ++i)
    eu.into({static_cast<std::uint8_t>(position.first + 1 + i), 1}, eu::kMove, 8,
            lanes(static_cast<std::uint8_t>(4 + i)));
  eu.send(urb_write(1, 1, position, false), 8);
  eu.send(urb_write(1, 4, {7, 1}, true), 8);
  bench.program(command::kVs["Kernel Start Pointer"], eu.finish(nullptr).bytes());
  bench.set(command::kVs["Enable"], 1);
  bench.set(command::kVs["SIMD8 Dispatch Enable"], 1);
  bench.set(command::kVs["Statistics Enable"], 1);
  bench.set(command::kVs["Dispatch GRF Start Register For URB Data"], 2);
  bench.set(command::kVs["Vertex URB Entry Read Length"], 1);
  bench.set(command::kUrbVs["VS URB Entry Allocation Size"], 1);
  bench.set(command::kVfStatistics["Statistics Enable"], 1);
}

}  // namespace

TEST_CASE("without a vertex shader the fetched elements are the entry", "[geometry_pipeline]") {
  FrameBench bench;
  const std::vector<std::uint32_t> data{bits_of(1), bits_of(2), bits_of(3), bits_of(4), bits_of(5),
                                        bits_of(6), bits_of(7), bits_of(8), bits_of(9)};
  bench.vertex_buffer(0, bench.store(data), 12, 36);
  bench.elements({{.controls = {2, 2, 2, 2}}, {.format = SurfaceFormat::kR32G32B32Float, .controls = {1, 1, 1, 3}}});
  bench.set(command::kVfSgvs["InstanceID Enable"], 1);
  bench.set(command::kVfSgvs["InstanceID Component Number"], 1);
  const FrameBench::Drawn drawn =
      bench.draw({.topology = PrimitiveTopology::kRectList, .vertex_count = 3, .instance_count = 2});
  CHECK(drawn.kind == PrimitiveKind::kRectangle);
  REQUIRE(drawn.vertices.size() == 2);
  CHECK(drawn.vertices[1][0][0] == UrbSlot{0, 1, 0, 0});
  CHECK(drawn.vertices[1][2][1] == UrbSlot{bits_of(7), bits_of(8), bits_of(9), bits_of(1)});
  CHECK(drawn.primitives[1].instance == 1);
}

TEST_CASE("vertex shader threads find handles, constants and vertices in their payload", "[geometry_pipeline]") {
  FrameBench bench;
  std::vector<std::uint32_t> data(40);
  for (std::uint32_t i = 0; i < data.size(); ++i) data[i] = i;
  bench.vertex_buffer(0, bench.store(data), 16, 160);
  bench.elements({{.format = SurfaceFormat::kR32G32B32A32Uint}});
  shader_of_vertices(bench);
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 10});
  REQUIRE(drawn.vertices.size() == 10);
  for (std::uint32_t i = 0; i < 10; ++i) {
    CHECK(drawn.vertices[i][0][1] == UrbSlot{1001, 4 * i, 4 * i + 1, 4 * i + 2});
    CHECK(drawn.vertices[i][0][4][0] == 4 * i + 3);
  }
  CHECK(bench.statistics.vertices_fetched == 10);
  CHECK(bench.statistics.primitives_fetched == 10);
  CHECK(bench.statistics.vertex_shader_runs == 10);
}

TEST_CASE("threads before the rasteriser find the place of their stage's samplers in r0", "[geometry_pipeline]") {
  FrameBench bench;
  bench.vertex_buffer(0, bench.store(std::vector<std::uint32_t>{1, 2, 3, 4}), 16, 16);
  bench.elements({{.format = SurfaceFormat::kR32G32B32A32Uint}});
  shader_of_vertices(bench);
  bench.set(command::kSamplerStatePointersVs["Pointer to VS Sampler State"], 0x1240);
  EuBuilder eu{8, 20};
  const GrfRange word = eu.allocate(1);
  eu.into(word, eu::kMove, 8, scalar(0, 3));
  eu.send(urb_write(1, 1, word, true), 8);
  bench.program(command::kVs["Kernel Start Pointer"], eu.finish(nullptr).bytes());
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 1});
  REQUIRE(drawn.vertices.size() == 1);
  CHECK(drawn.vertices[0][0][1][0] == 0x1240);
}

TEST_CASE("indices of one, two and four bytes name vertices, plus the base vertex, from the start vertex on",
          "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(100);
  const DrawCall call{.topology = PrimitiveTopology::kLineList, .indexed = true, .vertex_count = 4, .start_vertex = 1};
  bench.index_buffer(std::vector<std::uint8_t>{9, 7, 5, 3, 1});
  CHECK(bench.numbers(call) == Numbers{{7, 5}, {3, 1}});
  bench.index_buffer(std::vector<std::uint16_t>{9, 7, 5, 3, 1});
  CHECK(bench.numbers(call) == Numbers{{7, 5}, {3, 1}});
  bench.index_buffer(std::vector<std::uint32_t>{9, 7, 5, 3, 1});
  CHECK(bench.numbers(call) == Numbers{{7, 5}, {3, 1}});
  DrawCall moved = call;
  moved.base_vertex = -1;
  CHECK(bench.numbers(moved) == Numbers{{6, 4}, {2, 0}});
  moved.base_vertex = 10;
  moved.start_vertex = 3;  // indices beyond the buffer are 0
  CHECK(bench.numbers(moved) == Numbers{{13, 11}, {10, 10}});
  bench.set(command::kIndexBuffer["Index Format"], 3);
  CHECK_THROWS_AS(bench.numbers(call), Error);
}

TEST_CASE("the vertex number leaves out start and base vertex, and the first vertex of a sequence is the start",
          "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(100);
  bench.set(command::kVfSgvs["VertexID Enable"], 1);
  bench.set(command::kVfSgvs["VertexID Element Offset"], 1);
  bench.set(command::kVfSgvs["VertexID Component Number"], 1);
  const auto second = [&](const DrawCall& call) {
    return bench.draw(call).vertices.at(0).at(1).at(kVertexPositionSlot);
  };
  const DrawCall call{.topology = PrimitiveTopology::kLineList, .vertex_count = 2, .start_vertex = 40};
  CHECK(second(call) == UrbSlot{41, 1, 0, bits_of(1)});
  bench.index_buffer(std::vector<std::uint16_t>{9, 7});
  CHECK(second({.topology = PrimitiveTopology::kLineList, .indexed = true, .vertex_count = 2, .base_vertex = 3}) ==
        UrbSlot{10, 7, 0, bits_of(1)});
}

TEST_CASE("the cut index ends strips, fans, loops and lists, and is no vertex", "[geometry_pipeline]") {
  using enum PrimitiveTopology;
  FrameBench bench;
  bench.numbered_vertices(100);
  bench.index_buffer(std::vector<std::uint16_t>{0, 1, 2, 3, 0xFFFF, 4, 5, 6});
  bench.set(command::kVf["Cut Index"], 0xFFFF);
  bench.set(command::kVfStatistics["Statistics Enable"], 1);
  const auto drawn = [&](PrimitiveTopology topology) {
    return bench.numbers({.topology = topology, .indexed = true, .vertex_count = 8});
  };
  bench.set(command::kVf["Indexed Draw Cut Index Enable"], 1);
  CHECK(drawn(kTriStrip) == Numbers{{0, 1, 2}, {1, 3, 2}, {4, 5, 6}});
  CHECK(bench.statistics.vertices_fetched == 7);
  CHECK(bench.statistics.primitives_fetched == 3);
  CHECK(drawn(kTriFan) == Numbers{{0, 1, 2}, {0, 2, 3}, {4, 5, 6}});
  CHECK(drawn(kLineLoop) == Numbers{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 4}});
  CHECK(drawn(kTriList) == Numbers{{0, 1, 2}, {4, 5, 6}});
  bench.set(command::kVf["Indexed Draw Cut Index Enable"], 0);
  CHECK(drawn(kTriList) == Numbers{{0, 1, 2}, {3, 0, 4}});  // no buffer reaches to vertex 65535
  bench.set(command::kVf["Sequential Draw Cut Index Enable"], 1);
  bench.set(command::kVf["Cut Index"], 12);
  CHECK(bench.numbers({.topology = kTriStrip, .vertex_count = 6, .start_vertex = 10}) == Numbers{{13, 14, 15}});
}

TEST_CASE("an index that an instance repeats is shaded once", "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(16);
  shader_of_vertices(bench);
  bench.index_buffer(std::vector<std::uint16_t>{0, 1, 2, 2, 1, 3, 0, 0, 1});
  const Numbers drawn =
      bench.numbers({.topology = PrimitiveTopology::kTriList, .indexed = true, .vertex_count = 9, .instance_count = 2});
  CHECK(drawn.size() == 6);
  CHECK(bench.statistics.vertices_fetched == 18);
  CHECK(bench.statistics.vertex_shader_runs == 8);
}

TEST_CASE("a long strip, fan, loop or list in portions is the same as in one", "[geometry_pipeline]") {
  using enum PrimitiveTopology;
  constexpr std::uint32_t kCount = 20'000;
  FrameBench bench;
  bench.numbered_vertices(kCount);
  for (const PrimitiveTopology topology :
       {kTriStrip, kTriFan, kLineLoop, kTriList, kTriStripAdj, kQuadStrip, kPolygon}) {
    INFO("topology " << static_cast<unsigned>(topology));
    PrimitiveAssembler assembler{topology, {}, StripOrder::kLeading};
    PrimitiveList whole;
    whole.shape = shape_of(topology);
    for (std::uint32_t i = 0; i < kCount; ++i) assembler.add({.number = i}, whole);
    assembler.cut(whole);
    const FrameBench::Drawn drawn = bench.draw({.topology = topology, .vertex_count = kCount});
    CHECK(drawn.portions > 1);
    REQUIRE(drawn.primitives.size() == whole.facts.size());
    bool same = true;
    for (std::size_t i = 0; i < whole.facts.size(); ++i) {
      const auto places = drawn_vertices(whole.shape);
      for (unsigned v = 0; v < drawn.vertices[i].size(); ++v)
        same &= drawn.vertices[i][v][kVertexPositionSlot][0] == whole.vertices_of(i)[places[v]];
      same &= drawn.primitives[i].id == whole.facts[i].id && drawn.primitives[i].edges == whole.facts[i].edges;
    }
    CHECK(same);
  }
}

TEST_CASE("many instances share a portion, and a draw without vertices or instances has none", "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(3);
  const FrameBench::Drawn drawn =
      bench.draw({.topology = PrimitiveTopology::kTriList, .vertex_count = 3, .instance_count = 100});
  CHECK(drawn.portions == 1);
  REQUIRE(drawn.primitives.size() == 100);
  CHECK(drawn.primitives[99].instance == 99);
  CHECK(drawn.primitives[99].id == 0);
  CHECK(bench.draw({.vertex_count = 0, .instance_count = 100}).portions == 0);
  CHECK(bench.draw({.vertex_count = 3, .instance_count = 0}).portions == 0);
}

TEST_CASE("the provoking vertex is chosen by the clipper's state, and by setup's when it is off",
          "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(4);
  bench.set(command::kClip["Triangle Strip/List Provoking Vertex Select"], 2);
  bench.set(command::kSf["Triangle Strip/List Provoking Vertex Select"], 1);
  const DrawCall call{.topology = PrimitiveTopology::kTriList, .vertex_count = 3};
  CHECK(bench.draw(call).primitives.at(0).provoking == 1);
  bench.set(command::kClip["Clip Enable"], 1);
  CHECK(bench.draw(call).primitives.at(0).provoking == 2);
}

TEST_CASE("points and lines of the topologies of back faces count as back-facing", "[geometry_pipeline]") {
  using enum PrimitiveTopology;
  FrameBench bench;
  bench.numbered_vertices(4);
  for (const PrimitiveTopology topology :
       {kPointList, kLineList, kLineStrip, kLineLoop, kLineStripCont, kPointListBf, kLineStripBf, kLineStripContBf}) {
    INFO("topology " << static_cast<unsigned>(topology));
    const bool back = topology == kPointListBf || topology == kLineStripBf || topology == kLineStripContBf;
    CHECK(bench.draw({.topology = topology, .vertex_count = 4}).back_facing == back);
  }
}

TEST_CASE("state that the geometry stages lack is refused by name", "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(4);
  shader_of_vertices(bench);
  const auto refused = [&] {
    try {
      bench.draw({.topology = PrimitiveTopology::kTriList, .vertex_count = 3});
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kUnsupported);
      return std::string{error.what()};
    }
    return std::string{"nothing"};
  };
  bench.set(command::kVs["SIMD8 Dispatch Enable"], 0);
  CHECK_THAT(refused(), Catch::Contains("3DSTATE_VS: SIMD8 Dispatch Enable 0"));
}

TEST_CASE("indices of any size are compared with all bits of the cut index", "[geometry_pipeline]") {
  FrameBench bench;
  bench.numbered_vertices(300);
  bench.index_buffer(std::vector<std::uint8_t>{0, 1, 0xFF, 2, 3, 4});
  bench.set(command::kVf["Indexed Draw Cut Index Enable"], 1);
  const auto drawn = [&](std::uint32_t cut_index) {
    bench.set(command::kVf["Cut Index"], cut_index);
    return bench.numbers({.topology = PrimitiveTopology::kTriList, .indexed = true, .vertex_count = 6});
  };
  CHECK(drawn(0xFF) == Numbers{{2, 3, 4}});
  CHECK(drawn(0xFFFF'FFFF) == Numbers{{0, 1, 255}, {2, 3, 4}});
}
