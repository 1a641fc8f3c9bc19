// Hull, domain and geometry shaders in the pipeline.
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/frame/frame_bench.h"
#include "functional/frame/tessellation/tessellator.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::CommandId;
using gen9::PrimitiveTopology;

namespace {

using Numbers = std::vector<std::vector<std::uint32_t>>;

GrfRange behind(GrfRange range, unsigned registers, unsigned count) {
  return {static_cast<std::uint8_t>(range.first + registers), static_cast<std::uint8_t>(count)};
}

/// Tessellation of patches of `points` control points, all factors `factor`. A patch entry has its control points'
/// position slots from slot 2 on; a vertex's position is u, v, w and x of the first control point.
void tessellation(FrameBench& bench, unsigned points, float factor,
                  TessellatorDomain domain = TessellatorDomain::kQuad) {
  std::vector<std::uint32_t> constants(16, bits_of(factor));
  for (std::uint32_t i = 0; i < 8; ++i) constants[8 + i] = i;
  bench.constants(CommandId::kConstantHs, constants);

  EuBuilder hull{8, 40};
  const GrfRange patch = hull.allocate(1), factors = hull.allocate(8), position = hull.allocate(4);
  hull.into(patch, eu::kMove, 8, scalar(0, 0));
  for (std::uint8_t i = 0; i < 8; ++i) hull.into(behind(factors, i, 1), eu::kMove, 8, scalar(5, i));
  hull.send(urb_write(patch.first, 0, factors, false), 8);
  hull.send(urb_read(1, 1, position), 8);
  const GrfRange handle_and_offset = hull.allocate(2);
  hull.into(behind(handle_and_offset, 0, 1), eu::kMove, 8, scalar(0, 0));
  hull.into(behind(handle_and_offset, 1, 1), eu::kMove, 8, lanes(6));
  gen9::UrbMessage write;
  write.global_offset = 2;
  write.header_present = true;
  write.per_slot_offsets = true;
  BuiltSend last = send_of(write);
  last.source0 = handle_and_offset;
  last.source1 = position;
  hull.send(last, 8);
  bench.program(command::kHs["Kernel Start Pointer"], hull.finish(nullptr).bytes());
  bench.set(command::kHs["Enable"], 1);
  bench.set(command::kHs["Statistics Enable"], 1);
  bench.set(command::kHs["Dispatch GRF Start Register For URB Data"], 5);
  bench.set(command::kUrbHs["HS URB Entry Allocation Size"], 7);

  EuBuilder points_shader{8, 40};
  const GrfRange out = points_shader.allocate(4);
  for (std::uint8_t i = 0; i < 3; ++i)
    points_shader.into(behind(out, i, 1), eu::kMove, 8, lanes(static_cast<std::uint8_t>(1 + i)));
  points_shader.into(behind(out, 3, 1), eu::kMove, 8, scalar(6, 0));
  points_shader.send(urb_write(4, 1, out, true), 8);
  bench.program(command::kDs["Kernel Start Pointer"], points_shader.finish(nullptr).bytes());
  bench.set(command::kDs["Enable"], 1);
  bench.set(command::kDs["Dispatch Mode"], 1);
  bench.set(command::kDs["Statistics Enable"], 1);
  bench.set(command::kDs["Compute W Coordinate Enable"], domain == TessellatorDomain::kTriangle ? 1 : 0);
  bench.set(command::kDs["Dispatch GRF Start Register For URB Data"], 5);
  bench.set(command::kDs["Patch URB Entry Read Length"], (2 + points + 1) / 2);
  bench.set(command::kTe["TE Enable"], 1);
  bench.set(command::kTe["TE Domain"], static_cast<std::uint64_t>(domain));
  bench.set(command::kTe["Output Topology"], 2);
  bench.set_real(command::kTe["Maximum Tessellation Factor Odd"], 63);
  bench.set_real(command::kTe["Maximum Tessellation Factor Not Odd"], 64);
}

struct GeometryShape {
  unsigned vertices = 3;   // of an input primitive
  bool number = false;     // payload has the primitive number
  bool pushed = false;     // payload has slots 0 and 1 of the vertices, not their handles
  bool counted = false;    // the number of output vertices is dynamic
  bool instances = false;  // the handles of a primitive stand in one register
};

/// A geometry shader with four output vertices, `control` in the control data. A position is x of an input vertex, then
/// the primitive number or 0, and the handle register.
void geometry(FrameBench& bench, const GeometryShape& shape, PrimitiveTopology output, std::uint32_t control,
              std::uint32_t count = 4) {
  EuBuilder eu{8, 90};
  const unsigned control_slot = shape.counted ? 2 : 0, first = control_slot + 2;
  const std::uint8_t inputs = shape.number ? 3 : 2;
  const GrfRange word = eu.allocate(1), position = eu.allocate(4);
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned vertex = k % shape.vertices;
    if (shape.pushed) {
      eu.into(behind(position, 0, 1), eu::kMove, 8, lanes(static_cast<std::uint8_t>(10 + 8 * vertex + 4)));
    } else if (shape.instances) {
      eu.into(word, eu::kMove, 8, scalar(inputs, vertex));
      eu.send(urb_read(word.first, 1, behind(position, 0, 1)), 8);
    } else {
      eu.send(urb_read(static_cast<std::uint8_t>(inputs + vertex), 1, behind(position, 0, 1)), 8);
    }
    eu.into(behind(position, 1, 1), eu::kMove, 8, shape.number ? lanes(2) : constant_bits(0));
    eu.into(behind(position, 2, 1), eu::kMove, 8, lanes(1));
    eu.send(urb_write(1, static_cast<std::uint16_t>(first + 2 * k + 1), position, false), 8);
  }
  if (shape.counted) {
    eu.into(word, eu::kMove, 8, constant_bits(count));
    eu.send(urb_write(1, 0, word, false), 8);
  }
  eu.into(word, eu::kMove, 8, constant_bits(control));
  eu.send(urb_write(1, static_cast<std::uint16_t>(control_slot), word, true), 8);
  bench.program(command::kGs["Kernel Start Pointer"], eu.finish(nullptr).bytes());
  bench.set(command::kGs["Enable"], 1);
  bench.set(command::kGs["Dispatch Mode"], 3);
  bench.set(command::kGs["Statistics Enable"], 1);
  bench.set(command::kGs["Output Topology"], static_cast<std::uint64_t>(output));
  bench.set(command::kGs["Output Vertex Size"], 1);
  bench.set(command::kGs["Control Data Header Size"], 1);
  bench.set(command::kGs["Include Vertex Handles"], shape.pushed ? 0 : 1);
  bench.set(command::kGs["Include Primitive ID"], shape.number ? 1 : 0);
  bench.set(command::kGs["Vertex URB Entry Read Length"], shape.pushed ? 1 : 0);
  bench.set(command::kGs["Static Output"], shape.counted ? 0 : 1);
  bench.set(command::kGs["Static Output Vertex Count"], shape.counted ? 0 : count);
  bench.set(command::kGs["Dispatch GRF Start Register For URB Data"], 10);
  bench.set(command::kUrbGs["GS URB Entry Allocation Size"], 2);
}

}  // namespace

