#include "functional/shared_function/sampler_response.h"

#include <catch2/catch.hpp>

#include <random>

#include "base/diagnostic.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;

namespace {

/// One texel with channels 1, 2, 3, 4 in floats.
SamplerBench four_floats() {
  return {
      {.format = SurfaceFormat::kR32G32B32A32Float, .width = 1, .height = 1}, floats({1, 2, 3, 4}), nearest_sampler()};
}

std::uint32_t one(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

TEST_CASE("channels masked in the header are skipped and the rest packed", "[sampling][response]") {
  SamplerBench bench = four_floats();
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f}, {.header = 0x5000, .response_length = 2});
  REQUIRE(outcome.response.registers.size() == 2);
  CHECK(word(outcome, 0) == one(2.0f));
  CHECK(word(outcome, 1) == one(4.0f));
}

TEST_CASE("a short response without header holds the first channels", "[sampling][response]") {
  SamplerBench bench = four_floats();
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f}, {.response_length = 3});
  CHECK(word(outcome, 2) == one(3.0f));
  CHECK(outcome.response.registers.size() == 3);
}

TEST_CASE("SIMD16 takes two registers per channel and follows the execution mask", "[sampling][response]") {
  SamplerBench bench = four_floats();
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f}, {.simd16 = true, .execution_mask = 0x8001});
  REQUIRE(outcome.response.registers.size() == 8);
  CHECK(word(outcome, 3, 7) == one(2.0f));
  CHECK(outcome.response.byte_enables[2] == 0x0000000F);
  CHECK(outcome.response.byte_enables[3] == 0xF0000000);
}

TEST_CASE("responses of every length, width and mask are the same whether operands are asked for or not",
          "[sampling][response]") {
  SamplerBench bench{
      {.width = 4, .height = 1}, rgba({0x04030201, 0x14131211, 0x24232221, 0x34333231}), nearest_sampler()};
  std::mt19937 random{38};
  for (unsigned round = 0; round < 400; ++round) {
    const bool simd16 = round % 2 != 0;
    std::vector<float> places(16);
    for (float& place : places) place = static_cast<float>(random() % 1024) / 1024.0f;
    const std::uint32_t mask = random() % 2 != 0 ? 0xFFFFu : static_cast<std::uint32_t>(random()) & 0xFFFF;
    const unsigned length = 1 + static_cast<unsigned>(random() % (simd16 ? 8 : 4));
    const MessageOptions options{
        .simd16 = simd16,
        .header = random() % 4 == 0 ? std::optional{0x5000u & static_cast<unsigned>(random())} : std::nullopt,
        .execution_mask = simd16 ? mask : mask & 0xFF,
        .response_length = static_cast<std::uint8_t>(length)};
    const auto short_way = bench.send(Op::kSampleLz, {places, 0.5f}, options);
    const auto long_way = bench.send(Op::kSampleLz, {places, 0.5f}, options, PlanDetail::kOperands);
    INFO("round " << round << ", length " << length << ", mask " << mask);
    REQUIRE(short_way.response.registers == long_way.response.registers);
    REQUIRE(short_way.response.byte_enables == long_way.response.byte_enables);
  }
}

TEST_CASE("16-bit return is HF, one register per channel at either width", "[sampling][response]") {
  SamplerBench bench = four_floats();
  for (const bool simd16 : {false, true}) {
    const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f}, {.simd16 = simd16, .half_return = true});
    REQUIRE(outcome.response.registers.size() == 4);
    CHECK(word(outcome, 1) == 0x40004000);
    CHECK(outcome.response.byte_enables[1] == (simd16 ? 0xFFFFFFFF : 0x0000FFFF));
  }
}

TEST_CASE("16-bit integers saturate", "[sampling][response]") {
  CHECK(narrow_result(70000, ChannelKind::kUint) == 0xFFFF);
  CHECK(narrow_result(static_cast<std::uint32_t>(-70000), ChannelKind::kSint) == 0x8000);
  CHECK(narrow_result(static_cast<std::uint32_t>(-5), ChannelKind::kSint) == 0xFFFB);
  CHECK(narrow_result(one(1.0f), ChannelKind::kFixed) == 0x3C00);
}

TEST_CASE("SIMD4x2 returns two samples side by side", "[sampling][response]") {
  SamplerBench bench{{.width = 2, .height = 1}, rgba({0x04030201, 0x14131211}), nearest_sampler()};
  Message message = bench.message(Op::kSampleLz, {}, {.header = 1u << 22, .response_length = 1, .simd_mode = 1});
  message.payload.push_back({one(0.25f), one(0.5f), 0, 0, one(0.75f), one(0.5f), 0, 0});
  message.descriptor += 1u << 25;
  message.execution_mask = 0xFF;
  const auto outcome = execute_sampler_message(bench.memory, message, PlanDetail::kFootprints);
  CHECK(word(outcome, 0, 0) == one(1.0f / 255));
  CHECK(word(outcome, 0, 3) == one(4.0f / 255));
  CHECK(word(outcome, 0, 4) == one(17.0f / 255));
  CHECK(outcome.subspans.size() == 1);
  CHECK(outcome.subspans[0].pixels == 3);
}

