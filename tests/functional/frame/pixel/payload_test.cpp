#include <bit>
#include <catch2/catch.hpp>

#include "functional/frame/pixel/pixel_shader_state.h"
#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::SurfaceFormat;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// A target that keeps registers as they are.
struct RawBench : PixelBench {
  RawBench() { target(SurfaceFormat::kR32G32B32A32Uint); }
};

}  // namespace

TEST_CASE("attributes are interpolated with perspective by threads of 8 and 16 lanes", "[frame][pixel]") {
  for (const unsigned lanes : {8u, 16u}) {
    PixelBench bench;
    bench.target(SurfaceFormat::kR32G32B32A32Float);
    bench.interpolating_shader(lanes);
    // The right vertex is three times as far away.
    bench.draw_triangle(
        {{{-1, -1, 0, 1}, {{0, 1, 2, 3}}}, {{9, -3, 0, 3}, {{3, 1, 2, 3}}}, {{-1, 3, 0, 1}, {{0, 1, 2, 3}}}});
    for (const unsigned x : {0u, 7u, 15u}) {
      INFO(lanes << " " << x);
      const float share = (static_cast<float>(x) + 0.5f) / 32;  // on the screen
      const float expected = 3 * (share / 3) / (share / 3 + (1 - share));
      CHECK(bench.color(x, 3)[0] == Approx(expected).epsilon(1e-5));
      CHECK(bench.color(x, 3)[1] == Approx(1));
      CHECK(bench.color(x, 3)[3] == Approx(3));
    }
  }
}

TEST_CASE("linear barycentrics do not see w", "[frame][pixel]") {
  RawBench bench;
  bench.target(SurfaceFormat::kR32G32B32A32Uint);
  bench.set(command::kWm["Barycentric Interpolation Mode"], 8);
  bench.shader_of_registers(8, {2, 3, 2, 3});
  bench.draw_triangle({{{-1, -1, 0, 1}}, {{9, -3, 0, 3}}, {{-1, 3, 0, 1}}});
  CHECK(std::bit_cast<float>(bench.texel(7, 3)[0]) == Approx(7.5f / 32));
  CHECK(std::bit_cast<float>(bench.texel(7, 3)[1]) == Approx(3.5f / 32));
}

TEST_CASE("linear weights of a triangle cut at the near plane are those of the whole one", "[frame][pixel]") {
  RawBench bench;
  bench.set(command::kWm["Barycentric Interpolation Mode"], 8);
  bench.shader_of_registers(8, {2, 3, 2, 3});
  bench.draw_triangle({{{-1, -1, 0.5f, 1}}, {{9, -3, -0.75f, 3}}, {{-1, 3, 0.5f, 1}}});
  CHECK(std::bit_cast<float>(bench.texel(3, 3)[0]) == Approx(3.5f / 32).epsilon(1e-3));
  CHECK(std::bit_cast<float>(bench.texel(3, 3)[1]) == Approx(3.5f / 32).epsilon(1e-3));
}

TEST_CASE("r0 has topology, face, layer and viewport; r1 positions and the mask of pixels", "[frame][pixel]") {
  RawBench bench;
  bench.set(command::kRaster["Front Winding"], 1);  // the triangle is a back face
  bench.topology = 5;
  bench.shader_of_registers(8, {0, 1, 0, 1});
  bench.draw_triangle({{{-1, -1, 0, 1}}, {{1, -1, 0, 1}}, {{-1, 1, 0, 1}}});
  CHECK(bench.texel(0, 0)[0] == (5u | 1u << 15));
  // The first thread shades the subspans at (0, 0) and (2, 0); lane 2 is pixel (0, 1), lane 3 (1, 1).
  CHECK(bench.texel(0, 1)[1] == 0);
  CHECK(bench.texel(1, 1)[1] == 2);
  // Lane 7 of a thread has the mask. The last one shades subspans on the diagonal, whose lower right pixels are no
  // part of the triangle.
  CHECK((bench.texel(3, 1)[1] & 0xFFFF) == 0xFF);
}

TEST_CASE("source depth and W come behind the barycentrics", "[frame][pixel]") {
  RawBench bench;
  bench.set(command::kWm["Barycentric Interpolation Mode"], 1);
  bench.set(command::kPsExtra["Pixel Shader Uses Source Depth"], 1);
  bench.set(command::kPsExtra["Pixel Shader Uses Source W"], 1);
  bench.shader_of_registers(8, {4, 5, 4, 5});
  bench.draw_triangle({{{-2, -2, 0.5f, 2}}, {{6, -2, 0.5f, 2}}, {{-2, 6, 0.5f, 2}}});
  CHECK(std::bit_cast<float>(bench.texel(3, 3)[0]) == 0.25f);
  CHECK(std::bit_cast<float>(bench.texel(3, 3)[1]) == 2);
}

TEST_CASE("with per-sample dispatch a thread runs for each sample, at its place and with its number",
          "[frame][pixel]") {
  RawBench bench;
  bench.target(SurfaceFormat::kR32G32B32A32Uint, 2);
  bench.set(command::kWm["Barycentric Interpolation Mode"], 0b100000);  // linear, sample
  bench.set(command::kPsExtra["Pixel Shader Is Per Sample"], 1);
  bench.set(command::kPsExtra["Input Coverage Mask State"], 1);
  bench.set(command::kPs["Position XY Offset Select"], 3);
  bench.shader_of_registers(8, {2, 3, 4, 5});
  bench.draw_all();
  const float xs[] = {6, 14, 2, 10}, ys[] = {2, 6, 10, 14};
  for (unsigned s = 0; s < 4; ++s) {
    CHECK(std::bit_cast<float>(bench.texel(5, 2, s)[0]) == Approx((5 + xs[s] / 16) / 32));
    CHECK(std::bit_cast<float>(bench.texel(5, 2, s)[1]) == Approx((2 + ys[s] / 16) / 32));
    CHECK(bench.texel(5, 2, s)[3] == 0xF);
  }
  CHECK(bench.threads == 64 * 4 / 2);
  CHECK(bench.statistics.pixel_shader_runs == 1024);
}