TEST_CASE("patches of control points become the tessellator's primitives of domain points", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(24);
  tessellation(bench, 4, 2);
  const FrameBench::Drawn drawn =
      bench.draw({.topology = PrimitiveTopology::kPatchList4, .vertex_count = 12, .instance_count = 2});
  CHECK(drawn.kind == PrimitiveKind::kTriangle);
  REQUIRE(drawn.primitives.size() == 2 * 3 * 8);
  CHECK(bench.statistics.hull_shader_runs == 6);
  CHECK(bench.statistics.domain_shader_runs == 6 * 9);
  CHECK(drawn.primitives[47].id == 2);
  CHECK(drawn.primitives[47].instance == 1);
  float area = 0;
  for (std::size_t i = 0; i < drawn.vertices.size(); ++i) {
    const UrbSlot a = drawn.vertices[i][0][1], b = drawn.vertices[i][1][1], c = drawn.vertices[i][2][1];
    CHECK(a[3] == 4 * (i / 8 % 3));  // the patch's first control point
    CHECK(a[2] == 0);                // w is not computed
    area += (float_of(b[0]) - float_of(a[0])) * (float_of(c[1]) - float_of(a[1])) -
            (float_of(c[0]) - float_of(a[0])) * (float_of(b[1]) - float_of(a[1]));
  }
  CHECK(area == 2 * 6);
}