TEST_CASE("SIMD8D has no quads, hence no derivatives", "[sampling][response]") {
  SamplerBench bench{{.width = 4, .height = 1, .levels = 2},
                     rgba({1, 1, 1, 1, 9, 9}),
                     nearest_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kNearest)};
  const std::vector<float> u{0.0f, 0.5f, 0.0f, 0.5f};
  CHECK(word(bench.send(Op::kSample, {u, 0.5f}), 0) == one(9.0f / 255));
  CHECK(word(bench.send(Op::kSample, {u, 0.5f}, {.simd_mode = 1}), 0) == one(1.0f / 255));
}

TEST_CASE("the pixel null mask tells which pixels touched a null tile", "[sampling][response][R17]") {
  SurfaceOptions options;
  options.tiling = Tiling::kYf;
  SamplerBench bench{
      {.width = 64, .height = 32}, std::vector<std::byte>(64 * 32 * 4, std::byte{255}), linear_sampler(), {}, options};
  bench.memory.set_null(ByteAddress{bench.state.base_address.value() + 4096}, ByteSize{4096});  // columns 32 to 63
  const std::vector<float> u{0.25f, 0.75f, 0.5f, 0.25f};
  const auto outcome =
      bench.send(Op::kSampleLz, {u, 0.5f}, {.header = 1u << 23, .execution_mask = 0xF7, .response_length = 5});
  CHECK(word(outcome, 4) == 0x99);  // lanes 1, 5 right; 2, 6 straddle; 3 disabled reads 1
  CHECK(real(outcome, 0, 0) == 1.0f);
  CHECK(real(outcome, 0, 1) == 0.0f);
  CHECK(real(outcome, 0, 2) == 0.5f);
  const auto plan = bench.send(Op::kSampleLz, {u, 0.5f}, {}, PlanDetail::kFootprints);
  CHECK(plan.subspans[0].footprints[0].texels == 0xF50F);
}

TEST_CASE("null tiles of one level are null for that level alone", "[sampling][response][R17]") {
  SurfaceOptions options;
  options.tiling = Tiling::kYf;
  options.mip_tail = false;
  const SurfaceImage image{.width = 64, .height = 32, .levels = 2};
  SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image), std::byte{255}), {}, {}, options};
  bench.state.surface_min_lod = 1;  // the view's level 0 is the surface's level 1
  bench.state.mip_count = 1;
  const SurfaceLayout layout{surface_geometry(bench.state)};
  bench.memory.set_null(layout.element_address(1, {}), ByteSize{4096});
  CHECK(real(bench.send(Op::kLd, {0, 0, 0}), 0) == 0.0f);
  bench.memory.set_null(layout.element_address(1, {}), ByteSize{4096}, false);
  bench.memory.set_null(layout.element_address(0, {}), ByteSize{4096});
  const auto present = bench.send(Op::kLd, {0, 0, 0}, {.header = 1u << 23, .response_length = 5});
  CHECK(real(present, 0) == 1.0f);
  CHECK((word(present, 4) & 0xFF) == 0xFF);
  const auto plan = bench.send(Op::kLd, {0, 0, 0}, {.execution_mask = 1}, PlanDetail::kFootprints);
  CHECK(plan.subspans[0].footprints.at(0).texels == 1);
}

TEST_CASE("multisample loads go through the MCS", "[sampling][response]") {
  SurfaceOptions options;
  options.mcs = true;
  const auto texels = rgba({0x10, 0x20, 0x30, 0x40});  // four samples of one pixel
  SamplerBench bench{{.width = 1, .height = 1, .sample_bits = 2}, texels, {}, {}, options};
  const auto mcs = bench.send(Op::kLdMcs, {0, 0});
  CHECK((word(mcs, 0) & 0xFF) == 0xE4);  // samples 0 to 3 in slices 0 to 3
  const auto red = [&](std::uint32_t sample, std::uint32_t word_) {
    return word(bench.send(Op::kLd2dms, {sample, word_, 0, 0}), 0);
  };
  CHECK(red(2, 0xE4) == one(48.0f / 255));
  CHECK(red(2, 0x00) == one(16.0f / 255));   // all samples in slice 0
  CHECK(red(99, 0xE4) == one(64.0f / 255));  // clamped to the last sample
  CHECK(word(bench.send(Op::kLd2dss, {1u, 0, 0}), 0) == one(32.0f / 255));
  CHECK(word(bench.send(Op::kLd2dmsW, {3u, 0xE4u, 0u, 0, 0}), 0) == one(64.0f / 255));
}

