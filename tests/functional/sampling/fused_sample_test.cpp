#include "functional/sampling/fused_sample.h"

#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>
#include <random>

#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

namespace {

int any(int low, int high) {
  return *rc::gen::inRange(low, high);
}
bool coin() {
  return *rc::gen::arbitrary<bool>();
}

gen9::SamplerState any_sampler() {
  const auto filter = [] {
    return std::array{gen9::MapFilter::kNearest, gen9::MapFilter::kLinear, gen9::MapFilter::kAnisotropic}[any(0, 3)];
  };
  const auto mode = [] {
    return std::array{Mode::kWrap,       Mode::kMirror,      Mode::kClamp,
                      Mode::kMirrorOnce, Mode::kClampBorder, Mode::kHalfBorder}[any(0, 6)];
  };
  gen9::SamplerState sampler;
  sampler.min_filter = filter();
  sampler.mag_filter = filter();
  sampler.max_anisotropy = static_cast<std::uint8_t>(2 * any(1, 9));
  sampler.mip_filter =
      std::array{gen9::MipFilter::kNone, gen9::MipFilter::kNearest, gen9::MipFilter::kLinear}[any(0, 3)];
  sampler.lod_preclamp = coin() ? gen9::LodPreclamp::kOgl : gen9::LodPreclamp::kNone;
  sampler.lod_clamp_magnification_mode =
      coin() ? gen9::LodClampMagnificationMode::kMipFilter : gen9::LodClampMagnificationMode::kMipNone;
  sampler.trilinear_quality = static_cast<gen9::TrilinearQuality>(any(0, 4));
  sampler.lod_bias.raw = any(-512, 512);
  sampler.min_lod.raw = any(0, 512);
  sampler.max_lod.raw = any(256, 2048);
  sampler.round_u_mag = coin();
  sampler.round_u_min = coin();
  sampler.round_v_mag = coin();
  sampler.round_v_min = coin();
  sampler.address_u = mode();
  sampler.address_v = mode();
  sampler.non_normalized_coordinates = any(0, 8) == 0;
  return sampler;
}

}  // namespace

TEST_CASE("the fused form equals the stepwise form bit for bit", "[sampling][fused]") {
  const SurfaceImage image{.width = 13, .height = 6, .array_length = 3, .levels = 4};
  constexpr std::array kFormats{SurfaceFormat::kR8G8B8A8Unorm, SurfaceFormat::kB8G8R8A8Unorm,
                                SurfaceFormat::kR8G8B8A8UnormSrgb, SurfaceFormat::kR16G16Float};
  std::mt19937 engine{11};
  std::vector<std::byte> texels(packed_bytes(image));
  for (std::byte& byte : texels) byte = static_cast<std::byte>(engine() & 0xBF);
  std::size_t fused = 0;
  rc::prop("for any sampler, surface view, operation and coordinates", [&] {
    SurfaceImage formatted = image;
    formatted.format = kFormats[any(0, 4)];
    SurfaceOptions options;
    options.channels[1] = coin() ? gen9::ShaderChannelSelect::kGreen : gen9::ShaderChannelSelect::kOne;
    options.tiling = coin() ? Tiling::kY : Tiling::kLinear;
    SamplerBench bench{formatted, texels, any_sampler(), gen9::BorderColorState::of_floats(0.3f, 0.6f, 0.1f, 1.0f),
                       options};
    bench.state.surface_min_lod = static_cast<std::uint8_t>(any(0, 2));
    bench.state.mip_count = 3;
    bench.state.resource_min_lod.raw = any(0, 1200);
    const auto numbers = [](int range) {
      std::vector<float> values;
      for (int lane = 0; lane < 16; ++lane) values.push_back(static_cast<float>(any(-range, range)) / 4096.0f);
      return values;
    };
    const Op op = std::array{Op::kSample, Op::kSampleB, Op::kSampleL, Op::kSampleLz}[any(0, 4)];
    MessageOptions message_options{.simd16 = true, .execution_mask = static_cast<std::uint32_t>(any(0, 65536))};
    if (coin()) message_options.header = static_cast<std::uint32_t>(any(0, 4096));
    const Message message = bench.message(op, {numbers(16384), numbers(16384), numbers(16384)}, message_options);
    const SamplerOutcome fast = execute_sampler_message(bench.memory, message, PlanDetail::kNone);
    const SamplerOutcome steps = execute_sampler_message(bench.memory, message, PlanDetail::kFootprints);
    RC_ASSERT(fast.response.registers == steps.response.registers);
    RC_ASSERT(fast.response.byte_enables == steps.response.byte_enables);
    RC_ASSERT(fast.subspans.empty());
    SamplerRequest request;
    decode_sampler_request(message, request);
    const auto binding = make_binding(bench.memory, message, read_binding_words(bench.memory, message, request));
    fused += FusedSampler::make(bench.memory, *binding, *request.operation).has_value();
  });
  CHECK(fused >= 10);  // the fused form took part
}
