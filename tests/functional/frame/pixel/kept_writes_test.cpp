// Writes that gangs of threads send against those that each thread sends.
#include "functional/frame/pixel/kept_writes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "functional/frame/pixel/pixel_output.h"
#include "functional/frame/pixel_bench.h"
#include "functional/frame/state/shader_stage.h"

namespace texpipe::functional {
namespace {

using gen9::RenderTargetKind;
using gen9::SurfaceFormat;

constexpr unsigned kThreads = 12;

class KeptRandom {
 public:
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
  std::uint32_t below(std::uint32_t end) { return word() % end; }
  template <class... Values>
  auto one_of(Values... values) {
    const std::array all{values...};
    return all[below(static_cast<std::uint32_t>(all.size()))];
  }
  /// Bits of a colour: within its range, around it, or anything.
  std::uint32_t color() {
    if (below(8) == 0) return word();
    return std::bit_cast<std::uint32_t>(static_cast<float>(below(1280)) / 1024.0f - 0.125f);
  }

 private:
  std::mt19937 engine_{38};
};

/// One of two targets to which the same is written.
struct KeptTarget {
  KeptTarget(SurfaceFormat format, Tiling tiling) { bench.target(format, 0, tiling); }

  /// Lets the writes take effect.
  void retire(PixelBatch batch) {
    const MessageContext messages = message_context(bench.state, ShaderStage::kPixel);
    const BlendState blend = blend_state(bench.state, bench.memory);
    const RasterSetup raster = raster_setup(bench.state);
    const PixelShaderState shader{.valid = true};
    const std::array<Viewport, kViewports> viewports{};
    DepthStencilTest tests{bench.state, bench.memory, 0};
    PixelOutput output{{.memory = bench.memory,
                        .messages = messages,
                        .shader = shader,
                        .blend = blend,
                        .raster = raster,
                        .viewports = viewports,
                        .time = TestTime::kBefore,
                        .counts = true,
                        .statistics = bench.statistics},
                       tests};
    output.retire(batch, writes);
  }

