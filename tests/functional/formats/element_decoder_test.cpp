// Formats that no golden vector has: palettes, one-bit texels, YUV, FXT1, vertex formats.
#include "functional/formats/element_decoder.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

#include "base/diagnostic.h"
#include "functional/formats/texel_value.h"
#include "functional/formats/vertex64.h"
#include "functional/formats/yuv.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::SurfaceFormat;

namespace {

template <class... Values>
std::array<std::byte, sizeof...(Values)> bytes(Values... values) {
  return {static_cast<std::byte>(values)...};
}

template <class T>
std::array<std::byte, sizeof(T)> bytes_of(T value) {
  return std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
}

/// Palette 0: entry n is ARGB (n, 255 - n, n / 2, 7). Palette 1: all bits inverted.
struct TestPalettes {
  std::array<std::uint32_t, 256> entries[2];

  TestPalettes() {
    for (std::uint32_t n = 0; n < 256; ++n) {
      entries[0][n] = n << 24 | (255 - n) << 16 | n / 2 << 8 | 7;
      entries[1][n] = ~entries[0][n];
    }
  }
  Palettes pointers() const { return {entries[0].data(), entries[1].data()}; }
};

/// A 128-bit block from fields of (first bit, bits, value).
struct Field {
  unsigned first, bits;
  std::uint64_t value;
};
std::array<std::byte, 16> block_of(std::initializer_list<Field> fields) {
  std::array<std::byte, 16> block{};
  for (const Field& field : fields) {
    for (unsigned i = 0; i < field.bits; ++i) {
      if (field.value >> i & 1) block[(field.first + i) / 8] |= std::byte{1} << (field.first + i) % 8;
    }
  }
  return block;
}

}  // namespace

TEST_CASE("palette formats take colours from their palette, and alpha as the format says", "[format][palette]") {
  const TestPalettes palettes;
  const auto texel = [&](SurfaceFormat format, auto element, unsigned x = 0) {
    return decode_texel(format, element, x, 0, palettes.pointers());
  };
  CHECK(texel(SurfaceFormat::kP8UnormPalette0, bytes(100)) == Texel{{155, 50, 7, 100}});
  CHECK(texel(SurfaceFormat::kP8UnormPalette1, bytes(100)) == Texel{{100, 205, 248, 155}});
  CHECK(texel(SurfaceFormat::kP8A8UnormPalette0, bytes(100, 33)) == Texel{{155, 50, 7, 33}});
  CHECK(texel(SurfaceFormat::kA8P8UnormPalette1, bytes(33, 100)) == Texel{{100, 205, 248, 33}});
  CHECK(texel(SurfaceFormat::kP4A4UnormPalette0, bytes(0xA4)) == Texel{{251, 2, 7, 0xAA}});
  CHECK(texel(SurfaceFormat::kA4P4UnormPalette0, bytes(0x4A)) == Texel{{251, 2, 7, 0xAA}});
  CHECK(texel(SurfaceFormat::kP4A4UnormPalette1, bytes(0xA4)) == Texel{{4, 253, 248, 0xAA}});
  CHECK(texel(SurfaceFormat::kA4P4UnormPalette1, bytes(0x4A)) == Texel{{4, 253, 248, 0xAA}});
  for (unsigned x = 0; x < 4; ++x)
    CHECK(texel(SurfaceFormat::kP2UnormPalette0, bytes(0b11100100), x).code[0] == 255 - x);
  for (unsigned x = 0; x < 4; ++x) CHECK(texel(SurfaceFormat::kP2UnormPalette1, bytes(0b00011011), x).code[0] == 3 - x);
}

TEST_CASE("a palette that is not loaded reads 0", "[format][palette]") {
  CHECK(decode_texel(SurfaceFormat::kP8UnormPalette0, bytes(9)) == Texel{{0, 0, 0, 0}});
  CHECK(decode_texel(SurfaceFormat::kP8A8UnormPalette0, bytes(9, 200)) == Texel{{0, 0, 0, 200}});
}

TEST_CASE("one-bit formats have texel 0 in bit 0", "[format]") {
  for (unsigned x = 0; x < 8; ++x) {
    const std::uint32_t bit = 0b10110010 >> x & 1;
    CHECK(decode_texel(SurfaceFormat::kR1Unorm, bytes(0b10110010), x) == Texel{{bit, 0, 0, 1}});
    CHECK(decode_texel(SurfaceFormat::kMono8, bytes(0b10110010), x) == Texel{{bit, bit, bit, bit}});
  }
}

