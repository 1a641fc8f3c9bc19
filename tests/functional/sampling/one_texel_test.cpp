// The kernels' form of nearest filters (lanes/one_texel.inc.h) against the general form.
#include <catch2/catch.hpp>

#include <limits>
#include <random>

#include "functional/sampling/sampler_bench.h"
#include "functional/sampling/sampler_cache.h"

namespace texpipe::functional::test {
namespace {

using gen9::TextureCoordinateMode;

class Coordinates {
 public:
  std::vector<float> sixteen() {
    std::vector<float> values(16);
    for (float& value : values) value = one();
    return values;
  }
  template <class... Values>
  auto one_of(Values... values) {
    const std::array all{values...};
    return all[random_() % all.size()];
  }
  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

 private:
  float one() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (random_() % 40 == 0)
      return one_of(kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN(), 1e30f, -1e30f, -0.0f, 1.0f);
    return static_cast<float>(static_cast<int>(random_() % 8192) - 4096) / 1024.0f;
  }
  std::mt19937 random_{38};
};

TEST_CASE("nearest texels of one level are those of the general form, in every instruction set",
          "[sampling][compiled]") {
  Coordinates random;
  const lanes::LaneKernelList kernels = lanes::all_lane_kernels();
  unsigned taken = 0;
  for (unsigned round = 0; round < 300; ++round) {
    const SurfaceImage image{
        .format = random.one_of(gen9::SurfaceFormat::kR8G8B8A8Unorm, gen9::SurfaceFormat::kB8G8R8X8Unorm,
                                gen9::SurfaceFormat::kR8G8B8A8Snorm),
        .width = 1 + random.below(20),
        .height = 1 + random.below(20)};
    std::vector<std::byte> texels(packed_bytes(image));
    for (std::byte& byte : texels) byte = static_cast<std::byte>(random.below(256));
    const auto mode = random.one_of(TextureCoordinateMode::kWrap, TextureCoordinateMode::kMirror,
                                    TextureCoordinateMode::kClamp, TextureCoordinateMode::kMirrorOnce);
    gen9::SamplerState sampler = nearest_sampler(mode, gen9::MipFilter::kNone);
    sampler.round_u_mag = sampler.round_u_min = random.below(4) == 0;
    sampler.address_v = random.one_of(TextureCoordinateMode::kWrap, TextureCoordinateMode::kClamp);
    SamplerBench bench{image, texels, sampler};
    // Enough values that the first ones of a message are in no order.
    const MessageOptions options{.simd16 = true,
                                 .execution_mask = random.below(3) == 0 ? random.below(0x10000) : 0xFFFF};
    const Message message = bench.message(Op::kSampleLz, {random.sixteen(), random.sixteen()}, options);
    const SamplerOutcome steps = execute_sampler_message(bench.memory, message, PlanDetail::kOperands);
    for (unsigned k = 0; k < kernels.count; ++k) {
      SamplerCache cache{kernels.first[k]};
      SamplerOutcome fast;
      execute_sampler_message(bench.memory, message, cache, fast);
      SamplerRequest request;
      decode_sampler_request(message, request);
      const CompiledSampler* const compiled = cache.find(bench.memory, message, request).compiled;
      taken += compiled != nullptr && compiled->takes_one_texel();
      INFO(kernels.first[k].name << ", round " << round);
      REQUIRE(fast.response.registers == steps.response.registers);
      REQUIRE(fast.response.byte_enables == steps.response.byte_enables);
    }
  }
  CHECK(taken > 100 * kernels.count);  // the form took part
}

}  // namespace
}  // namespace texpipe::functional::test
