#include "functional/frame/pixel_pipeline.h"

#include <bit>
#include <catch2/catch.hpp>

#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
constexpr std::array<std::uint32_t, 4> kRed{bits(1), 0, 0, bits(1)};

/// Shader that writes red of a flat attribute, whose planes stand from r40 on, by sendc or sendsc.
BuiltProgram overlapping_writes(bool split) {
  constexpr unsigned kLanes = 8;
  EuBuilder builder{kLanes, 100};
  for (std::uint8_t c = 0; c < 4; ++c)
    builder.into({static_cast<std::uint8_t>(112 + c), 1}, eu::kMove, kLanes, c == 0 ? scalar(40, 3) : constant_bits(0));
  BuiltSend send = PixelBench::target_write(gen9::RenderTargetKind::kSimd8, {112, 4}, true);
  if (split) {
    send = PixelBench::target_write(gen9::RenderTargetKind::kSimd8, {112, 2}, true);
    send.source1 = {114, 2};
  }
  send.after_older_threads = true;
  builder.send(send, kLanes);
  return builder.finish(nullptr);
}

}  // namespace

TEST_CASE("a triangle over all pixels is drawn to tiled and linear targets by threads of every width", "[frame]") {
  for (const Tiling tiling : {Tiling::kY, Tiling::kX, Tiling::kLinear}) {
    for (const unsigned lanes : {8u, 16u}) {
      INFO(name_of(tiling) << " " << lanes);
      PixelBench bench;
      bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm, 0, tiling);
      bench.shader(lanes, kRed);
      bench.draw_all();
      CHECK(bench.covered() == 256);
      CHECK(bench.color(15, 15) == Color{1, 0, 0, 1});
      CHECK(bench.threads == 64 * 4 / lanes);
      CHECK(bench.statistics.pixel_shader_runs == 256);
      CHECK(bench.statistics.samples_passed == 256);
    }
  }
}

TEST_CASE("a half triangle covers the pixels whose centres it holds", "[frame]") {
  PixelBench bench;
  bench.shader(8, kRed);
  bench.draw_triangle({{{-1, -1, 0.5f, 1}}, {{1, -1, 0.5f, 1}}, {{-1, 1, 0.5f, 1}}});
  CHECK(bench.covered() == 16 * 15 / 2);
  CHECK(bench.color(0, 14)[0] == 1);
  CHECK(bench.color(0, 15)[0] == 0);
}

TEST_CASE("drawing allocates nothing once a portion as large was drawn", "[frame]") {
  std::vector<BenchVertex> vertices;
  for (unsigned i = 0; i < 3000; ++i) {
    const float x = static_cast<float>(i % 61) / 32 - 1, y = static_cast<float>(i % 47) / 24 - 1;
    // Some are cut by the near plane.
    vertices.push_back({{x, y, i % 50 == 0 ? -0.25f : 0.5f, 1}, {{1, 0, 0, 1}}});
  }
  PixelBench bench;
  bench.depth_buffer(1);
  bench.interpolating_shader(8);
  CHECK(bench.draw_twice(PrimitiveKind::kTriangle, vertices) == 0);
  CHECK(bench.draw_twice(PrimitiveKind::kPoint, vertices) == 0);
  bench.set(command::kRaster["DX Multisample Rasterization Enable"], 0);
  CHECK(bench.draw_twice(PrimitiveKind::kLine, vertices) == 0);
}

TEST_CASE("where threads write the same pixels by sendc or sendsc, the younger one's colour stays", "[frame]") {
  // The bench runs threads from the last to the first.
  for (const bool split : {false, true}) {
    INFO(split);
    PixelBench bench;
    bench.shader(8, overlapping_writes(split));
    bench.set(command::kWm["Barycentric Interpolation Mode"], 1);
    bench.set(command::kSbe["Number of SF Output Attributes"], 1);
    bench.set(command::kSbe["Vertex URB Entry Read Offset"], 2);
    bench.set(command::kSbe["Attribute Active Component Format"], 3);
    bench.set(command::kSbe["Constant Interpolation Enable"], 1);
    const auto corner = [](float x, float y, float red) { return BenchVertex{{x, y, 0, 1}, {{red, 0, 0, 1}}}; };
    bench.draw_triangle({corner(-1, -1, 0.25f), corner(3, -1, 0.25f), corner(-1, 3, 0.25f),  //
                         corner(-1, -1, 1), corner(3, -1, 1), corner(-1, 3, 1)});
    CHECK(bench.color(0, 0)[0] == 1);
    CHECK(bench.color(15, 15)[0] == 1);
  }
}

TEST_CASE("points of back faces take the back face's stencil test", "[frame]") {
  for (const bool back : {false, true}) {
    PixelBench bench;
    bench.stencil_buffer();
    bench.shader(8, kRed);
    bench.set(command::kWmDepthStencil["Stencil Test Enable"], 1);
    bench.set(command::kWmDepthStencil["Double Sided Stencil Enable"], 1);
    bench.set(command::kWmDepthStencil["Stencil Test Function"], 0);           // ALWAYS
    bench.set(command::kWmDepthStencil["Backface Stencil Test Function"], 1);  // NEVER
    bench.back_facing = back;
    bench.draw(PrimitiveKind::kPoint, {{{0.0625f, 0.0625f, 0.5f, 1}}});
    INFO(back);
    CHECK((bench.covered() == 0) == back);
  }
}