TEST_CASE("the four YCRCB orders put Cr in red, Y in green and Cb in blue", "[format][yuv]") {
  enum { kY0 = 10, kY1 = 20, kCb = 30, kCr = 40 };
  const auto check = [](SurfaceFormat format, std::array<std::byte, 4> pair) {
    CHECK(decode_texel(format, pair, 0) == Texel{{kCr, kY0, kCb, 1}});
    CHECK(decode_texel(format, pair, 1) == Texel{{kCr, kY1, kCb, 1}});
  };
  check(SurfaceFormat::kYcrcbNormal, bytes(kY0, kCb, kY1, kCr));
  check(SurfaceFormat::kYcrcbSwapuvy, bytes(kCr, kY0, kCb, kY1));
  check(SurfaceFormat::kYcrcbSwapuv, bytes(kY0, kCr, kY1, kCb));
  check(SurfaceFormat::kYcrcbSwapy, bytes(kCb, kY0, kCr, kY1));
}

TEST_CASE("planar 4:2:0 takes a byte of each plane", "[format][yuv]") {
  CHECK(decode_texel(SurfaceFormat::kPlanar4208, bytes(100, 110, 120)) == Texel{{120, 100, 110, 1}});
}

TEST_CASE("shared exponents scale three mantissas", "[format]") {
  // specification/sampling-rules 7, worked value.
  const ElementDecoder decoder{SurfaceFormat::kR9G9B9E5Sharedexp};
  const auto rgba = texel_to_rgba(decoder.coding(), decoder.texel(bytes_of(0x999320C8u).data(), 0, 0));
  CHECK(std::bit_cast<float>(rgba[0]) == 6.25f);
  CHECK(std::bit_cast<float>(rgba[1]) == 12.5f);
  CHECK(std::bit_cast<float>(rgba[2]) == 3.125f);
  CHECK(std::bit_cast<float>(rgba[3]) == 1.0f);
  const auto largest = texel_to_rgba(decoder.coding(), decoder.texel(bytes_of(31u << 27 | 511u).data(), 0, 0));
  CHECK(std::bit_cast<float>(largest[0]) == 511.0f * 128);  // exponent 31 is an ordinary one
}

