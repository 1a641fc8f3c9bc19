#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "functional/sampling/grid_surface.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

TEST_CASE("header offsets move by texels of the level that is read, before the address mode", "[sampling][C7]") {
  SamplerBench bench{kGrid, grid(8, 8), nearest_sampler(Mode::kWrap)};
  const auto outcome = bench.send(Op::kSampleLz, {0.1f, 0.1f}, {.header = offsets(-8, 7)});
  CHECK(code(outcome, 0) == 0);  // -8 wraps to 0
  CHECK(code(outcome, 1) == 7);
  CHECK(code(bench.send(Op::kSampleLz, {0.1f, 0.1f}, {.header = offsets(-1, 0)}), 0) == 7);
}

TEST_CASE("offsets do not touch the array index", "[sampling][C7]") {
  std::vector<std::byte> texels = grid(2, 2, 10);
  const auto second = grid(2, 2, 20);
  texels.insert(texels.end(), second.begin(), second.end());
  SamplerBench bench{{.width = 2, .height = 2, .array_length = 2}, texels, nearest_sampler()};
  CHECK(code(bench.send(Op::kSampleLz, {0.1f, 0.1f, 0.0f}, {.header = offsets(0, 0, 1)}), 2) == 10);
  CHECK(code(bench.send(Op::kSampleLz, {0.1f, 0.1f, 1.0f}), 2) == 20);
}

TEST_CASE("ld outside any axis, level or slice is 0 with the format's defaults", "[sampling][section-6][X11]") {
  SamplerBench bench{{.format = SurfaceFormat::kR8Unorm, .width = 2, .height = 2, .levels = 2},
                     std::vector<std::byte>(5, std::byte{255}),
                     {}};
  const auto at = [&](std::int32_t u, std::int32_t v, std::int32_t lod) { return bench.send(Op::kLd, {u, v, lod}); };
  CHECK(real(at(1, 1, 0), 0) == 1.0f);
  CHECK(real(at(0, 0, 1), 0) == 1.0f);
  for (const auto& outcome : {at(2, 0, 0), at(-1, 0, 0), at(0, 2, 0), at(0, -1, 0), at(0, 0, 2), at(0, 0, -1),
                              at(1, 0, 1), at(std::numeric_limits<std::int32_t>::max(), 0, 0)}) {
    CHECK(real(outcome, 0) == 0.0f);
    CHECK(real(outcome, 1) == 0.0f);
    CHECK(real(outcome, 3) == 1.0f);
  }
}

TEST_CASE("ld offsets may wrap below 0 and are then out of range", "[sampling][section-6]") {
  SamplerBench bench{kGrid, grid(8, 8), {}};
  CHECK(code(bench.send(Op::kLdLz, {3, 5}, {.header = offsets(2, -1)}), 0) == 5);
  CHECK(code(bench.send(Op::kLdLz, {3, 5}, {.header = offsets(2, -1)}), 1) == 4);
  CHECK(code(bench.send(Op::kLdLz, {3, 5}, {.header = offsets(-4, 0)}), 3) == 0);
}

TEST_CASE("ld leaves the bits of float texels untouched", "[sampling][section-6][section-8]") {
  std::vector<std::byte> texels;
  const std::array<std::uint32_t, 3> patterns{0x00000001, 0x7FA00001, 0x80000000};
  for (const std::uint32_t pattern : patterns) {
    for (unsigned i = 0; i < 4; ++i) texels.push_back(static_cast<std::byte>(pattern >> (8 * i)));
  }
  SamplerBench bench{{.format = SurfaceFormat::kR32Float, .width = 3, .height = 1}, texels, {}};
  const auto outcome = bench.send(Op::kLd, {std::vector{0, 1, 2}, 0, 0});
  for (unsigned lane = 0; lane < 3; ++lane) CHECK(word(outcome, 0, lane) == patterns[lane]);
}

TEST_CASE("a buffer is loaded by element and bounded by its entries", "[sampling][section-6]") {
  std::vector<std::byte> texels = floats({1, 2, 3, 4, 5});
  SamplerBench bench{{.type = SurfaceType::kBuffer, .format = SurfaceFormat::kR32Float, .width = 5}, texels, {}};
  const auto outcome = bench.send(Op::kLd, {std::vector{0, 4, 5, -1}});
  CHECK(real(outcome, 0, 0) == 1.0f);
  CHECK(real(outcome, 0, 1) == 5.0f);
  CHECK(real(outcome, 0, 2) == 0.0f);
  CHECK(real(outcome, 0, 3) == 0.0f);
  CHECK(real(outcome, 3, 2) == 1.0f);
}

