#include <catch2/catch.hpp>
#include <cstddef>

#include "functional/sampling/sampler_bench.h"
#include "support/allocations.h"

namespace texpipe::functional::test {
namespace {

TEST_CASE("an untimed sampler message allocates nothing once its surface, sampler and operation are known",
          "[sampling][allocation]") {
  const SurfaceImage image{.format = gen9::SurfaceFormat::kBc7Unorm, .width = 64, .height = 64, .levels = 7};
  SamplerBench bench{image, std::vector<std::byte>(packed_bytes(image), std::byte{0x5A}),
                     linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kLinear)};
  const std::vector<float> u{0.1f, 0.2f, 0.15f, 0.9f}, v{0.3f, 0.1f, 0.2f, 0.8f};
  for (const Op op : {Op::kSample, Op::kSampleL, Op::kGather4, Op::kLod, Op::kResinfo}) {
    const Message message = bench.message(op, {u, v, v}, {.simd16 = true});
    SamplerOutcome outcome;
    const auto send = [&] { execute_sampler_message(bench.memory, message, PlanDetail::kNone, outcome); };
    send();
    const std::size_t before = texpipe::test::allocations();
    for (int i = 0; i < 100; ++i) send();
    const std::size_t after = texpipe::test::allocations();
    INFO("operation " << static_cast<int>(op));
    CHECK(after == before);
  }
}

}  // namespace
}  // namespace texpipe::functional::test
