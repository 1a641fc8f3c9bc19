#include "functional/frame/pixel/target_write.h"

#include <bit>
#include <catch2/catch.hpp>

#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::RenderTargetKind;
using gen9::RenderTargetMessage;
using gen9::SurfaceFormat;

namespace {

constexpr std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
constexpr std::uint8_t kPayload = 100;

/// A SIMD8 program whose sends each have their payload from r100 on, filled register by register.
class Shader {
 public:
  explicit Shader(unsigned lanes = 8) : builder_{8, 30}, lanes_{lanes} {}

  Shader& header(std::uint32_t target, std::uint32_t word0 = 0) {
    header_present_ = true;
    fill(0);
    builder_.into({last(), 1}, eu::kMove, 1, constant_bits(word0));
    fill(0);
    // Word 2 of the header's first register.
    const auto first = static_cast<std::uint8_t>(kPayload + used_ - 2);
    builder_.into({first, 1}, eu::kMove, 8, constant_bits(target));
    builder_.into({first, 1}, eu::kMove, 1, constant_bits(word0));
    return *this;
  }
  Shader& fill(std::uint32_t value) {
    ++used_;
    builder_.into({last(), 1}, eu::kMove, 8, constant_bits(value));
    return *this;
  }
  /// A register whose lower and upper four DWords are of two values.
  Shader& fill_halves(std::uint32_t low, std::uint32_t high) {
    fill(high);
    builder_.into({last(), 1}, eu::kMove, 4, constant_bits(low));
    return *this;
  }
  Shader& color(float r, float g, float b, float a) { return fill(bits(r)).fill(bits(g)).fill(bits(b)).fill(bits(a)); }
  Shader& copy(std::uint8_t reg) {
    ++used_;
    builder_.into({last(), 1}, eu::kMove, 8, lanes(reg));
    return *this;
  }
  Shader& send(RenderTargetKind kind, bool end, std::uint8_t binding = 0, bool upper = false) {
    RenderTargetMessage message;
    message.kind = kind;
    message.header_present = header_present_;
    message.binding_table_index = binding;
    message.last_render_target = end;
    message.slots_16_to_31 = upper;
    message.message_length = static_cast<std::uint8_t>(used_);
    BuiltSend built = send_of(message);
    built.source0 = {kPayload, static_cast<std::uint8_t>(used_)};
    built.end_of_thread = end;
    built.first_channel = upper ? 16 : kind == RenderTargetKind::kSimd8DualSourceHigh ? 8 : 0;
    const bool eight = kind == RenderTargetKind::kSimd8 || kind == RenderTargetKind::kSimd8DualSourceLow ||
                       kind == RenderTargetKind::kSimd8DualSourceHigh;
    builder_.send(built, eight ? 8 : 16);
    used_ = 0;
    header_present_ = false;
    return *this;
  }
  void give(PixelBench& bench) { bench.shader(lanes_, builder_.finish(nullptr)); }

 private:
  std::uint8_t last() const { return static_cast<std::uint8_t>(kPayload + used_ - 1); }

  EuBuilder builder_;
  unsigned lanes_;
  unsigned used_ = 0;
  bool header_present_ = false;
};

}  // namespace

TEST_CASE("a replicated write gives one register's four DWords to all lanes", "[frame][pixel]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR32G32B32A32Uint);
  Shader shader{16};
  shader.fill(42).send(RenderTargetKind::kSimd16Replicated, true).give(bench);
  bench.draw_all();
  CHECK(bench.texel(15, 15) == std::array<std::uint32_t, 4>{42, 42, 42, 42});
}

TEST_CASE("several targets are written by headers that name them, each with its own blend state", "[frame][pixel]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8Unorm, 0, Tiling::kY, 1);
  bench.set_at(PixelBench::blend_entry_at(1), command::kBlendStateEntry["Write Disable Green"], 1);
  Shader shader;
  shader.color(1, 1, 0, 1).send(RenderTargetKind::kSimd8, false);
  shader.header(1).color(0, 1, 1, 1).send(RenderTargetKind::kSimd8, true, 1).give(bench);
  bench.draw_all();
  CHECK(bench.color(2, 2) == Color{1, 1, 0, 1});
  CHECK(std::bit_cast<Color>(bench.texel(2, 2, 0, 1)) == Color{0, 0, 1, 1});
}

TEST_CASE("blend entries of targets that nothing writes to are not looked at", "[frame][pixel]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8Unorm, 0, Tiling::kY, 1);
  bench.set_at(PixelBench::blend_entry_at(1), command::kBlendStateEntry["Color Clamp Range"], 3);  // reserved
  Shader{8}.color(1, 1, 0, 1).send(RenderTargetKind::kSimd8, true).give(bench);
  bench.draw_all();
  CHECK(bench.color(2, 2) == Color{1, 1, 0, 1});
  Shader shader;
  shader.color(1, 1, 0, 1).send(RenderTargetKind::kSimd8, false);
  shader.header(1).color(0, 1, 1, 1).send(RenderTargetKind::kSimd8, true, 1).give(bench);
  CHECK_THROWS_WITH(bench.draw_all(), Catch::Contains("reserved Color Clamp Range 3"));
}

