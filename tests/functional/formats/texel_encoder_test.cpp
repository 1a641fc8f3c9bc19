#include "functional/formats/texel_encoder.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/diagnostic.h"
#include "functional/formats/element_decoder.h"
#include "functional/formats/small_float.h"
#include "functional/formats/texel_value.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::ChannelType;
using gen9::SurfaceFormat;

namespace {

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// First bytes of an element as a number.
std::uint64_t written(SurfaceFormat format, const std::array<std::uint32_t, 4>& rgba,
                      ChannelMask channels = kAllChannels, std::uint8_t before = 0) {
  std::byte element[16];
  std::memset(element, before, sizeof element);
  encode_texel(format, rgba, element, channels);
  std::uint64_t value;
  std::memcpy(&value, element, sizeof value);
  const unsigned count = gen9::format_facts(format).bits_per_element;
  return count < 64 ? value & ((std::uint64_t{1} << count) - 1) : value;
}

std::uint64_t red(SurfaceFormat format, float value) {
  return written(format, {bits(value), 0, 0, 0});
}

/// Whether a code has no other code with the same value, and is no NaN.
bool has_unique_value(const gen9::StoredChannel& channel, std::uint32_t code) {
  if (channel.type == ChannelType::kSnorm) return code != 1u << (channel.bits - 1);
  if (channel.type == ChannelType::kFloat && channel.bits == 16)
    return (code & 0x7C00) != 0x7C00 || (code & 0x3FF) == 0;
  if (channel.type == ChannelType::kUfloat) {
    const unsigned fraction = channel.bits - 5u;
    return code >> fraction != 31 || (code & ((1u << fraction) - 1)) == 0;
  }
  return true;
}

/// Codes of a channel that do not come back when decoded and encoded.
unsigned changed_codes(const gen9::FormatFacts& facts, const gen9::StoredChannel& channel) {
  const ElementDecoder decoder{facts.format};
  unsigned changed = 0;
  for (std::uint32_t code = 0; code < 1u << channel.bits; ++code) {
    if (!has_unique_value(channel, code)) continue;
    std::byte element[16] = {}, again[16] = {};
    const std::uint32_t shifted = code << channel.first_bit % 8;
    std::memcpy(element + channel.first_bit / 8, &shifted, 3);
    encode_texel(facts.format, texel_to_rgba(decoder.coding(), decoder.texel(element, 0, 0)), again);
    changed += std::memcmp(element, again, facts.element_bytes()) != 0;
  }
  return changed;
}

}  // namespace

TEST_CASE("format to float to the same format is the identity for every writable code of up to 16 bits",
          "[format][F4]") {
  unsigned formats = 0;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!facts.render_target && !facts.typed_write) continue;
    if (facts.kind == gen9::FormatKind::kYuvPacked422) continue;
    ++formats;
    for (const gen9::StoredChannel& channel : facts.channels) {
      if (channel.name == 0 || channel.bits > 16) continue;
      INFO(facts.name << ' ' << channel.name);
      CHECK(changed_codes(facts, channel) == 0);
    }
  }
  CHECK(formats == 57);
}

TEST_CASE("eight texels encoded together are those encoded one by one", "[format]") {
  std::mt19937 random{1};
  const auto draw = [&random] {
    const auto drawn = static_cast<std::uint32_t>(random());
    if (random() % 2 == 0) return drawn;
    return bits(static_cast<float>(drawn) * 0x1.8p-32f - 0.25f);  // around the range of UNORM
  };
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!facts.typed_write || facts.kind == gen9::FormatKind::kYuvPacked422) continue;
    INFO(facts.name);
    for (ChannelMask channels = 1; channels <= kAllChannels; ++channels) {
      std::array<std::array<std::uint32_t, 8>, 4> rgba;
      for (auto& component : rgba) std::generate(component.begin(), component.end(), draw);
      std::array<std::byte, 128> together;
      std::generate(together.begin(), together.end(), [&] { return static_cast<std::byte>(random()); });
      std::array<std::byte, 128> one_by_one = together;
      const TexelEncoder encoder{facts.format, channels};
      encoder.encode({rgba[0].data(), rgba[1].data(), rgba[2].data(), rgba[3].data()}, together);
      for (unsigned i = 0; i < 8; ++i) {
        encode_texel(facts.format, {rgba[0][i], rgba[1][i], rgba[2][i], rgba[3][i]},
                     one_by_one.data() + i * facts.element_bytes(), channels);
      }
      CHECK(together == one_by_one);
    }
  }
}

TEST_CASE("UNORM and SNORM writes clamp, round halves away from zero, and take NaN as 0", "[format]") {
  CHECK(red(SurfaceFormat::kR8Unorm, 0.5f) == 128);  // 127.5
  CHECK(red(SurfaceFormat::kR8Unorm, 2.0f) == 255);
  CHECK(red(SurfaceFormat::kR8Unorm, -1.0f) == 0);
  CHECK(red(SurfaceFormat::kR8Unorm, NAN) == 0);
  CHECK(red(SurfaceFormat::kR8Unorm, INFINITY) == 255);
  CHECK(red(SurfaceFormat::kR8Snorm, -0.5f) == (0x100 - 64));  // -63.5
  CHECK(red(SurfaceFormat::kR8Snorm, -3.0f) == 0x81);
  CHECK(red(SurfaceFormat::kR8Snorm, NAN) == 0);
}