TEST_CASE("of a triangle's points w is 1 - u - v", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(3);
  tessellation(bench, 3, 3, TessellatorDomain::kTriangle);
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kPatchList3, .vertex_count = 3});
  CHECK(drawn.primitives.size() == 13);
  for (const auto& vertices : drawn.vertices) {
    for (const auto& vertex : vertices)
      CHECK(float_of(vertex[1][0]) + float_of(vertex[1][1]) + float_of(vertex[1][2]) == 1);
  }
}

TEST_CASE("a patch without a positive factor is culled, and many patches come in portions", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(3000);
  tessellation(bench, 1, 0);
  CHECK(bench.draw({.topology = PrimitiveTopology::kPatchList1, .vertex_count = 10}).primitives.empty());
  tessellation(bench, 1, 64);
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kPatchList1, .vertex_count = 5});
  CHECK(drawn.primitives.size() == 5 * 2 * 64 * 64);
  CHECK(drawn.portions == 3);
  CHECK(drawn.vertices.back()[0][1][3] == 4);
}

TEST_CASE("a geometry shader's strips are cut where its control data say, in instances one after the other",
          "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(60);
  const DrawCall call{.topology = PrimitiveTopology::kTriList, .vertex_count = 30, .start_vertex = 3};
  for (const bool number : {false, true}) {
    for (const bool counted : {false, true}) {
      geometry(bench, {.number = number, .counted = counted, .instances = true}, PrimitiveTopology::kLineStrip, 0b10);
      bench.set(command::kGs["Instance Control"], 1);
      const FrameBench::Drawn drawn = bench.draw(call);
      CHECK(drawn.kind == PrimitiveKind::kLine);
      REQUIRE(drawn.vertices.size() == 10 * 2 * 2);
      for (std::uint32_t i = 0; i < drawn.vertices.size(); ++i) {
        const std::uint32_t first = 3 + 3 * (i / 4);
        const UrbSlot a = drawn.vertices[i][0][1], b = drawn.vertices[i][1][1];
        CHECK(a[0] == first + (i % 2 == 0 ? 0 : 2));
        CHECK(b[0] == first + (i % 2 == 0 ? 1 : 0));
        CHECK(a[1] == (number ? i / 4 : 0));
        CHECK(a[2] >> 27 == i / 2 % 2);
        CHECK(drawn.primitives[i].id == i / 4);
      }
    }
  }
  geometry(bench, {.counted = true}, PrimitiveTopology::kTriStrip, 0, 3);
  bench.set(command::kGs["Instance Control"], 0);
  bench.statistics = {};
  CHECK(bench.numbers(call).size() == 10);
  CHECK(bench.statistics.geometry_shader_runs == 10);
  CHECK(bench.statistics.geometry_shader_primitives == 10);
  geometry(bench, {.counted = true}, PrimitiveTopology::kTriStrip, 0, 1000);  // no more than its entry has room for
  CHECK(bench.numbers(call).size() == 10 * 2);
}

TEST_CASE("a geometry shader of more than eight instances takes several threads a primitive", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(9);
  geometry(bench, {.instances = true}, PrimitiveTopology::kPointList, 0, 1);
  bench.set(command::kGs["Instance Control"], 10);
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kTriList, .vertex_count = 9});
  REQUIRE(drawn.vertices.size() == 3 * 11);
  for (std::uint32_t i = 0; i < drawn.vertices.size(); ++i) {
    CHECK(drawn.vertices[i][0][1][0] == 3 * (i / 11));
    CHECK(drawn.vertices[i][0][1][2] >> 27 == i % 11);
  }
}

