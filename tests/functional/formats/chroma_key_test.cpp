#include "functional/formats/chroma_key.h"

#include <bit>
#include <catch2/catch.hpp>
#include <limits>

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr ChannelCoding kAlphaOne{.constant = true, .default_code = 1};

/// Whether a texel whose red has this code, in a format of one channel, matches a key of red `low` to `high`.
bool red_matches(const ChannelCoding& red, std::uint32_t code, unsigned low, unsigned high) {
  constexpr std::uint32_t kAnyOtherHigh = 0xFF00FFFF;
  const ChromaKey key = chroma_key(gen9::ChromaKeyMode::kKillOnAnyMatch, low << 16, kAnyOtherHigh | high << 16);
  const ChannelCoding none{.constant = true};
  return matches(key, {red, none, none, kAlphaOne}, {{code, 0, 0, 1}});
}

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

TEST_CASE("a key is ARGB8888, and every channel has to be in its range", "[sampling][chroma-key]") {
  const ChannelCoding byte{.denominator = 255};
  const TexelCoding coding{byte, byte, byte, byte};
  const ChromaKey key = chroma_key(gen9::ChromaKeyMode::kReplaceBlack, 0x40102030, 0x50112131);
  CHECK(key.enabled);
  CHECK(matches(key, coding, {{0x10, 0x20, 0x30, 0x40}}));
  CHECK(matches(key, coding, {{0x11, 0x21, 0x31, 0x50}}));
  for (const Texel& outside :
       {Texel{{0x0F, 0x20, 0x30, 0x40}}, Texel{{0x12, 0x20, 0x30, 0x40}}, Texel{{0x10, 0x1F, 0x30, 0x40}},
        Texel{{0x10, 0x22, 0x30, 0x40}}, Texel{{0x10, 0x20, 0x2F, 0x40}}, Texel{{0x10, 0x20, 0x32, 0x40}},
        Texel{{0x10, 0x20, 0x30, 0x3F}}, Texel{{0x10, 0x20, 0x30, 0x51}}}) {
    CHECK_FALSE(matches(key, coding, outside));
  }
}

TEST_CASE("channels of other widths are compared as 8-bit codes, rounded to nearest", "[sampling][chroma-key]") {
  const ChannelCoding five{.denominator = 31};
  CHECK(red_matches(five, 16, 132, 132));  // 131.6
  CHECK_FALSE(red_matches(five, 16, 131, 131));
  const ChannelCoding sixteen{.denominator = 65535};
  CHECK(red_matches(sixteen, 257 * 7 + 128, 7, 7));
  CHECK(red_matches(sixteen, 257 * 7 + 129, 8, 8));
  const ChannelCoding signed_byte{.is_signed = true, .denominator = 127};
  CHECK(red_matches(signed_byte, static_cast<std::uint32_t>(-127), 0, 0));
  CHECK(red_matches(signed_byte, 127, 255, 255));
}

TEST_CASE("float channels are clamped to 0 and 1, and NaN is 0", "[sampling][chroma-key]") {
  const ChannelCoding real{.kind = ChannelKind::kFloat};
  CHECK(red_matches(real, bits(0.5f), 128, 128));
  CHECK(red_matches(real, bits(7.0f), 255, 255));
  CHECK(red_matches(real, bits(-1.0f), 0, 0));
  CHECK(red_matches(real, bits(std::numeric_limits<float>::quiet_NaN()), 0, 0));
}

TEST_CASE("integer channels are clamped to 8 bits", "[sampling][chroma-key]") {
  const ChannelCoding whole{.kind = ChannelKind::kUint};
  CHECK(red_matches(whole, 17, 17, 17));
  CHECK(red_matches(whole, 0xFFFF'FFFF, 255, 255));
  const ChannelCoding with_sign{.kind = ChannelKind::kSint, .is_signed = true};
  CHECK(red_matches(with_sign, 100, 100, 100));
  CHECK(red_matches(with_sign, 300, 255, 255));
  CHECK(red_matches(with_sign, static_cast<std::uint32_t>(-1), 0, 0));
}