TEST_CASE("dual source messages carry two colours, for the lower and the upper eight lanes", "[frame][pixel]") {
  PixelBench bench;
  bench.order = TileOrder::kScan;
  const auto entry = PixelBench::blend_entry_at(0);
  bench.set_at(entry, command::kBlendStateEntry["Color Buffer Blend Enable"], 1);
  bench.set_at(entry, command::kBlendStateEntry["Source Blend Factor"], 0x09);       // SRC1_COLOR
  bench.set_at(entry, command::kBlendStateEntry["Destination Blend Factor"], 0x11);  // ZERO
  Shader shader{16};
  shader.color(1, 1, 1, 1).color(0.2f, 0.4f, 0, 1).send(RenderTargetKind::kSimd8DualSourceLow, false);
  shader.color(1, 1, 1, 1).color(0, 0, 0.6f, 1).send(RenderTargetKind::kSimd8DualSourceHigh, true).give(bench);
  bench.draw_all();
  CHECK(bench.color(0, 0)[0] == Approx(0.2f));
  CHECK(bench.color(3, 1)[1] == Approx(0.4f));
  CHECK(bench.color(4, 0)[0] == 0);
  CHECK(bench.color(7, 1)[2] == Approx(0.6f));
}

TEST_CASE("threads of 32 lanes write their halves by slot group", "[frame][pixel]") {
  PixelBench bench;
  Shader shader{32};
  const auto sixteen = [&](float red) {
    for (const float value : {red, 0.0f, 0.0f, 1.0f}) shader.fill(bits(value)).fill(bits(value));
  };
  sixteen(0.2f);
  shader.send(RenderTargetKind::kSimd16, false);
  sixteen(0.4f);
  shader.send(RenderTargetKind::kSimd16, true, 0, true).give(bench);
  bench.draw_all();
  CHECK(bench.threads == 8);
  // Halves of a thread are blocks of 4x4 pixels beside each other.
  CHECK(bench.color(3, 3)[0] == Approx(0.2f));
  CHECK(bench.color(4, 0)[0] == Approx(0.4f));
  CHECK(bench.color(15, 15)[0] == Approx(0.4f));
}

TEST_CASE("sample masks of the shader stand before the colours and take samples away", "[frame][pixel]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.set(command::kPsExtra["oMask Present to Render Target"], 1);
  bench.set_at(PixelBench::kBlendAt, command::kBlendState["Alpha To Coverage Enable"], 1);  // the shader has done it
  Shader shader;
  shader.header(0).fill(0x0005'0005).color(1, 0, 0, 0).send(RenderTargetKind::kSimd8, true).give(bench);
  bench.draw_all();
  for (unsigned s = 0; s < 4; ++s) CHECK(bench.color(6, 6, s)[0] == (s % 2 == 0 ? 1 : 0));
  CHECK(bench.statistics.samples_passed == 512);
}

TEST_CASE("sample masks of a dual source message's upper eight lanes are those of its register's upper half",
          "[frame][pixel]") {
  PixelBench bench;
  bench.order = TileOrder::kScan;
  bench.target(SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.set(command::kPsExtra["oMask Present to Render Target"], 1);
  Shader shader{16};
  const auto half = [&](std::uint32_t low_masks, std::uint32_t high_masks) -> Shader& {
    return shader.header(0).fill_halves(low_masks, high_masks).color(1, 0, 0, 1).color(0, 0, 0, 0);
  };
  half(0x0005'0005, 0).send(RenderTargetKind::kSimd8DualSourceLow, false);
  half(0, 0x000A'000A).send(RenderTargetKind::kSimd8DualSourceHigh, true).give(bench);
  bench.draw_all();
  for (unsigned s = 0; s < 4; ++s) {
    CHECK(bench.color(0, 0, s)[0] == (s % 2 == 0 ? 1 : 0));
    CHECK(bench.color(7, 1, s)[0] == (s % 2 == 0 ? 0 : 1));
  }
}

TEST_CASE("a computed depth is tested and written after the shader", "[frame][pixel]") {
  PixelBench bench;
  bench.depth_buffer(1);
  bench.set(command::kWmDepthStencil["Depth Test Enable"], 1);
  bench.set(command::kWmDepthStencil["Depth Test Function"], 2);  // LESS
  bench.set(command::kWmDepthStencil["Depth Buffer Write Enable"], 1);
  bench.set(command::kPsExtra["Pixel Shader Computed Depth Mode"], 1);
  bench.fill_depth(bits(0.5f));
  Shader shader;
  shader.color(1, 0, 0, 1).fill(bits(0.25f)).send(RenderTargetKind::kSimd8, true).give(bench);
  bench.draw_all(0.75f);
  CHECK(bench.covered() == 256);
  CHECK(bench.depth_code(9, 9) == bits(0.25f));
}

TEST_CASE("alpha of target 0 decides the coverage of further targets", "[frame][pixel]") {
  PixelBench bench;
  bench.target(SurfaceFormat::kR8G8B8A8Unorm, 2);
  bench.set_at(PixelBench::kBlendAt, command::kBlendState["Alpha To Coverage Enable"], 1);
  Shader shader;
  shader.header(1, 0x800).fill(bits(0.25f)).color(1, 0, 0, 1).send(RenderTargetKind::kSimd8, true).give(bench);
  bench.draw_all();
  CHECK(bench.color(6, 6, 0)[0] == 1);
  CHECK(bench.color(6, 6, 1)[0] == 0);
}

TEST_CASE("what the model lacks of render target messages, and payloads that are too short, are refused",
          "[frame][pixel]") {
  PixelBench bench;
  Shader shader;
  shader.fill(0).fill(0).send(RenderTargetKind::kSimd8, true).give(bench);
  CHECK_THROWS_WITH(bench.draw_all(), Catch::Contains("ends before its colours"));
}
