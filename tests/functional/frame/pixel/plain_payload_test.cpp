// Payloads of whole threads (plain_payload.cpp) against those of the general form.
#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "functional/frame/pixel/pixel_threads.h"
#include "functional/frame/pixel_bench.h"

namespace texpipe::functional {
namespace {

/// A thread of so many lanes, all of which are those of subspans.
PixelBatch random_batch_of_one(std::mt19937& random, unsigned lanes) {
  const auto number = [&](double most) { return std::uniform_real_distribution<double>{-most, most}(random); };
  PixelBatch batch;
  batch.attributes.assign(5, Grf{static_cast<std::uint32_t>(random())});
  ShadedPrimitive primitive;
  PrimitivePlanes& planes = primitive.planes;
  planes.x0 = number(4000);
  planes.y0 = number(4000);
  for (WindowPlane* p : {&planes.b1, &planes.b2, &planes.b1_over_w, &planes.b2_over_w, &planes.one_over_w})
    *p = {.dx = number(0.01), .dy = number(0.01), .origin = number(1.5)};
  if (random() % 2 == 0) planes.one_over_w = {.dx = 0, .dy = 0, .origin = random() % 2 == 0 ? 1.0 : 0.75};
  primitive.first_attribute = 2;
  primitive.layer = static_cast<std::uint32_t>(random() % 2048);
  primitive.viewport = static_cast<std::uint8_t>(random() % 16);
  primitive.topology = static_cast<std::uint8_t>(random() % 32);
  primitive.back_face = random() % 2 == 0;
  batch.primitives.push_back(primitive);
  for (unsigned s = 0; s < lanes / 4; ++s)
    batch.subspans.push_back(
        {.x = static_cast<std::int32_t>(random() % 16384) & ~1, .y = static_cast<std::int32_t>(random() % 16384) & ~1});
  batch.threads.push_back({.dispatched = static_cast<std::uint32_t>(random()),
                           .subspans = static_cast<std::uint8_t>(lanes / 4),
                           .width = static_cast<std::uint8_t>(lanes / 16)});
  return batch;
}

/// Weights with perspective come first, those of eight lanes and then of the next.
void require_perspective(const PixelBatch& batch, unsigned lanes, std::uint8_t modes, const ThreadRegisters& own) {
  const unsigned halves = lanes / 16, of_half = 4 * static_cast<unsigned>(std::popcount(modes));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const ShadedSubspan& subspan = batch.subspans[lane / 4];
    const Barycentrics expected = perspective_barycentrics(batch.primitives[0].planes.near(subspan.x, subspan.y),
                                                           subspan.x + static_cast<std::int32_t>(lane & 1),
                                                           subspan.y + static_cast<std::int32_t>(lane >> 1 & 1), {});
    const unsigned reg = 1 + halves + lane / 16 * of_half + lane % 16 / 8 * 2;
    REQUIRE(own.grf[reg][lane % 8] == std::bit_cast<std::uint32_t>(expected.b1));
    REQUIRE(own.grf[reg + 1][lane % 8] == std::bit_cast<std::uint32_t>(expected.b2));
  }
}

TEST_CASE("whole threads have the payloads of the general form, whatever their planes", "[frame][pixel]") {
  std::mt19937 random{38};
  for (const unsigned lanes : {16u, 32u}) {
    PixelBench bench;
    bench.target(gen9::SurfaceFormat::kR8G8B8A8Unorm);
    bench.shader(lanes, {0, 0, 0, 0});
    PixelShaderState plain = pixel_shader_state(bench.state, bench.memory, bench.programs);
    plain.sampler_pointer = 0x1230;
    plain.constants.assign(3, Grf{1, 2, 3});
    const MessageContext context;
    const RasterSetup raster;
    for (unsigned round = 0; round < 200; ++round) {
      constexpr std::array<std::uint8_t, 4> kModes{0, 1, 8, 9};
      plain.barycentric_modes = kModes[round % 4];
      // What asks for the general form, and changes nothing where all samples are shaded together.
      PixelShaderState general = plain;
      general.per_sample = true;
      const PixelBatch batch = random_batch_of_one(random, lanes);
      ThreadRegisters fast{}, slow{};
      std::unique_ptr<EuProgram> first, second;
      PixelThreads{batch, plain, raster, 3, context}.start(0, 0, fast, first);
      PixelThreads{batch, general, raster, 3, context}.start(0, 0, slow, second);
      INFO(lanes << " lanes, round " << round);
      REQUIRE(fast.grf == slow.grf);
      if ((plain.barycentric_modes & 1) != 0) require_perspective(batch, lanes, plain.barycentric_modes, fast);
    }
  }
}

}  // namespace
}  // namespace texpipe::functional