TEST_CASE("a volume is filtered over eight texels", "[sampling][C6]") {
  std::vector<std::byte> texels = grid(2, 2, 0);
  const auto second = grid(2, 2, 200);
  texels.insert(texels.end(), second.begin(), second.end());
  SamplerBench bench{{.type = SurfaceType::k3D, .width = 2, .height = 2, .depth = 2}, texels, linear_sampler()};
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f, std::vector{0.5f, 0.375f, 0.0f, 1.0f}});
  CHECK(real(outcome, 0) == 0.5f / 255);
  CHECK(real(outcome, 2, 0) == 100.0f / 255);
  CHECK(real(outcome, 2, 1) == 50.0f / 255);
  CHECK(real(outcome, 2, 2) == 0.0f);
  CHECK(real(outcome, 2, 3) == 200.0f / 255);
}

TEST_CASE("1D arrays take the slice from v, cube arrays from ai", "[sampling][C8]") {
  SamplerBench line{{.type = SurfaceType::k1D, .width = 2, .array_length = 2}, rgba({1, 2, 3, 4}), nearest_sampler()};
  CHECK(code(line.send(Op::kSampleLz, {0.75f, 1.0f}), 0) == 4);
  std::vector<std::byte> texels;
  for (unsigned face = 0; face < 12; ++face) {
    const auto one = rgba({face});
    texels.insert(texels.end(), one.begin(), one.end());
  }
  SamplerBench cubes{
      {.type = SurfaceType::kCube, .width = 1, .height = 1, .array_length = 2}, texels, nearest_sampler(Mode::kCube)};
  CHECK(code(cubes.send(Op::kSampleLz, {0.0f, -1.0f, 0.0f, 1.0f}), 0) == 9);
}

TEST_CASE("the minimum array element is added after the clamp", "[sampling][C8]") {
  SamplerBench bench{{.width = 1, .height = 1, .array_length = 4}, rgba({10, 20, 30, 40}), nearest_sampler()};
  bench.state.minimum_array_element = 1;
  bench.state.depth = 2;
  CHECK(code(bench.send(Op::kSampleLz, {0.5f, 0.5f, 9.0f}), 0) == 30);
}

TEST_CASE("the minimum array element of a cube array counts faces, for sample as for ld", "[sampling][C8]") {
  std::vector<std::byte> texels;
  for (unsigned face = 0; face < 18; ++face) {
    const auto one = rgba({face});
    texels.insert(texels.end(), one.begin(), one.end());
  }
  SamplerBench bench{
      {.type = SurfaceType::kCube, .width = 1, .height = 1, .array_length = 3}, texels, nearest_sampler(Mode::kCube)};
  bench.state.minimum_array_element = 6;  // a view from the second cube on
  bench.state.depth = 2;
  CHECK(code(bench.send(Op::kSampleLz, {0.0f, -1.0f, 0.0f, 0.0f}), 0) == 6 + 3);
  CHECK(code(bench.send(Op::kSampleLz, {0.0f, 0.0f, 1.0f, 1.0f}), 0) == 12 + 4);
  CHECK(code(bench.send(Op::kSampleLz, {0.0f, 0.0f, 1.0f, 9.0f}), 0) == 12 + 4);  // clamped to the view
  CHECK(code(bench.send(Op::kLd, {0, 0, 0, 3}), 0) == 6 + 3);
}

TEST_CASE("unnormalised coordinates are texels of level 0", "[sampling][C1]") {
  gen9::SamplerState sampler = linear_sampler();
  sampler.non_normalized_coordinates = true;
  SamplerBench bench{kGrid, grid(8, 8), sampler};
  const auto outcome = bench.send(Op::kSampleLz, {std::vector{4.0f, 4.5f, -3.0f}, 2.5f});
  CHECK(real(outcome, 0, 0) == 3.5f / 255);
  CHECK(real(outcome, 0, 1) == 4.0f / 255);
  CHECK(real(outcome, 0, 2) == 0.0f);
  CHECK(real(outcome, 1, 0) == 2.0f / 255);
}