TEST_CASE("every mantissa and exponent of a shared-exponent colour has its value", "[format]") {
  const ElementDecoder decoder{SurfaceFormat::kR9G9B9E5Sharedexp};
  unsigned wrong = 0;
  for (std::uint32_t exponent = 0; exponent < 32; ++exponent) {
    for (std::uint32_t mantissa = 0; mantissa < 512; ++mantissa) {
      const std::uint32_t word = exponent << 27 | (511 - mantissa) << 18 | (mantissa ^ 0x155) << 9 | mantissa;
      const Texel texel = decoder.texel(bytes_of(word).data(), 0, 0);
      const auto value = [&](std::uint32_t m) {
        return std::ldexp(static_cast<float>(m), static_cast<int>(exponent) - 24);
      };
      wrong += std::bit_cast<float>(texel.code[0]) != value(mantissa);
      wrong += std::bit_cast<float>(texel.code[1]) != value(mantissa ^ 0x155);
      wrong += std::bit_cast<float>(texel.code[2]) != value(511 - mantissa);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("every index and alpha of a palette format has its value", "[format][palette]") {
  const TestPalettes palettes;
  unsigned wrong = 0;
  for (std::uint32_t code = 0; code < 0x10000; ++code) {
    const std::uint32_t low = code & 0xFF, high = code >> 8;
    const Texel pa = decode_texel(SurfaceFormat::kP8A8UnormPalette0, bytes(low, high), 0, 0, palettes.pointers());
    const Texel ap = decode_texel(SurfaceFormat::kA8P8UnormPalette0, bytes(low, high), 0, 0, palettes.pointers());
    wrong += pa != Texel{{255 - low, low / 2, 7, high}};
    wrong += ap != Texel{{255 - high, high / 2, 7, low}};
  }
  CHECK(wrong == 0);
}

TEST_CASE("vertex formats decode through the same table", "[format][vertex]") {
  const auto red = [](SurfaceFormat format, auto element) {
    std::array<std::byte, 32> padded{};
    std::copy(element.begin(), element.end(), padded.begin());
    const ElementDecoder decoder{format};
    return std::bit_cast<float>(texel_to_rgba(decoder.coding(), decoder.texel(padded.data(), 0, 0))[0]);
  };
  CHECK(red(SurfaceFormat::kR32Unorm, bytes_of(0xFFFFFFFFu)) == 1.0f);
  CHECK(red(SurfaceFormat::kR32Unorm, bytes_of(0x80000000u)) == static_cast<float>(2147483648.0 / 4294967295.0));
  CHECK(red(SurfaceFormat::kR32Snorm, bytes_of(0x80000000u)) == -1.0f);
  CHECK(red(SurfaceFormat::kR32Snorm, bytes_of(0x7FFFFFFFu)) == 1.0f);
  CHECK(red(SurfaceFormat::kR32Uscaled, bytes_of(0xFFFFFFFFu)) == 4294967296.0f);
  CHECK(red(SurfaceFormat::kR32Sscaled, bytes_of(0x80000000u)) == -2147483648.0f);
  CHECK(red(SurfaceFormat::kR32Sfixed, bytes_of(0xFFFE8000u)) == -1.5f);
  CHECK(red(SurfaceFormat::kR64Float, bytes_of(1.0 + std::ldexp(1.0, -30))) == 1.0f);
  CHECK(red(SurfaceFormat::kR64G64B64A64Float, bytes_of(-0.75)) == -0.75f);
  CHECK(decode_texel(SurfaceFormat::kY8Unorm, bytes(77)).code[1] == 77);
}

TEST_CASE("64-bit vertex formats keep their channels at full width", "[format][vertex]") {
  std::array<std::byte, 32> element;
  const std::uint64_t channels[4] = {0x0123456789ABCDEF, 0xFEDCBA9876543210, 42, ~std::uint64_t{0}};
  std::memcpy(element.data(), channels, sizeof channels);
  using Wide = std::array<std::uint64_t, 4>;
  constexpr auto kOne = std::bit_cast<std::uint64_t>(1.0);
  CHECK(decode_vertex64(SurfaceFormat::kR64Passthru, element.data()) == Wide{channels[0], 0, 0, 1});
  CHECK(decode_vertex64(SurfaceFormat::kR64G64Float, element.data()) == Wide{channels[0], channels[1], 0, kOne});
  CHECK(decode_vertex64(SurfaceFormat::kR64G64B64Passthru, element.data()) ==
        Wide{channels[0], channels[1], channels[2], 1});
  CHECK(decode_vertex64(SurfaceFormat::kR64G64B64A64Float, element.data()) ==
        Wide{channels[0], channels[1], channels[2], channels[3]});
  CHECK_THROWS_AS(decode_vertex64(SurfaceFormat::kR32Float, element.data()), Error);
}

TEST_CASE("formats without texels are refused by name", "[format]") {
  CHECK_THROWS_WITH(ElementDecoder{SurfaceFormat::kRaw}, Catch::Contains("RAW"));
  CHECK_THROWS_WITH(ElementDecoder{SurfaceFormat::kR64Passthru}, Catch::Contains("R64_PASSTHRU"));
  CHECK_THROWS_AS(decode_texel(SurfaceFormat::kR32Float, bytes(1, 2, 3)), Error);
  CHECK_THROWS_AS(decode_texel(SurfaceFormat::kBc1Unorm, std::array<std::byte, 8>{}, 4, 0), Error);
}

TEST_CASE("FXT1 CC_HI has seven steps between two colours and transparent black", "[format][fxt1]") {
  // Colour 0 black, colour 1 with red 31, green 16, blue 0; texels 0 to 7 select 0 to 7.
  const auto block = block_of({{121, 5, 31}, {116, 5, 16}, {0, 24, 0b111'110'101'100'011'010'001'000}});
  const ElementDecoder decoder{SurfaceFormat::kFxt1};
  for (unsigned k = 0; k < 8; ++k) {
    const Texel texel = decoder.texel(block.data(), k % 4, k / 4);
    CHECK(texel == (k == 7 ? Texel{} : Texel{{(k * 255 + 3) / 6, (k * 132 + 3) / 6, 0, 255}}));
  }
  CHECK(decoder.texel(block.data(), 4, 0).code[0] == 0);  // texel 16 starts the right half
}

TEST_CASE("FXT1 CC_CHROMA has four colours for both halves", "[format][fxt1]") {
  const auto block = block_of(
      {{125, 3, 2}, {64, 5, 1}, {79, 5, 2}, {94, 5, 4}, {109, 5, 31}, {0, 8, 0b11100100}, {32, 8, 0b00011011}});
  const ElementDecoder decoder{SurfaceFormat::kFxt1};
  const std::uint32_t blue[4] = {8, 16, 33, 255};
  for (unsigned x = 0; x < 4; ++x) {
    CHECK(decoder.texel(block.data(), x, 0) == Texel{{0, 0, blue[x], 255}});
    CHECK(decoder.texel(block.data(), 4 + x, 0) == Texel{{0, 0, blue[3 - x], 255}});
  }
}

TEST_CASE("FXT1 CC_MIXED gives green a sixth bit, shared through the selectors", "[format][fxt1]") {
  // Left half: green low bit 125 set; texel 0 selects 3 whose high bit (bit 1) clears colour 0's low bit.
  const auto block = block_of({{127, 1, 1}, {125, 1, 1}, {69, 5, 31}, {84, 5, 0}, {0, 8, 0b10'01'00'11}});
  const ElementDecoder decoder{SurfaceFormat::kFxt1};
  CHECK(decoder.texel(block.data(), 0, 0) == Texel{{0, 4, 0, 255}});
  CHECK(decoder.texel(block.data(), 1, 0) == Texel{{0, 251, 0, 255}});
  CHECK(decoder.texel(block.data(), 2, 0) == Texel{{0, (2 * 251 + 4 + 1) / 3, 0, 255}});
  CHECK(decoder.texel(block.data(), 3, 0) == Texel{{0, (251 + 2 * 4 + 1) / 3, 0, 255}});
  // Texels with the alpha flag: half way, and transparent black for selector 3.
  const auto alpha =
      block_of({{127, 1, 1}, {124, 1, 1}, {126, 1, 1}, {99, 5, 31}, {114, 5, 16}, {32, 8, 0b11'10'01'00}});
  CHECK(decoder.texel(alpha.data(), 4, 0) == Texel{{0, 255, 0, 255}});
  CHECK(decoder.texel(alpha.data(), 5, 0) == Texel{{0, (255 + 134) / 2, 0, 255}});
  CHECK(decoder.texel(alpha.data(), 6, 0) == Texel{{0, 134, 0, 255}});
  CHECK(decoder.texel(alpha.data(), 7, 0) == Texel{});
}

TEST_CASE("FXT1 CC_ALPHA has three colours with alpha, or thirds toward colour 1 in each half", "[format][fxt1]") {
  const auto direct = block_of(
      {{125, 3, 3}, {109, 5, 31}, {114, 5, 16}, {119, 5, 1}, {64, 5, 1}, {79, 5, 2}, {94, 5, 4}, {0, 8, 0b11100100}});
  const ElementDecoder decoder{SurfaceFormat::kFxt1};
  CHECK(decoder.texel(direct.data(), 0, 0) == Texel{{0, 0, 8, 255}});
  CHECK(decoder.texel(direct.data(), 1, 0) == Texel{{0, 0, 16, 132}});
  CHECK(decoder.texel(direct.data(), 2, 0) == Texel{{0, 0, 33, 8}});
  CHECK(decoder.texel(direct.data(), 3, 0) == Texel{});
  const auto lerp = block_of({{125, 3, 3},
                              {124, 1, 1},
                              {109, 5, 31},
                              {119, 5, 1},
                              {64, 5, 31},
                              {94, 5, 4},
                              {0, 8, 0b11100100},
                              {32, 8, 0b11100100}});
  CHECK(decoder.texel(lerp.data(), 1, 0) == Texel{{0, 0, 170, 170}});
  CHECK(decoder.texel(lerp.data(), 2, 0) == Texel{{0, 0, 85, 85}});
  CHECK(decoder.texel(lerp.data(), 5, 0) == Texel{{0, 0, 22, 5}});
  CHECK(decoder.texel(lerp.data(), 7, 0) == Texel{{0, 0, 0, 0}});
}

TEST_CASE("a decoder gives all texels of an element in the order in which it gives single ones", "[format]") {
  std::array<std::byte, 32> element;
  for (unsigned i = 0; i < element.size(); ++i) element[i] = static_cast<std::byte>(37 * i + 11);
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (facts.kind == gen9::FormatKind::kRaw || facts.name.ends_with("PASSTHRU")) continue;
    INFO(facts.name);
    const ElementDecoder decoder{facts.format};
    Texel texels[kMaxTexelsPerElement];
    decoder.decode(element.data(), texels);
    for (unsigned y = 0; y < facts.element_height(); ++y) {
      for (unsigned x = 0; x < facts.element_width(); ++x) {
        CHECK(texels[y * facts.element_width() + x] == decoder.texel(element.data(), x, y));
      }
    }
  }
}