  PixelBench bench;
  KeptWrites writes;
};

/// Threads of sixteen lanes, some of which are not shaded, at places of which some are the same.
PixelBatch random_batch(KeptRandom& random) {
  PixelBatch batch;
  batch.primitives.emplace_back();
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    PixelThread thread{.first_subspan = static_cast<std::uint32_t>(batch.subspans.size()),
                       .dispatched = random.below(3) == 0 ? random.word() & 0xFFFF : 0xFFFF,
                       .subspans = 4,
                       .width = 1};
    const std::uint32_t place = random.word();
    for (std::uint32_t s = 0; s < thread.subspans; ++s) {
      batch.subspans.push_back({.x = static_cast<std::int32_t>(2 * ((place + s) % 8)),
                                .y = static_cast<std::int32_t>(2 * (place / 8 % 4)),
                                .live = words_of_bits(thread.dispatched >> 4 * s)});
      batch.thread_of_subspan.push_back(t);
    }
    batch.threads.push_back(thread);
  }
  return batch;
}

void set_blending(KeptRandom& random, PixelBench& first, PixelBench& second) {
  const auto set = [&](gen9::FieldBits field, std::uint32_t value) {
    for (PixelBench* bench : {&first, &second}) bench->set_at(PixelBench::blend_entry_at(0), field, value);
  };
  constexpr const auto& kEntry = command::kBlendStateEntry;
  set(kEntry["Color Buffer Blend Enable"], random.below(2));
  for (const gen9::FieldBits factor : {kEntry["Source Blend Factor"], kEntry["Destination Blend Factor"],
                                       kEntry["Source Alpha Blend Factor"], kEntry["Destination Alpha Blend Factor"]})
    set(factor, random.one_of(0x01u, 0x02u, 0x03u, 0x04u, 0x05u, 0x07u, 0x08u, 0x11u, 0x12u, 0x13u, 0x14u, 0x15u));
  for (const gen9::FieldBits function : {kEntry["Color Blend Function"], kEntry["Alpha Blend Function"]})
    set(function, random.below(5));
  for (const gen9::FieldBits disabled : {kEntry["Write Disable Red"], kEntry["Write Disable Green"],
                                         kEntry["Write Disable Blue"], kEntry["Write Disable Alpha"]})
    set(disabled, random.below(5) == 0 ? 1 : 0);
  set(kEntry["Post-Blend Color Clamp Enable"], random.below(2));
}

/// A message, and registers of its payloads.
struct KeptShape {
  gen9::MessageWords words;
  unsigned first;
  unsigned second;
};

/// Threads of a batch send in several gangs, and one after the other.
void send(KeptRandom& random, const PixelBatch& batch, const KeptShape& shape, std::vector<ThreadRegisters>& threads,
          KeptWrites& together, KeptWrites& apart) {
  for (std::uint32_t t = 0; t < kThreads;) {
    const std::uint32_t count = std::min(1 + random.below(8), kThreads - t);
    std::vector<GangMessage::Sender> senders;
    for (std::uint32_t n = 0; n < count; ++n)
      senders.push_back({threads[t + n].grf.data(), random.below(3) == 0 ? random.word() & 0xFFFF : 0xFFFF,
                         batch.threads[t + n].first_subspan});
    Message message;
    message.shared_function = 5;
    message.descriptor = shape.words.descriptor;
    message.extended_descriptor = shape.words.extended;
    const GangMessage gang{.message = message,
                           .payload = {GangMessage::Run{10 + random.below(8), shape.first},
                                       GangMessage::Run{30 + random.below(8), shape.second}},
                           .response = {},
                           .senders = senders};
    for (const GangMessage::Sender& sender : senders) {
      Message single = message;
      single.execution_mask = sender.execution_mask;
      single.subspan_slots[0] = sender.subspan_slot;
      for (unsigned i = 0; i < shape.first + shape.second; ++i)
        single.payload.push_back(sender.registers[gang.place(i)]);
      apart.write(single);
    }
    message.payload.resize(shape.first + shape.second);
    REQUIRE(together.write_gang(gang));
    t += count;
  }
}

TEST_CASE("writes of a gang are kept and take effect as those that each thread sends", "[frame][pixel]") {
  KeptRandom random;
  for (unsigned round = 0; round < 400; ++round) {
    const auto format = random.one_of(SurfaceFormat::kR8G8B8A8Unorm, SurfaceFormat::kB8G8R8A8Unorm,
                                      SurfaceFormat::kB8G8R8X8Unorm, SurfaceFormat::kR10G10B10A2Unorm,
                                      SurfaceFormat::kR8G8B8A8UnormSrgb, SurfaceFormat::kR16G16B16A16Float);
    const auto tiling = random.one_of(Tiling::kLinear, Tiling::kX, Tiling::kY);
    KeptTarget together{format, tiling}, apart{format, tiling};
    set_blending(random, together.bench, apart.bench);
    const PixelBatch batch = random_batch(random);
    together.writes.begin(batch);
    apart.writes.begin(batch);

    // The payload in one run of registers, or in two, as sends has it.
    gen9::RenderTargetMessage fields;
    fields.kind = random.one_of(RenderTargetKind::kSimd16, RenderTargetKind::kSimd16Replicated);
    const unsigned size = fields.kind == RenderTargetKind::kSimd16 ? 8 : 1;
    const unsigned first_size = size > 1 && random.below(2) == 0 ? 1 + random.below(size - 1) : size;
    fields.message_length = static_cast<std::uint8_t>(first_size);
    gen9::MessageWords words = fields.encode();
    words.extended |= (size - first_size) << 6;
    std::vector<ThreadRegisters> threads(kThreads);
    for (ThreadRegisters& thread : threads) {
      for (Grf& reg : thread.grf) {
        for (std::uint32_t& word : reg) word = random.color();
      }
    }
    send(random, batch, {words, first_size, size - first_size}, threads, together.writes, apart.writes);
    INFO("round " << round << ", " << gen9::format_facts(format).name);
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      REQUIRE(together.writes.count(t) == 1);
      const KeptWrite &own = together.writes.kept(t, 0), &other = apart.writes.kept(t, 0);
      REQUIRE(own.descriptor == other.descriptor);
      REQUIRE(own.extended_descriptor == other.extended_descriptor);
      REQUIRE(own.execution_mask == other.execution_mask);
      REQUIRE(std::ranges::equal(own.payload, other.payload));
    }
    together.retire(batch);
    apart.retire(batch);
    REQUIRE(together.bench.statistics.samples_passed == apart.bench.statistics.samples_passed);
    for (unsigned y = 0; y < PixelBench::kSize; ++y) {
      for (unsigned x = 0; x < PixelBench::kSize; ++x) REQUIRE(together.bench.texel(x, y) == apart.bench.texel(x, y));
    }
  }
}

TEST_CASE("a gang's write of threads that shade no pixels is refused", "[frame][pixel]") {
  KeptRandom random;
  const PixelBatch batch = random_batch(random);
  KeptWrites writes;
  writes.begin(batch);
  ThreadRegisters registers;
  const std::array<GangMessage::Sender, 1> senders{
      GangMessage::Sender{registers.grf.data(), 0xFFFF, static_cast<std::uint32_t>(batch.subspans.size())}};
  Message message;
  const gen9::MessageWords words = gen9::RenderTargetMessage{}.encode();
  message.descriptor = words.descriptor;
  message.extended_descriptor = words.extended;
  const GangMessage gang{.message = message, .payload = {GangMessage::Run{10, 8}}, .response = {}, .senders = senders};
  CHECK_THROWS(writes.write_gang(gang));
}

}  // namespace

}  // namespace texpipe::functional