TEST_CASE("sizes from 1 to 16384 find their last texel", "[sampling][section-10]") {
  for (const unsigned width : {1u, 2u, 3u, 5u, 16384u}) {
    std::vector<std::byte> texels(width);
    texels.back() = std::byte{255};
    SamplerBench bench{
        {.format = SurfaceFormat::kR8Unorm, .width = width, .height = 1}, texels, nearest_sampler(Mode::kWrap)};
    const float last = (width - 0.5f) / width;
    CHECK(real(bench.send(Op::kSampleLz, {last, 0.5f}), 0) == 1.0f);
    CHECK(real(bench.send(Op::kSampleLz, {last - 3.0f, 0.5f}), 0) == 1.0f);
    if (width > 1) CHECK(real(bench.send(Op::kSampleLz, {0.5f / width, 0.5f}), 0) == 0.0f);
  }
}

TEST_CASE("the largest height, depth and array length find their last texel", "[sampling][C4][section-10]") {
  const auto last_of = [](const SurfaceImage& image, std::initializer_list<Parameter> place) {
    std::vector<std::byte> texels(packed_bytes(image));
    texels.back() = std::byte{255};
    SamplerBench bench{image, texels, nearest_sampler(Mode::kWrap)};
    return real(bench.send(Op::kSampleLz, place), 0);
  };
  const auto centre_of = [](unsigned texel, unsigned size) { return (texel + 0.5f) / static_cast<float>(size); };
  const SurfaceImage tall{.format = SurfaceFormat::kR8Unorm, .width = 1, .height = 16384};
  CHECK(last_of(tall, {0.5f, centre_of(16383, 16384)}) == 1.0f);
  CHECK(last_of(tall, {0.5f, centre_of(16382, 16384)}) == 0.0f);
  const SurfaceImage deep{
      .type = SurfaceType::k3D, .format = SurfaceFormat::kR8Unorm, .width = 1, .height = 1, .depth = 2048};
  CHECK(last_of(deep, {0.5f, 0.5f, centre_of(2047, 2048)}) == 1.0f);
  CHECK(last_of(deep, {0.5f, 0.5f, centre_of(2046, 2048)}) == 0.0f);
  const SurfaceImage slices{.format = SurfaceFormat::kR8Unorm, .width = 1, .height = 1, .array_length = 2048};
  CHECK(last_of(slices, {0.5f, 0.5f, 2047.0f}) == 1.0f);
  CHECK(last_of(slices, {0.5f, 0.5f, 2046.0f}) == 0.0f);
  const SurfaceImage line{.type = SurfaceType::k1D, .format = SurfaceFormat::kR8Unorm, .width = 16384};
  CHECK(last_of(line, {centre_of(16383, 16384)}) == 1.0f);
  CHECK(last_of(line, {centre_of(16382, 16384)}) == 0.0f);
}

TEST_CASE("a null surface and a disabled sampler read 0", "[sampling][section-6]") {
  SamplerBench null{kGrid, grid(8, 8), nearest_sampler()};
  null.state.type = gen9::SurfaceType::kNull;
  for (const Op op : {Op::kSampleLz, Op::kGather4}) CHECK(word(null.send(op, {0.9f, 0.9f}), 3) == 0);
  CHECK(word(null.send(Op::kLd, {0, 0, 0}), 3) == 0);
  gen9::SamplerState sampler = nearest_sampler();
  sampler.disable = true;
  SamplerBench disabled{kGrid, grid(8, 8), sampler};
  CHECK(word(disabled.send(Op::kSampleLz, {0.9f, 0.9f}), 3) == 0);
}

TEST_CASE("integer formats are sampled by point whatever the filter says", "[sampling][F1]") {
  SamplerBench bench{{.format = SurfaceFormat::kR32Sint, .width = 2, .height = 1},
                     floats({1.0f, 2.0f}),
                     linear_sampler(Mode::kClamp, gen9::MipFilter::kLinear)};
  CHECK(word(bench.send(Op::kSampleLz, {0.5f, 0.5f}), 0) == std::bit_cast<std::uint32_t>(2.0f));
  CHECK(word(bench.send(Op::kSampleLz, {0.5f, 0.5f}), 3) == 1);
}

