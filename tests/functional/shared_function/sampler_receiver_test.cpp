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

/// A message with the registers of one of a gang's senders as its payload.
Message message_of(const GangMessage& gang, const GangMessage::Sender& sender) {
  Message message = gang.message;
  message.execution_mask = sender.execution_mask;
  for (unsigned i = 0; i < message.payload.size(); ++i) message.payload[i] = sender.registers[gang.place(i)];
  return message;
}

TEST_CASE("a gang's samples leave the registers that each sender's message leaves, or none is touched", "[sampling]") {
  std::mt19937 random{39};
  unsigned together = 0, apart = 0, overlapping = 0;
  for (unsigned round = 0; round < 300; ++round) {
    const SurfaceImage image{
        .format = random() % 2 == 0 ? gen9::SurfaceFormat::kR8G8B8A8Unorm : gen9::SurfaceFormat::kB8G8R8X8Unorm,
        .width = 16,
        .height = 16,
        .array_length = 1 + static_cast<std::uint32_t>(random() % 3)};
    std::vector<std::byte> texels(packed_bytes(image));
    for (std::byte& byte : texels) byte = static_cast<std::byte>(random());
    const auto filter = random() % 2 == 0 ? linear_sampler(gen9::TextureCoordinateMode::kWrap)
                                          : nearest_sampler(gen9::TextureCoordinateMode::kWrap);
    SamplerBench bench{image, texels, filter, {}, {.array = true}};
    MessageOptions options{.simd16 = true, .response_length = 2 + 2 * static_cast<std::uint32_t>(random() % 4)};
    if (random() % 3 == 0) options.header = static_cast<std::uint32_t>(random() % 3) << 4;
    const Message shape = random() % 2 == 0 ? bench.message(Op::kSampleLz, {0.0f, 0.0f}, options)
                                            : bench.message(Op::kSampleLz, {0.0f, 0.0f, 0.0f}, options);
    // A header may stand apart from the parameters, as sends does it.
    const auto size = static_cast<unsigned>(shape.payload.size());
    const unsigned first = options.header ? 1 : 0;
    const unsigned parameters = 10 + static_cast<unsigned>(random() % 12);
    const std::array<GangMessage::Run, 2> payload =
        first != 0 ? std::array{GangMessage::Run{2, 1}, GangMessage::Run{parameters, size - 1}}
                   : std::array{GangMessage::Run{parameters, size}, GangMessage::Run{}};
    std::array<ThreadRegisters, 10> threads;
    std::array<GangMessage::Sender, 10> senders;
    for (unsigned n = 0; n < threads.size(); ++n) {
      for (Grf& reg : threads[n].grf) {
        for (std::uint32_t& word : reg)
          word = std::bit_cast<std::uint32_t>(static_cast<float>(random() % 4096) / 1024.0f - 1.0f);
      }
      if (first != 0) threads[n].grf[2] = shape.payload[0];
      if (first != 0 && random() % 4 == 0) threads[n].grf[2][2] ^= 0x10;
      senders[n] = {threads[n].grf.data(), random() % 4 == 0 ? static_cast<std::uint32_t>(random() & 0xFFFF) : 0xFFFFu,
                    n};
    }
    Message message = shape;
    GangMessage gang{
        .message = message, .payload = payload, .response = {16, shape.descriptor >> 20 & 31}, .senders = senders};
    message = message_of(gang, senders[0]);
    std::array<ThreadRegisters, 10> expected = threads;
    for (unsigned n = 0; n < threads.size(); ++n)
      write_response(expected[n], {16, static_cast<std::uint8_t>(gang.response.count)},
                     execute_message(bench.memory, message_of(gang, senders[n])));
    const std::array<ThreadRegisters, 10> before = threads;
    const std::uint32_t sampled = sample_gang(bench.memory, gang);
    for (unsigned n = 0; n < threads.size(); ++n) {
      INFO("round " << round << ", sender " << n);
      REQUIRE(threads[n].grf == ((sampled >> n & 1) != 0 ? expected[n] : before[n]).grf);
      ((sampled >> n & 1) != 0 ? together : apart) += 1;
      overlapping += (sampled >> n & 1) != 0 && gang.overlaps() ? 1 : 0;
    }
  }
  CHECK(together > 300);
  CHECK(apart > 50);
  CHECK(overlapping > 50);
}

}  // namespace
}  // namespace texpipe::functional::test