TEST_CASE("a clear MCS word gives the clear colour", "[sampling][response]") {
  SurfaceOptions options;
  options.mcs = true;
  SamplerBench bench{{.width = 1, .height = 1, .sample_bits = 2}, rgba({1, 2, 3, 4}), {}, {}, options};
  bench.state.clear_color = {one(1.0f), 0, one(1.0f), 0};
  const auto outcome = bench.send(Op::kLd2dms, {0u, 0xFFu, 0, 0});
  CHECK(word(outcome, 0) == one(1.0f));
  CHECK(word(outcome, 1) == 0);
  CHECK(word(outcome, 2) == one(1.0f));
}

TEST_CASE("without MCS the sample index names the slice", "[sampling][response]") {
  SamplerBench bench{{.width = 1, .height = 1, .sample_bits = 1}, rgba({5, 6}), {}};
  CHECK(word(bench.send(Op::kLd2dms, {1u, 0u, 0, 0}), 0) == one(6.0f / 255));
  CHECK(word(bench.send(Op::kLdMcs, {0, 0}), 0) == 0);
}

TEST_CASE("no enabled channel writes nothing", "[sampling][response]") {
  SamplerBench bench = four_floats();
  const auto outcome =
      bench.send(Op::kSampleLz, {0.5f, 0.5f}, {.header = 1u << 23, .execution_mask = 0, .response_length = 5});
  for (const std::uint32_t enables : outcome.response.byte_enables) CHECK(enables == 0);
}

TEST_CASE("messages that the sampler does not have are refused by name", "[sampling][response]") {
  SamplerBench bench = four_floats();
  const auto sent = [&](std::uint32_t descriptor) {
    Message message = bench.message(Op::kSampleLz, {0.5f, 0.5f});
    message.descriptor = (message.descriptor & ~0x7F000u) | descriptor;
    return [&bench, message] { execute_sampler_message(bench.memory, message, PlanDetail::kNone); };
  };
  CHECK_THROWS_WITH(sent(3u << 17)(), Catch::Contains("sample_unorm"));
  CHECK_THROWS_WITH(sent(1u << 17 | 0x0D << 12)(), Catch::Contains("0xD"));
  CHECK_THROWS_WITH(sent(2u << 17 | 0x04 << 12)(), Catch::Contains("sample_d"));
  Message shorter = bench.message(Op::kSampleLz, {0.5f, 0.5f});
  shorter.payload.pop_back();
  CHECK_THROWS_AS(execute_sampler_message(bench.memory, shorter, PlanDetail::kNone), Error);
  Message elsewhere = bench.message(Op::kSampleLz, {0.5f, 0.5f});
  elsewhere.extended_descriptor = 0xC;
  CHECK_THROWS_WITH(execute_sampler_message(bench.memory, elsewhere, PlanDetail::kNone),
                    Catch::Contains("Shared Function"));
}

TEST_CASE("state that changes between messages is seen", "[sampling][response]") {
  SamplerBench bench = four_floats();
  const Message message = bench.message(Op::kSampleLz, {0.5f, 0.5f});
  CHECK(word(execute_sampler_message(bench.memory, message, PlanDetail::kNone), 0) == one(1.0f));
  gen9::RenderSurfaceState swapped = bench.state;
  swapped.channel_red = gen9::ShaderChannelSelect::kAlpha;
  const auto words = swapped.encode();
  const std::uint32_t entry = bench.memory.read_u32(
      ByteAddress{message.context->surface_state_base.value() + message.context->binding_table_offset});
  bench.memory.write(ByteAddress{message.context->surface_state_base.value() + entry}, std::as_bytes(std::span{words}));
  CHECK(word(execute_sampler_message(bench.memory, message, PlanDetail::kNone), 0) == one(4.0f));
}

TEST_CASE("palettes that change between messages are seen", "[sampling][response]") {
  SamplerBench bench{{.format = SurfaceFormat::kP8UnormPalette0, .width = 1, .height = 1},
                     std::vector<std::byte>(1),
                     nearest_sampler()};
  bench.message(Op::kSampleLz, {0.5f});
  const auto red = [&](std::uint32_t argb) {
    bench.heap().set_palette(0, std::array{argb});
    return word(execute_sampler_message(bench.memory, bench.message(Op::kSampleLz, {0.5f, 0.5f}), PlanDetail::kNone),
                0);
  };
  CHECK(red(0xFF110000) == one(17.0f / 255));
  CHECK(red(0xFF220000) == one(34.0f / 255));
}

TEST_CASE("operations with a kill mask or gradients exist for eight channels only", "[sampling][response][section-6]") {
  SamplerBench bench = four_floats();
  for (const Op op : {Op::kSampleKillpix, Op::kSampleD}) {
    CHECK_THROWS(bench.send(op, {0.5f, 0.5f, 0.0f, 0.0f, 0.0f, 0.0f}, {.simd16 = true}));
    CHECK_NOTHROW(
        bench.send(op, {0.5f, 0.5f, 0.0f, 0.0f, 0.0f, 0.0f}, {.response_length = op == Op::kSampleKillpix ? 5u : 4u}));
  }
}