TEST_CASE("formats that the sampling engine does not read are refused by name", "[sampling][section-7]") {
  SamplerBench bench{
      {.format = SurfaceFormat::kR8Uscaled, .width = 1, .height = 1}, std::vector<std::byte>(1), nearest_sampler()};
  CHECK_THROWS_WITH(bench.send(Op::kSampleLz, {0.5f, 0.5f}), Catch::Contains("R8_USCALED"));
}

TEST_CASE("NaN, infinities and huge numbers give some texel and never fail", "[sampling][section-10]") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> wild{kNan, kInfinity, -kInfinity, 3e38f, -3e38f, 1e-45f, -0.0f, 16777217.0f};
  for (const Mode mode : {Mode::kWrap, Mode::kMirror, Mode::kClamp, Mode::kCube, Mode::kClampBorder, Mode::kMirrorOnce,
                          Mode::kHalfBorder}) {
    gen9::SamplerState sampler = linear_sampler(mode, gen9::MipFilter::kLinear);
    sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
    sampler.max_anisotropy = 16;
    for (const SurfaceType type : {SurfaceType::k1D, SurfaceType::k2D, SurfaceType::k3D, SurfaceType::kCube}) {
      const bool line = type == SurfaceType::k1D;
      const SurfaceImage image{
          .type = type, .width = 4, .height = line ? 1u : 4u, .depth = type == SurfaceType::k3D ? 4u : 1u, .levels = 2};
      SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image), std::byte{60}), sampler};
      for (const Op op : {Op::kSample, Op::kSampleL, Op::kSampleD, Op::kSampleB, Op::kGather4, Op::kLod}) {
        const auto outcome = bench.send(op, {wild, wild, wild, wild, wild});
        if (op == Op::kLod || mode == Mode::kClampBorder || mode == Mode::kHalfBorder) continue;
        for (unsigned lane = 0; lane < 8; ++lane) CHECK(real(outcome, 0, lane) == 60.0f / 255);
      }
    }
  }
}

TEST_CASE("footprints name the texels that memory holds", "[sampling][plan]") {
  SamplerBench bench{kGrid, grid(8, 8), linear_sampler(Mode::kClampBorder)};
  const auto outcome =
      bench.send(Op::kSampleLz, {std::vector{0.0f, 0.5f}, 0.5f}, {.execution_mask = 0x3}, PlanDetail::kOperands);
  REQUIRE(outcome.subspans.size() == 2);
  REQUIRE(outcome.subspans[0].footprints.size() == 1);
  CHECK(outcome.subspans[1].footprints.empty());
  const Footprint& footprint = outcome.subspans[0].footprints[0];
  CHECK(footprint.pixels == 0x3);
  CHECK(footprint.texels == 0xFA);  // pixel 0: the right column
  CHECK(footprint.filter == FilterClass::kBilinear);
  CHECK(footprint.format_class == FormatClass::k32Bits);
  CHECK(outcome.subspans[0].addresses[0][4].stored.value() >= bench.state.base_address.value());
  CHECK(outcome.subspans[0].operands[0].weight[4] == 16384);
  CHECK(outcome.subspans[0].operands[0].code[5][0] == 4);
}

TEST_CASE("pixels of different levels go in separate footprints, in the order of their first pixel",
          "[sampling][plan]") {
  SamplerBench bench{{.width = 8, .height = 8, .levels = 4},
                     std::vector<std::byte>(packed_bytes({.width = 8, .height = 8, .levels = 4})),
                     linear_sampler(Mode::kWrap, gen9::MipFilter::kLinear)};
  const auto outcome = bench.send(Op::kSampleL, {std::vector{1.5f, 0.0f, 1.25f, 3.0f}, 0.5f, 0.5f},
                                  {.execution_mask = 0xF}, PlanDetail::kFootprints);
  const auto& footprints = outcome.subspans[0].footprints;
  REQUIRE(footprints.size() == 4);
  CHECK(footprints[0].pixels == 0x5);
  CHECK(footprints[0].level == 1);
  CHECK(footprints[1].level == 2);
  CHECK(footprints[0].filter == FilterClass::kTrilinear);
  CHECK(footprints[2].pixels == 0x2);
  CHECK(footprints[2].filter == FilterClass::kBilinear);
  CHECK(footprints[3].level == 3);
}

