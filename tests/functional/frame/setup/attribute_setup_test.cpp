#include "functional/frame/setup/attribute_setup.h"

#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "isa/gen9/commands/setup_commands.h"

using namespace texpipe;
using namespace texpipe::functional;
namespace command = gen9::command;

namespace {

/// 3DSTATE_SBE and 3DSTATE_SBE_SWIZ of a test, and a triangle whose vertex v has v + 10 n + 0.1 c in component c of
/// output n.
class Bench {
 public:
  Bench() {
    set(sbe_, command::kSbe["Number of SF Output Attributes"], 2);
    set(sbe_, command::kSbe["Vertex URB Entry Read Offset"], 2);
    for (unsigned i = 0; i < 32; ++i) set(sbe_, command::kSbe["Attribute Active Component Format"], 3, i);
    for (unsigned v = 0; v < 3; ++v) {
      for (unsigned n = 0; n < 4; ++n) {
        for (unsigned c = 0; c < 4; ++c) put(v, n, c, static_cast<float>(v) + 10.0f * n + 0.125f * c);
      }
      inputs.vertices[v] = entries_[v];
    }
    inputs.provoking = entries_[1];
    inputs.primitive_id = 77;
  }

  void sbe(gen9::FieldBits field, std::uint64_t value, unsigned n = 0) { set(sbe_, field, value, n); }
  void swizzle(gen9::FieldBits field, std::uint64_t value, unsigned attribute = 0) {
    set(sbe_, command::kSbe["Attribute Swizzle Enable"], 1);
    gen9::FieldBits place = field;
    place.dword = 1;
    place.stride = 16;
    set(swiz_, place, value, attribute);
  }
  void wrap(std::uint64_t components, unsigned attribute = 0) {
    set(swiz_, command::kSbeSwiz["Attribute Wrap Shortest Enables"], components, attribute);
  }
  void put(unsigned vertex, unsigned output, unsigned component, float value) {
    entries_[vertex][kVertexOutputSlot + output][component] = std::bit_cast<std::uint32_t>(value);
  }

  struct Plane {
    float d1, d2, a0;
    bool operator==(const Plane&) const = default;
  };
  Plane plane(unsigned attribute, unsigned component) {
    const Grf half = planes()[2 * attribute + component / 2];
    const auto value = [&](unsigned i) { return std::bit_cast<float>(half[component % 2 * 4 + i]); };
    return {value(0), value(1), value(3)};
  }
  std::uint32_t raw(unsigned attribute, unsigned component) {
    return planes()[2 * attribute + component / 2][component % 2 * 4 + 3];
  }

  AttributeInputs inputs;

 private:
  static void set(std::vector<std::uint32_t>& words, gen9::FieldBits field, std::uint64_t value, unsigned n = 0) {
    words.resize(16);
    gen9::write_field(words, field, value, n);
  }
  std::vector<Grf> planes() {
    PipelineState state;
    state.take(gen9::CommandId::kSbe, sbe_);
    state.take(gen9::CommandId::kSbeSwiz, swiz_);
    std::vector<Grf> planes;
    AttributeSetup{state}.append(inputs, planes);
    return planes;
  }

  std::vector<std::uint32_t> sbe_ = std::vector<std::uint32_t>(16), swiz_ = std::vector<std::uint32_t>(16);
  std::array<std::array<UrbSlot, 8>, 3> entries_{};
};

using Plane = Bench::Plane;

}  // namespace

TEST_CASE("an attribute's plane is its differences and its value at the first vertex", "[frame][setup]") {
  Bench bench;
  CHECK(bench.plane(0, 0) == Plane{1, 2, 0});
  CHECK(bench.plane(0, 3) == Plane{1, 2, 0.375f});
  CHECK(bench.plane(1, 2) == Plane{1, 2, 10.25f});
}

TEST_CASE("a flat attribute has the provoking vertex' bits and no slope", "[frame][setup]") {
  Bench bench;
  bench.sbe(command::kSbe["Constant Interpolation Enable"], 0b10);
  CHECK(bench.plane(0, 1) == Plane{1, 2, 0.125f});
  CHECK(bench.plane(1, 1) == Plane{0, 0, 11.125f});
}

TEST_CASE("a swizzled attribute takes another output, by facing when told so, and w for x", "[frame][setup]") {
  Bench bench;
  bench.swizzle(command::kSfOutputAttributeDetail["Source Attribute"], 2);
  CHECK(bench.plane(0, 1) == Plane{1, 2, 20.125f});
  for (const bool back : {false, true}) {
    bench.inputs.back_face = back;
    const float facing = back ? 30.0f : 20.0f;
    bench.swizzle(command::kSfOutputAttributeDetail["Swizzle Select"], 0);
    CHECK(bench.plane(0, 0).a0 == 20.0f);
    bench.swizzle(command::kSfOutputAttributeDetail["Swizzle Select"], 1);
    CHECK(bench.plane(0, 0).a0 == facing);
    bench.swizzle(command::kSfOutputAttributeDetail["Swizzle Select"], 2);
    CHECK(bench.plane(0, 0).a0 == 20.375f);
    CHECK(bench.plane(0, 1).a0 == 20.125f);
    bench.swizzle(command::kSfOutputAttributeDetail["Swizzle Select"], 3);
    CHECK(bench.plane(0, 0).a0 == facing + 0.375f);
  }
}

