// Samples that go straight into a thread's registers against responses that are written there.
#include <catch2/catch.hpp>

#include <random>

#include "functional/execution/response_write.h"
#include "functional/sampling/sampler_bench.h"
#include "functional/shared_function/execute_message.h"
#include "functional/shared_function/sampler_receiver.h"

namespace texpipe::functional::test {
namespace {

TEST_CASE("samples leave the same registers straight and by a response, whatever the message", "[sampling]") {
  std::mt19937 random{38};
  const auto one_of = [&](auto... values) {
    const std::array all{values...};
    return all[random() % all.size()];
  };
  unsigned in_places = 0;
  for (unsigned round = 0; round < 300; ++round) {
    const SurfaceImage image{
        .format = one_of(gen9::SurfaceFormat::kR8G8B8A8Unorm, gen9::SurfaceFormat::kR32Float,
                         gen9::SurfaceFormat::kB8G8R8A8UnormSrgb, gen9::SurfaceFormat::kR8G8B8A8Uint),
        .width = 16,
        .height = 16};
    std::vector<std::byte> texels(packed_bytes(image));
    for (std::byte& byte : texels) byte = static_cast<std::byte>(random() & 0x3F);
    SamplerBench bench{image, texels, linear_sampler(gen9::TextureCoordinateMode::kWrap, gen9::MipFilter::kNone)};
    const bool integers = image.format == gen9::SurfaceFormat::kR8G8B8A8Uint;
    const bool loads = integers || random() % 4 == 0;
    std::vector<float> u(16), v(16);
    std::vector<std::int32_t> x(16), y(16);
    for (unsigned i = 0; i < 16; ++i) {
      u[i] = static_cast<float>(random() % 1024) / 512.0f;
      v[i] = static_cast<float>(random() % 1024) / 512.0f;
      x[i] = static_cast<std::int32_t>(random() % 20) - 2;
      y[i] = static_cast<std::int32_t>(random() % 20) - 2;
    }
    MessageOptions options{.simd16 = random() % 4 != 0, .half_return = random() % 8 == 0};
    if (random() % 3 == 0) options.execution_mask = random() & 0xFFFF;
    if (random() % 3 == 0) options.response_length = 1 + random() % 8;
    if (random() % 6 == 0) options.header = static_cast<std::uint32_t>(random() % 16) << 12;
    // sample+killpix has eight lanes at most.
    const Op sample = options.simd16 ? one_of(Op::kSample, Op::kSampleLz) : one_of(Op::kSample, Op::kSampleKillpix);
    const Message message = loads ? bench.message(Op::kLd, {x, 0, y}, options) : bench.message(sample, {u, v}, options);
    ThreadRegisters straight, written;
    for (Grf& reg : straight.grf) reg.fill(static_cast<std::uint32_t>(random()));
    written = straight;
    const GrfRange to{.first = 20, .count = static_cast<std::uint8_t>(message.descriptor >> 20 & 31)};
    write_response(written, to, execute_message(bench.memory, message));
    const bool in_place = sample_into(bench.memory, message, std::span{straight.grf}.subspan(to.first, to.count));
    if (!in_place) write_response(straight, to, execute_message(bench.memory, message));
    INFO("round " << round);
    REQUIRE(straight.grf == written.grf);
    // Means of float texels may be left to the general form.
    in_places += in_place ? 1 : 0;
  }
  CHECK(in_places > 50);
}

}  // namespace
}  // namespace texpipe::functional::test