TEST_CASE("integer writes clamp to the format's range", "[format]") {
  CHECK(written(SurfaceFormat::kR8Uint, {300, 0, 0, 0}) == 255);
  CHECK(written(SurfaceFormat::kR8Sint, {static_cast<std::uint32_t>(-300), 0, 0, 0}) == 0x80);
  CHECK(written(SurfaceFormat::kR16Sint, {40000, 0, 0, 0}) == 0x7FFF);
  CHECK(written(SurfaceFormat::kR10G10B10A2Uint, {5000, 1, 2, 9}) == (1023u | 1u << 10 | 2u << 20 | 3u << 30));
  CHECK(written(SurfaceFormat::kR32Uint, {0xFFFFFFFF, 0, 0, 0}) == 0xFFFFFFFF);
}

TEST_CASE("float16 writes round to nearest even and stay finite; 11-bit floats round toward zero", "[format]") {
  CHECK(red(SurfaceFormat::kR16Float, 1.0f + 1.0f / 2048) == 0x3C00);  // half way to the next, even is below
  CHECK(red(SurfaceFormat::kR16Float, 1.0f + 3.0f / 2048) == 0x3C02);
  CHECK(red(SurfaceFormat::kR16Float, 1e9f) == 0x7BFF);
  CHECK(red(SurfaceFormat::kR16Float, 65520.0f) == 0x7BFF);
  CHECK(red(SurfaceFormat::kR16Float, -INFINITY) == 0xFC00);
  CHECK(red(SurfaceFormat::kR16Float, std::ldexp(1.0f, -24)) == 1);
  CHECK(red(SurfaceFormat::kR16Float, std::ldexp(1.0f, -25)) == 0);  // half of the least denormal, to even
  CHECK(red(SurfaceFormat::kR16Float, std::ldexp(1.5f, -25)) == 1);
  CHECK(red(SurfaceFormat::kR16Float, std::ldexp(1.0f, -14) * (1 - 1.0f / 4096)) == 0x0400);  // rounds up to a normal
  CHECK(red(SurfaceFormat::kR11G11B10Float, 1.999f) == (15u << 6 | 63));
  CHECK(red(SurfaceFormat::kR11G11B10Float, 1e9f) == (30u << 6 | 63));
  CHECK(red(SurfaceFormat::kR11G11B10Float, -2.0f) == 0);
  CHECK(red(SurfaceFormat::kR11G11B10Float, INFINITY) == 31u << 6);
  CHECK(red(SurfaceFormat::kR11G11B10Float, NAN) > 31u << 6);
}

TEST_CASE("float32 and float16 conversions agree with the host's arithmetic on every half", "[format]") {
  unsigned wrong = 0;
  for (std::uint32_t half = 0; half < 0x7C00; ++half) {
    const float value = std::bit_cast<float>(half_to_float_bits(static_cast<std::uint16_t>(half)));
    const float next = std::bit_cast<float>(half_to_float_bits(static_cast<std::uint16_t>(half + 1)));
    wrong += float_to_half_bits(bits(value), Narrowing::kTowardZero) != half;
    if (half + 1 == 0x7C00) continue;
    const float below = std::nextafter(next, 0.0f), middle = (value + next) / 2;
    wrong += float_to_half_bits(bits(below), Narrowing::kTowardZero) != half;
    wrong += float_to_half_bits(bits(middle), Narrowing::kNearestEven) != half + (half & 1);
    wrong += float_to_half_bits(bits(std::nextafter(middle, INFINITY)), Narrowing::kNearestEven) != half + 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("masked and unused channels keep their bits", "[format]") {
  const std::array<std::uint32_t, 4> white{bits(1.0f), bits(1.0f), bits(1.0f), bits(1.0f)};
  CHECK(written(SurfaceFormat::kR8G8B8A8Unorm, white, 0b0101) == 0x00FF00FF);
  CHECK(written(SurfaceFormat::kB8G8R8A8Unorm, white, 0b0001) == 0x00FF0000);
  CHECK(written(SurfaceFormat::kB8G8R8X8Unorm, {0, 0, 0, 0}, kAllChannels, 0xAA) == 0xAA000000);
}

TEST_CASE("a YCRCB pair takes Y from each texel and chroma from the left", "[format]") {
  for (const SurfaceFormat format : {SurfaceFormat::kYcrcbNormal, SurfaceFormat::kYcrcbSwapuv,
                                     SurfaceFormat::kYcrcbSwapuvy, SurfaceFormat::kYcrcbSwapy}) {
    std::byte pair[4] = {};
    const ElementDecoder decoder{format};
    const auto colour = [](unsigned cr, unsigned y, unsigned cb) {
      return std::array<std::uint32_t, 4>{bits(cr / 255.0f), bits(y / 255.0f), bits(cb / 255.0f), bits(1.0f)};
    };
    encode_texel(format, colour(10, 20, 30), pair, kAllChannels, 0);
    encode_texel(format, colour(40, 50, 60), pair, kAllChannels, 1);
    CHECK(decoder.texel(pair, 0, 0) == Texel{{10, 20, 30, 1}});
    CHECK(decoder.texel(pair, 1, 0) == Texel{{10, 50, 30, 1}});
  }
}

TEST_CASE("writing a format that is neither render target nor typed write is refused by name", "[format]") {
  std::byte element[16] = {};
  CHECK_THROWS_WITH(encode_texel(SurfaceFormat::kBc1Unorm, {}, element), Catch::Contains("BC1_UNORM"));
  CHECK_THROWS_WITH(encode_texel(SurfaceFormat::kL8Unorm, {}, element), Catch::Contains("L8_UNORM"));
}