TEST_CASE("overridden components are the constant of their source", "[frame][setup]") {
  Bench bench;
  bench.swizzle(command::kSfOutputAttributeDetail["Component Override X"], 1);
  bench.swizzle(command::kSfOutputAttributeDetail["Component Override W"], 1);
  const float constants[3][2] = {{0, 0}, {0, 1}, {1, 1}};
  for (unsigned source = 0; source < 3; ++source) {
    bench.swizzle(command::kSfOutputAttributeDetail["Constant Source"], source);
    CHECK(bench.plane(0, 0) == Plane{0, 0, constants[source][0]});
    CHECK(bench.plane(0, 1) == Plane{1, 2, 0.125f});
    CHECK(bench.plane(0, 3) == Plane{0, 0, constants[source][1]});
  }
  bench.swizzle(command::kSfOutputAttributeDetail["Constant Source"], 3);
  CHECK(bench.raw(0, 0) == 77);
}

TEST_CASE("the primitive's number replaces the components that 3DSTATE_SBE names", "[frame][setup]") {
  Bench bench;
  bench.sbe(command::kSbe["Primitive ID Override Attribute Select"], 1);
  bench.sbe(command::kSbe["Primitive ID Override Component Y"], 1);
  CHECK(bench.raw(1, 1) == 77);
  CHECK(bench.plane(1, 0) == Plane{1, 2, 10});
  CHECK(bench.raw(0, 1) != 77);
}

TEST_CASE("only the components of an attribute's format are computed", "[frame][setup]") {
  for (unsigned format = 0; format < 4; ++format) {
    Bench bench;
    bench.sbe(command::kSbe["Attribute Active Component Format"], format, 1);
    const unsigned computed = format == 0 ? 0 : format + 1;
    for (unsigned c = 0; c < 4; ++c) {
      INFO(format << " " << c);
      CHECK((bench.plane(1, c).d1 == 1) == (c < computed));
      CHECK((bench.raw(1, c) != 0) == (c < computed));
    }
  }
}

TEST_CASE("each component whose wrap-shortest bit is set goes the shorter way round", "[frame][setup]") {
  for (unsigned enables = 0; enables < 16; ++enables) {
    Bench bench;
    for (unsigned c = 0; c < 4; ++c) {
      bench.put(0, 1, c, 0.75f);
      bench.put(1, 1, c, 0.125f);  // 0.375 further over 1.0, or 0.625 back
      bench.put(2, 1, c, 0.5f);
    }
    bench.wrap(enables, 1);
    for (unsigned c = 0; c < 4; ++c) {
      INFO(enables << " " << c);
      CHECK(bench.plane(1, c) == Plane{(enables >> c & 1) != 0 ? 0.375f : -0.625f, -0.25f, 0.75f});
    }
  }
}

TEST_CASE("wrap-shortest bits reach attributes 0 to 15, and no attribute that is flat", "[frame][setup]") {
  Bench bench;
  bench.sbe(command::kSbe["Number of SF Output Attributes"], 17);
  bench.put(0, 0, 0, 0.75f);
  bench.put(1, 0, 0, 0.125f);
  bench.wrap(1);
  bench.sbe(command::kSbe["Constant Interpolation Enable"], 1);
  CHECK(bench.plane(0, 0) == Plane{0, 0, 0.125f});
  for (unsigned attribute = 0; attribute < 16; ++attribute) bench.wrap(0xF, attribute);
  CHECK(bench.plane(16, 0) == Plane{0, 0, 0});  // its slot is not there
  CHECK(bench.plane(3, 0).d1 == 0);             // 1.0 further is the same place
}

TEST_CASE("a point's sprite coordinate runs from its upper left corner, or from below", "[frame][setup]") {
  Bench bench;
  bench.sbe(command::kSbe["Point Sprite Texture Coordinate Enable"], 1);
  CHECK(bench.plane(0, 0) == Plane{1, 2, 0});  // of a triangle: no sprite
  bench.inputs.point = true;
  CHECK(bench.plane(0, 0) == Plane{1, 0, 0});
  CHECK(bench.plane(0, 1) == Plane{0, 1, 0});
  CHECK(bench.plane(0, 2) == Plane{0, 0, 0});
  CHECK(bench.plane(0, 3) == Plane{0, 0, 1});
  bench.sbe(command::kSbe["Point Sprite Texture Coordinate Origin"], 1);
  CHECK(bench.plane(0, 1) == Plane{0, -1, 1});
}

TEST_CASE("attributes 16 to 31 cannot be swizzled", "[frame][setup]") {
  Bench bench;
  bench.swizzle(command::kSfOutputAttributeDetail["Swizzle Control Mode"], 1);
  CHECK_THROWS_WITH(bench.raw(0, 0), Catch::Contains("Swizzle Control Mode"));
}