TEST_CASE("the provoking vertex says layer and viewport, which are 0 where there is none so large", "[frame]") {
  const auto covered = [](std::uint32_t layer, std::uint32_t viewport, std::uint8_t provoking) {
    constexpr std::uint32_t kSecond = PixelBench::kViewportAt + 64;
    PixelBench bench;
    bench.shader(8, kRed);
    bench.set(command::kClip["Maximum VP Index"], 1);
    // Viewport 1 is as large as the first, and has room for one pixel.
    for (const auto field : {command::kSfClipViewport["Viewport Matrix Element m00"],
                             command::kSfClipViewport["Viewport Matrix Element m11"],
                             command::kSfClipViewport["Viewport Matrix Element m30"],
                             command::kSfClipViewport["Viewport Matrix Element m31"]})
      bench.set_real_at(kSecond, field, PixelBench::kSize / 2.0f);
    std::vector<BenchVertex> vertices{{{-1, -1, 0, 1}}, {{3, -1, 0, 1}}, {{-1, 3, 0, 1}}};
    vertices[2].header = {0, layer, viewport, 0};
    bench.draw(PrimitiveKind::kTriangle, vertices, provoking);
    return bench.covered();
  };
  CHECK(covered(0, 1, 0) == 256);
  CHECK(covered(0, 1, 2) == 1);
  CHECK(covered(0, 2, 2) == 256);
  CHECK(covered(7, 0, 2) == 256);
}

TEST_CASE("without multisample rules all samples of a pixel lie at its centre", "[frame]") {
  const auto samples = [](bool multisampled, unsigned x) {
    PixelBench bench;
    bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm, 2);
    bench.shader(8, kRed);
    bench.set(command::kRaster["DX Multisample Rasterization Enable"], multisampled);
    // The left half and a quarter pixel more.
    bench.draw(PrimitiveKind::kRectangle, {{{1 / 32.0f, 1, 0, 1}}, {{-1, 1, 0, 1}}, {{-1, -1, 0, 1}}});
    unsigned count = 0;
    for (unsigned s = 0; s < 4; ++s) count += bench.color(x, 8, s)[0] == 1 ? 1u : 0u;
    return count;
  };
  CHECK(samples(true, 7) == 4);
  CHECK(samples(true, 8) == 1);
  CHECK(samples(false, 7) == 4);
  CHECK(samples(false, 8) == 0);
}

TEST_CASE("depth is tested before the shader, unless the shader may take away what the test would write", "[frame]") {
  struct Row {
    const char* what;
    bool kills, writes;
    unsigned control;
    unsigned shaded;
  };
  for (const Row& row : {Row{"plain", false, true, 0, 0}, Row{"discards, tests only", true, false, 0, 0},
                         Row{"discards, writes", true, true, 0, 256}, Row{"told to test after", false, true, 1, 256},
                         Row{"told to test before", true, true, 2, 0}}) {
    INFO(row.what);
    PixelBench bench;
    bench.depth_buffer(1);
    bench.fill_depth(bits(0.25f));
    bench.shader(8, kRed);
    bench.set(command::kWmDepthStencil["Depth Test Enable"], 1);
    bench.set(command::kWmDepthStencil["Depth Test Function"], 2);  // LESS
    bench.set(command::kDepthBuffer["Depth Write Enable"], row.writes);
    bench.set(command::kWmDepthStencil["Depth Buffer Write Enable"], row.writes);
    bench.set(command::kPsExtra["Pixel Shader Kills Pixel"], row.kills);
    bench.set(command::kWm["Early Depth/Stencil Control"], row.control);
    bench.draw_all(0.75f);
    CHECK(bench.covered() == 0);
    CHECK(bench.statistics.pixel_shader_runs == row.shaded);
    CHECK(bench.statistics.samples_passed == 0);
  }
}

TEST_CASE("a draw that is not rendered needs no pixel shader", "[frame]") {
  PixelBench bench;
  bench.set(command::kPsExtra["Pixel Shader Valid"], 1);
  bench.set(command::kPs["8 Pixel Dispatch Enable"], 0);
  CHECK_THROWS_AS(bench.draw_triangle({}), Error);
  bench.set(command::kStreamout["Rendering Disable"], 1);
  CHECK_NOTHROW(bench.draw_triangle({}));
  // Stream output may force it all the same.
  bench.set(command::kStreamout["Force Rendering"], 3);
  CHECK_THROWS_AS(bench.draw_triangle({}), Error);
}

TEST_CASE("the same subspans share a thread whether somebody asks for work or not", "[frame]") {
  // Red is the place of the thread's first subspan, as a program may see it.
  constexpr unsigned kLanes = 16;
  EuBuilder builder{kLanes, 100};
  for (std::uint8_t c = 0; c < 4; ++c)
    builder.into({static_cast<std::uint8_t>(112 + 2 * c), 2}, eu::kMove, kLanes, scalar(1, 2));
  builder.send(PixelBench::target_write(gen9::RenderTargetKind::kSimd16, {112, 8}, true), kLanes);
  const BuiltProgram program = builder.finish(nullptr);
  const auto picture = [&](TileOrder order, FrameWork* work) {
    PixelBench bench;
    bench.order = order;
    bench.work = work;
    bench.target(gen9::SurfaceFormat::kR32G32B32A32Uint);
    bench.shader(kLanes, program);
    bench.draw_all();
    std::vector<std::uint32_t> places;
    for (unsigned y = 0; y < PixelBench::kSize; ++y)
      for (unsigned x = 0; x < PixelBench::kSize; ++x) places.push_back(bench.texel(x, y)[0]);
    return places;
  };
  for (const TileOrder order : {TileOrder::kScan, TileOrder::kTiles, TileOrder::kSerpentine}) {
    FrameWork work;
    const std::vector<std::uint32_t> places = picture(order, nullptr);
    CHECK(places == picture(order, &work));
    CHECK((places == picture(TileOrder::kScan, nullptr)) == (order == TileOrder::kScan));
  }
}