TEST_CASE("a float border is a texel like any other", "[sampling][B1]") {
  SamplerBench bench{{.format = SurfaceFormat::kR32Float, .width = 1, .height = 1},
                     floats({1.0f}),
                     linear_sampler(Mode::kClampBorder),
                     gen9::BorderColorState::of_floats(-7.5f, 0, 0, 0)};
  const auto outcome = bench.send(Op::kSampleLz, {0.0f, 0.5f});
  CHECK(real(outcome, 0) == -3.25f);
  CHECK(real(outcome, 3) == 1.0f);
}

TEST_CASE("slices of a volume outside a bordered axis are border as a whole", "[sampling][section-2]") {
  SamplerBench bench{{.type = SurfaceType::k3D, .width = 1, .height = 1, .depth = 2},
                     rgba({0xFF, 0xFF}),
                     linear_sampler(Mode::kClamp),
                     gen9::BorderColorState::of_floats(0, 0, 0, 0)};
  bench.sampler.address_r = Mode::kClampBorder;
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f, std::vector{0.0f, 0.5f, 1.5f}});
  CHECK(real(outcome, 0, 0) == 0.5f);
  CHECK(real(outcome, 0, 1) == 1.0f);
  CHECK(real(outcome, 0, 2) == 0.0f);
}

TEST_CASE("the EWA form turns the taps along the ellipse of skewed derivatives", "[sampling][L2]") {
  gen9::SamplerState sampler = linear_sampler(Mode::kWrap, gen9::MipFilter::kLinear);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kAnisotropic;
  sampler.max_anisotropy = 16;
  // Equal lengths at a narrow angle: no anisotropy by length, much by area.
  const auto taps = [&](gen9::LodAlgorithm algorithm) {
    sampler.lod_algorithm = algorithm;
    SamplerBench bench{{.width = 64, .height = 64, .levels = 7},
                       std::vector<std::byte>(packed_bytes({.width = 64, .height = 64, .levels = 7})),
                       sampler};
    return int{bench.send(Op::kSampleD, {0.5f, 0.5f, 0.5f, 0.5f, 0.05f, -0.05f}, {}, PlanDetail::kFootprints)
                   .subspans[0]
                   .anisotropy};
  };
  CHECK(taps(gen9::LodAlgorithm::kLegacy) == 1);
  CHECK(taps(gen9::LodAlgorithm::kEwaApproximation) == 10);
}

TEST_CASE("sampler states of a header's table are found by its pointer", "[sampling][section-6]") {
  SamplerBench bench{{.width = 2, .height = 1}, rgba({0x10, 0x20}), nearest_sampler()};
  bench.message(Op::kSample, {0.0f});
  std::uint32_t last = 0;
  for (int i = 0; i < 17; ++i) last = bench.heap().add_sampler(linear_sampler());
  Message message = bench.message(Op::kSampleLz, {0.5f, 0.5f}, {.header = 0u});
  message.payload[0][3] = bench.heap().header_sampler_pointer(last);
  message.descriptor |= last % 16 << 8;
  CHECK(code(execute_sampler_message(bench.memory, message, PlanDetail::kNone), 0) == 0x18);
}

TEST_CASE("a bindless surface is found by the extended descriptor", "[sampling][section-6]") {
  SamplerBench bench{{.width = 1, .height = 1}, rgba({0x30}), nearest_sampler()};
  Message message = bench.message(Op::kLd, {0, 0, 0});
  MessageContext context = *message.context;
  const std::uint32_t entry =
      bench.memory.read_u32(ByteAddress{context.surface_state_base.value() + context.binding_table_offset});
  context.bindless_surface_state_base = context.surface_state_base;
  message.context = &context;
  message.descriptor |= 252;
  message.extended_descriptor |= entry / 64 << 12;
  CHECK(code(execute_sampler_message(bench.memory, message, PlanDetail::kNone), 0) == 0x30);
  message.descriptor = (message.descriptor & ~0xFFu) | 254;
  CHECK_THROWS_WITH(execute_sampler_message(bench.memory, message, PlanDetail::kNone), Catch::Contains("254"));
}