TEST_CASE("vertices of other streams than the rendered one are not drawn", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(3);
  geometry(bench, {}, PrimitiveTopology::kPointList, 0b11'01'00'01);  // streams 1, 0, 1, 3
  bench.set(command::kGs["Control Data Format"], 1);
  const DrawCall call{.topology = PrimitiveTopology::kTriList, .vertex_count = 3};
  CHECK(bench.numbers(call) == Numbers{{1}});
  bench.set(command::kStreamout["Render Stream Select"], 1);
  CHECK(bench.numbers(call) == Numbers{{0}, {2}});
}

TEST_CASE("a geometry shader sees vertices by handle or pushed, with adjacent ones unless they are discarded",
          "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(20);
  const DrawCall triangles{.topology = PrimitiveTopology::kTriList, .vertex_count = 6};
  geometry(bench, {.pushed = true}, PrimitiveTopology::kPointList, 0);
  CHECK(bench.numbers(triangles) == Numbers{{0}, {1}, {2}, {0}, {3}, {4}, {5}, {3}});
  const DrawCall adjacent{.topology = PrimitiveTopology::kTriListAdj, .vertex_count = 6};
  geometry(bench, {.vertices = 6}, PrimitiveTopology::kPointList, 0);
  CHECK(bench.numbers(adjacent) == Numbers{{0}, {1}, {2}, {3}});
  bench.set(command::kGs["Discard Adjacency"], 1);
  geometry(bench, {}, PrimitiveTopology::kPointList, 0);
  CHECK(bench.numbers(adjacent) == Numbers{{0}, {2}, {4}, {0}});
}

TEST_CASE("the reorder mode says how a geometry shader sees odd triangles of a strip", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(4);
  geometry(bench, {}, PrimitiveTopology::kPointList, 0, 3);
  const DrawCall call{.topology = PrimitiveTopology::kTriStrip, .vertex_count = 4};
  CHECK(bench.numbers(call) == Numbers{{0}, {1}, {2}, {1}, {3}, {2}});
  bench.set(command::kGs["Reorder Mode"], 1);
  CHECK(bench.numbers(call) == Numbers{{0}, {1}, {2}, {2}, {1}, {3}});
}

TEST_CASE("a geometry shader takes the tessellator's primitives", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(4);
  tessellation(bench, 4, 1);
  geometry(bench, {.number = true}, PrimitiveTopology::kTriStrip, 0, 3);
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kPatchList4, .vertex_count = 4});
  CHECK(drawn.kind == PrimitiveKind::kTriangle);
  REQUIRE(drawn.vertices.size() == 2);
  CHECK(drawn.vertices[0][1][1][0] == bits_of(1));  // u of the second corner
}

TEST_CASE("many runs of a geometry shader come in portions", "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(6000);
  geometry(bench, {.vertices = 1}, PrimitiveTopology::kPointList, 0, 1);
  bench.set(command::kUrbGs["GS URB Entry Allocation Size"], 0x1FF);
  const FrameBench::Drawn drawn = bench.draw({.topology = PrimitiveTopology::kPointList, .vertex_count = 6000});
  CHECK(drawn.portions > 20);
  REQUIRE(drawn.vertices.size() == 6000);
  bool in_order = true;
  for (std::uint32_t i = 0; i < 6000; ++i) in_order &= drawn.vertices[i][0][1][0] == i;
  CHECK(in_order);
}

TEST_CASE("states of these stages that the model lacks, or that contradict each other, are refused by name",
          "[shader_stages]") {
  FrameBench bench;
  bench.numbered_vertices(8);
  tessellation(bench, 4, 1);
  geometry(bench, {}, PrimitiveTopology::kTriStrip, 0);
  const auto refused = [&](gen9::FieldBits field, std::uint64_t value,
                           PrimitiveTopology topology = PrimitiveTopology::kPatchList4) {
    const std::uint64_t before = bench.state.value(field);
    bench.set(field, value);
    std::string what = "nothing";
    try {
      bench.draw({.topology = topology, .vertex_count = 4});
    } catch (const Error& error) {
      what = error.what();
    }
    bench.set(field, before);
    return what;
  };
  CHECK(refused(command::kGs["Statistics Enable"], 1) == "nothing");
  CHECK_THAT(refused(command::kHs["Dispatch Mode"], 2), Catch::Contains("3DSTATE_HS: Dispatch Mode 2"));
  CHECK_THAT(refused(command::kHs["Vertex URB Entry Read Length"], 1), Catch::Contains("3DSTATE_HS: Vertex URB"));
  CHECK_THAT(refused(command::kDs["Dispatch Mode"], 0), Catch::Contains("3DSTATE_DS: Dispatch Mode 0"));
  CHECK_THAT(refused(command::kGs["Dispatch Mode"], 1), Catch::Contains("3DSTATE_GS: Dispatch Mode 1"));
  CHECK_THAT(refused(command::kGs["Output Topology"], 4), Catch::Contains("3DSTATE_GS: Output Topology 4"));
  CHECK_THAT(refused(command::kTe["TE Enable"], 0), Catch::Contains("enabled or disabled together"));
  CHECK_THAT(refused(command::kGs["Statistics Enable"], 1, PrimitiveTopology::kTriList),
             Catch::Contains("needs the topology 3DPRIM_PATCHLIST"));
}
