// Writes of sixteen lanes at once against writes of single lanes, on random states, colours and targets.
#include "functional/frame/blend/color_target.h"

#include <catch2/catch.hpp>

#include <bit>
#include <random>
#include <vector>

#include "functional/surface/surface_builder.h"

namespace texpipe::functional {
namespace {

using gen9::SurfaceFormat;

constexpr std::uint32_t kSize = 16;

class Random {
 public:
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
  bool coin() { return word() % 2 != 0; }
  /// Bits of numbers around those that colours have, and at times of anything.
  std::uint32_t float_bits() {
    if (word() % 8 == 0) return word();
    return std::bit_cast<std::uint32_t>(static_cast<float>(word() % 4096) / 2048.0f - 0.5f);
  }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[word() % values.size()];
  }

 private:
  std::mt19937 engine_{38};
};

BlendEquation equation(Random& random) {
  constexpr std::array<std::uint8_t, 19> kFactors{0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A,
                                                  0x11, 0x12, 0x13, 0x14, 0x15, 0x17, 0x18, 0x19, 0x1A};
  const auto factor = [&] { return static_cast<gen9::BlendFactor>(kFactors[random.word() % kFactors.size()]); };
  return {factor(), factor(), static_cast<gen9::BlendFunction>(random.word() % 5)};
}

TargetBlend blending(Random& random) {
  TargetBlend blend{.enabled = random.word() % 4 != 0, .color = equation(random), .alpha = equation(random)};
  if (random.word() % 8 == 0) blend.logic = static_cast<gen9::LogicOp>(random.word() % 16);
  if (random.coin()) blend.channels = static_cast<ChannelMask>(random.word() % 16);
  blend.clamp_before = random.coin();
  blend.clamp_source_only = random.coin();
  blend.clamp_after = random.coin();
  blend.range = random.one_of({ClampRange::kUnorm, ClampRange::kSnorm, ClampRange::kTargetFormat});
  return blend;
}

/// A memory with one target, whose texels are random.
struct Target {
  GpuMemory memory;
  gen9::RenderSurfaceState state;

  Target(SurfaceFormat format, Tiling tiling, std::span<const std::byte> texels)
      : state{build_surface(memory, "target", {.format = format, .width = kSize, .height = kSize}, texels,
                            {.tiling = tiling, .array = true})} {}
  std::vector<std::byte> texels() const {
    return read_surface(memory, {.format = state.format, .width = kSize, .height = kSize},
                        SurfaceLayout{surface_geometry(state)});
  }
};

}  // namespace

TEST_CASE("sixteen lanes at once leave what single lanes leave, whatever the state", "[frame][blend]") {
  Random random;
  for (unsigned round = 0; round < 3000; ++round) {
    const auto format = random.one_of(
        {SurfaceFormat::kR8G8B8A8Unorm, SurfaceFormat::kB8G8R8A8Unorm, SurfaceFormat::kB8G8R8X8Unorm,
         SurfaceFormat::kR10G10B10A2Unorm, SurfaceFormat::kB10G10R10A2Unorm, SurfaceFormat::kR16G16Unorm,
         SurfaceFormat::kR8G8B8A8UnormSrgb, SurfaceFormat::kR16G16Float, SurfaceFormat::kR16G16B16A16Unorm});
    const auto tiling = random.one_of({Tiling::kLinear, Tiling::kX, Tiling::kY});
    std::vector<std::byte> texels(kSize * kSize * gen9::format_facts(format).element_bytes());
    for (std::byte& byte : texels) byte = static_cast<std::byte>(random.word());
    Target together{format, tiling, texels}, apart{format, tiling, texels};
    if (random.word() % 4 == 0) {
      for (Target* target : {&together, &apart}) std::swap(target->state.channel_red, target->state.channel_blue);
      if (!gen9::format_facts(format).alpha_blend) continue;
    }
    const TargetBlend blend = blending(random);
    std::array<float, 4> constant;
    for (float& c : constant) c = static_cast<float>(random.word() % 1024) / 512.0f - 0.5f;
    const ColorTarget fast{together.state, blend, constant, 1}, plain{apart.state, blend, constant, 1};
    REQUIRE(fast.takes_subspans());

    std::array<std::array<std::uint32_t, 16>, 4> source;
    for (auto& channel : source) {
      for (std::uint32_t& bits : channel) bits = random.float_bits();
    }
    SubspanColors colors;
    for (unsigned c = 0; c < 4; ++c) colors.source[c] = source[c].data();
    const std::uint32_t places = random.word();  // four in a row
    for (unsigned s = 0; s < SubspanColors::kSubspans; ++s) {
      colors.x[s] = static_cast<std::int32_t>(2 * ((places + s) % 8));
      colors.y[s] = static_cast<std::int32_t>(2 * (places / 8 % 8));
    }
    colors.lanes = random.coin() ? 0xFFFF : random.word() & 0xFFFF;
    OpenTiles tiles{together.memory};
    fast.write_subspans(together.memory, tiles, colors);
    for (unsigned i = 0; i < 16; i += kColorLanes) {
      ColorLanes lanes;
      for (unsigned c = 0; c < 4; ++c) lanes.source[c] = source[c].data() + i;
      for (unsigned l = 0; l < kColorLanes; ++l) {
        lanes.x[l] = colors.x[(i + l) / 4] + static_cast<std::int32_t>(l & 1);
        lanes.y[l] = colors.y[(i + l) / 4] + static_cast<std::int32_t>(l >> 1 & 1);
        lanes.samples[l] = colors.lanes >> (i + l) & 1;
      }
      plain.write(apart.memory, lanes);
    }
    INFO("round " << round << ", format " << gen9::format_facts(format).name);
    REQUIRE(together.texels() == apart.texels());
  }
}

}  // namespace texpipe::functional