TEST_CASE("input coverage is that of the raster, or of the samples that early tests left", "[frame][pixel]") {
  constexpr unsigned kNormal = 1, kDepthCoverage = 3;
  for (const unsigned state : {kNormal, kDepthCoverage}) {
    RawBench bench;
    bench.target(SurfaceFormat::kR32G32B32A32Uint, 2);
    bench.depth_buffer(1, 2);
    bench.fill_depth(bits(1));
    bench.set(command::kDepthBuffer["Depth Write Enable"], 1);
    bench.set(command::kWmDepthStencil["Depth Test Enable"], 1);
    bench.set(command::kWmDepthStencil["Depth Buffer Write Enable"], 1);
    bench.set(command::kWmDepthStencil["Depth Test Function"], 2);  // LESS
    bench.set(command::kPsExtra["Input Coverage Mask State"], state);
    bench.shader_of_registers(8, {2, 2, 2, 2});
    bench.set(command::kSampleMask["Sample Mask"], 0b0011);
    bench.draw_all(0.25f);
    CHECK(bench.texel(5, 2, 1)[0] == 0b0011);
    bench.set(command::kSampleMask["Sample Mask"], 0b1111);
    bench.draw_all(0.5f);
    CHECK(bench.texel(5, 2, 3)[0] == (state == kNormal ? 0b1111 : 0b1100));
    CHECK(bench.texel(5, 2, 1)[0] == 0b0011);
  }
}

TEST_CASE("constants stand where the state says, attributes behind them", "[frame][pixel]") {
  RawBench bench;
  const ByteAddress buffer = bench.memory.allocate("constants", ByteSize{64});
  for (unsigned i = 0; i < 16; ++i) bench.memory.write_u32(ByteAddress{buffer.value() + 4 * i}, 100 + i);
  gen9::FieldBits length = command::kConstantBody["Read Length"], address = command::kConstantBody["Buffer"];
  length.command = address.command = gen9::CommandId::kConstantPs;
  length.dword += 1;
  address.dword += 1;
  bench.set(length, 2, 3);
  bench.set(address, buffer.value(), 3);
  bench.set(command::kPs["Push Constant Enable"], 1);
  bench.set(command::kPs["Dispatch GRF Start Register For Constant/Setup Data 0"], 20);
  bench.set(command::kSbe["Number of SF Output Attributes"], 1);
  bench.set(command::kSbe["Vertex URB Entry Read Offset"], 2);
  bench.set(command::kSbe["Attribute Active Component Format"], 3);
  bench.shader_of_registers(8, {20, 21, 22, 23});
  const std::vector<std::array<float, 4>> outputs{{7, 8, 9, 10}};
  bench.draw_triangle({{{-1, -1, 0, 1}, outputs}, {{3, -1, 0, 1}, outputs}, {{-1, 3, 0, 1}, outputs}});
  CHECK(bench.texel(1, 0)[0] == 101);
  CHECK(bench.texel(1, 0)[1] == 109);
  CHECK(bench.texel(1, 1)[2] == bits(7));   // lane 3: a0 of x
  CHECK(bench.texel(3, 1)[3] == bits(10));  // lane 7: a0 of w
}

TEST_CASE("a thread takes the widest program that its subspans fill, else the narrowest that holds them",
          "[frame][pixel]") {
  PixelShaderState shader;
  const EuCode* code = reinterpret_cast<const EuCode*>(&shader);  // any that is not null
  shader.programs[0].code = shader.programs[1].code = code;
  CHECK(shader.width_for(1) == 0);
  CHECK(shader.width_for(2) == 0);
  CHECK(shader.width_for(4) == 1);
  CHECK(shader.width_for(100) == 1);
  shader.programs[0].code = nullptr;
  CHECK(shader.width_for(1) == 1);
  shader.programs[2].code = code;
  CHECK(shader.width_for(7) == 1);
  CHECK(shader.width_for(8) == 2);
}

TEST_CASE("a sprite's coordinates follow the point's own centre and width, not the square that was snapped",
          "[frame][pixel]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR32G32B32A32Float);
  bench.interpolating_shader(8);
  bench.set(command::kSbe["Point Sprite Texture Coordinate Enable"], 1);
  bench.set(command::kSf["Point Width Source"], 0);
  constexpr float kWidth = 3 + 3 / 1024.0f, kCentre = 8.5f + 1 / 1024.0f;  // neither in 1/256 pixel
  const float place = kCentre / 8 - 1;
  bench.draw(PrimitiveKind::kPoint,
             {{.position = {place, place, 0, 1}, .outputs = {{9, 9, 9, 9}}, .header = {0, 0, 0, bits(kWidth)}}});
  CHECK(bench.covered() == 9);
  for (const unsigned x : {7u, 8u, 9u}) {
    INFO(x);
    const float expected = 0.5f + (static_cast<float>(x) + 0.5f - kCentre) / kWidth;
    CHECK(bench.color(x, 8)[0] == Approx(expected).epsilon(1e-6));
    CHECK(bench.color(8, x)[1] == Approx(expected).epsilon(1e-6));
  }
}
