// Block formats against another decoder's texels (tests/data/formats/README.md).
#include <catch2/catch.hpp>
#include <cmath>

#include "functional/formats/element_decoder.h"
#include "functional/formats/small_float.h"
#include "functional/formats/texel_value.h"
#include "support/npy.h"

using namespace texpipe::functional;
namespace gen9 = texpipe::gen9;

namespace {

constexpr unsigned kBlocksPerRow = 16;

/// Calls `visit(rgba, place, channels)` for every texel: its colour, and where its numbers start in the vectors.
template <class Visit>
void for_each_texel(const std::string& name, Visit visit) {
  const std::string path = TEXPIPE_TEST_DATA "/formats/" + name;
  const auto blocks = texpipe::test::read_npy(path + ".blocks.npy").bytes;
  const auto shape = texpipe::test::read_npy(path + ".texels.npy").shape;
  const std::size_t channels = shape.size() == 3 ? shape[2] : 1;
  const ElementDecoder decoder{gen9::format_of_name(name)};
  const std::size_t block_bytes = decoder.facts().element_bytes();
  const std::size_t width = decoder.facts().element_width(), height = decoder.facts().element_height();
  REQUIRE(shape.at(0) * shape.at(1) == blocks.size() / block_bytes * width * height);
  for (std::size_t b = 0; b < blocks.size() / block_bytes; ++b) {
    Texel texels[kMaxTexelsPerElement];
    decoder.decode(blocks.data() + b * block_bytes, texels);
    for (std::size_t i = 0; i < width * height; ++i) {
      const std::size_t x = b % kBlocksPerRow * width + i % width, y = b / kBlocksPerRow * height + i / width;
      visit(texel_to_rgba(decoder.coding(), texels[i]), (y * shape[1] + x) * channels, channels);
    }
  }
}

/// Largest difference from the vectors' bytes, in their steps.
double largest_difference(const std::string& name) {
  const auto bytes =
      texpipe::test::read_npy(TEXPIPE_TEST_DATA "/formats/" + name + ".texels.npy").values<std::uint8_t>();
  double largest = 0;
  for_each_texel(name, [&](const std::array<std::uint32_t, 4>& rgba, std::size_t place, std::size_t channels) {
    for (std::size_t c = 0; c < channels; ++c) {
      largest = std::max(largest, std::abs(double{std::bit_cast<float>(rgba[c])} * 255 - bytes[place + c]));
    }
  });
  return largest;
}

}  // namespace

TEST_CASE("BC6H blocks of every mode decode bit for bit", "[format][block]") {
  for (const std::string name : {"BC6H_UF16", "BC6H_SF16"}) {
    const auto halves =
        texpipe::test::read_npy(TEXPIPE_TEST_DATA "/formats/" + name + ".texels.npy").values<std::uint16_t>();
    unsigned wrong = 0;
    for_each_texel(name, [&](const std::array<std::uint32_t, 4>& rgba, std::size_t place, std::size_t channels) {
      for (std::size_t c = 0; c < channels; ++c) wrong += rgba[c] != half_to_float_bits(halves[place + c]);
      wrong += rgba[3] != kFloatOne;
    });
    INFO(name);
    CHECK(wrong == 0);
  }
}

TEST_CASE("BC7 blocks of every mode decode bit for bit", "[format][block]") {
  CHECK(largest_difference("BC7_UNORM") < 1e-4);
}

TEST_CASE("BC1 to BC5 keep exact fractions, near a decoder that rounds them", "[format][block]") {
  for (const std::string name : {"BC1_UNORM", "BC2_UNORM", "BC3_UNORM", "BC4_UNORM", "BC5_UNORM"}) {
    INFO(name);
    CHECK(largest_difference(name) < (name < "BC4" ? 1.5 : 1.0));
  }
}

TEST_CASE("FXT1 blocks of every mode: codes of a decoder that widens to nearest, equal where repeating bits does too",
          "[format][block]") {
  const auto bytes = texpipe::test::read_npy(TEXPIPE_TEST_DATA "/formats/FXT1.texels.npy").values<std::uint8_t>();
  double alike = 0, others = 0;  // the first half of the blocks has only endpoints that both widen alike
  for_each_texel("FXT1", [&](const std::array<std::uint32_t, 4>& rgba, std::size_t place, std::size_t channels) {
    double& largest = place < bytes.size() / 2 ? alike : others;
    for (std::size_t c = 0; c < channels; ++c) {
      largest = std::max(largest, std::abs(double{std::bit_cast<float>(rgba[c])} * 255 - bytes[place + c]));
    }
  });
  CHECK(alike < 1e-4);
  CHECK(others < 1.0001);
}

TEST_CASE("reserved modes decode to zero: BC7 with alpha 0, BC6H with alpha 1", "[format][block]") {
  std::byte block[16] = {};
  for (unsigned i = 1; i < 16; ++i) block[i] = std::byte{0xFF};
  CHECK(decode_texel(gen9::SurfaceFormat::kBc7Unorm, block, 1, 2) == Texel{{0, 0, 0, 0}});
  for (const unsigned mode : {0x13u, 0x17u, 0x1Bu, 0x1Fu}) {
    block[0] = std::byte(mode);
    CHECK(decode_texel(gen9::SurfaceFormat::kBc6hUf16, block, 1, 2) == Texel{{0, 0, 0, 1}});
    CHECK(decode_texel(gen9::SurfaceFormat::kBc6hSf16, block, 1, 2) == Texel{{0, 0, 0, 1}});
  }
}

TEST_CASE("a BC1 block with equal endpoints has three colours; the fourth is black", "[format][block][X13]") {
  // Both endpoints 0xFFFF, every code 3.
  const std::byte block[8] = {std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF},
                              std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFF}};
  CHECK(decode_texel(gen9::SurfaceFormat::kBc1Unorm, block) == Texel{{0, 0, 0, 0}});
  CHECK(decode_texel(gen9::SurfaceFormat::kDxt1Rgb, block) == Texel{{0, 0, 0, 1}});
}

TEST_CASE("BC4_SNORM endpoints of -128 read as -1, and -128 with -127 takes fifths", "[format][block][X13]") {
  // Endpoints -128 and -127: equal after clamping, so that codes 6 and 7 are -1 and 1. Texels 0, 1, 2 have codes 0,
  // 6, 7.
  const std::byte block[8] = {std::byte{0x80}, std::byte{0x81}, std::byte{0xF0}, std::byte{0x01}};
  const auto value = [&](unsigned x) {
    const ElementDecoder decoder{gen9::SurfaceFormat::kBc4Snorm};
    return std::bit_cast<float>(texel_to_rgba(decoder.coding(), decoder.texel(block, x, 0))[0]);
  };
  CHECK(value(0) == -1.0f);
  CHECK(value(1) == -1.0f);
  CHECK(value(2) == 1.0f);
}

TEST_CASE("ETC2's H mode takes the odd distance when its two colours are equal", "[format][block]") {
  // Both colours (8, 3, 14), no other distance bit: distance 6, not 3. Every texel has index 0: colour plus distance.
  const std::uint64_t word = std::uint64_t{8} << 59 | std::uint64_t{1} << 56 | std::uint64_t{7} << 53 |
                             std::uint64_t{1} << 52 | std::uint64_t{1} << 51 | std::uint64_t{6} << 47 |
                             std::uint64_t{8} << 43 | std::uint64_t{3} << 39 | std::uint64_t{14} << 35 |
                             std::uint64_t{1} << 33;
  std::byte block[8];
  for (unsigned i = 0; i < 8; ++i) block[i] = static_cast<std::byte>(word >> (56 - 8 * i));
  CHECK(decode_texel(gen9::SurfaceFormat::kEtc2Rgb8, block) == Texel{{136 + 6, 51 + 6, 238 + 6, 1}});
}

TEST_CASE("sRGB block formats linearise colours and leave alpha", "[format][block]") {
  const auto blocks = texpipe::test::read_npy(TEXPIPE_TEST_DATA "/formats/BC3_UNORM.blocks.npy").bytes;
  const ElementDecoder plain{gen9::SurfaceFormat::kBc3Unorm}, srgb{gen9::SurfaceFormat::kBc3UnormSrgb};
  for (std::size_t place = 0; place < blocks.size(); place += 16) {
    for (unsigned x = 0; x < 4; ++x) {
      const auto a = texel_to_rgba(plain.coding(), plain.texel(&blocks[place], x, 0));
      const auto b = texel_to_rgba(srgb.coding(), srgb.texel(&blocks[place], x, 0));
      CHECK(a[3] == b[3]);
      const double code = std::bit_cast<float>(a[0]);
      const double linear = code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
      CHECK(std::abs(std::bit_cast<float>(b[0]) - linear) < 1e-5);
    }
  }
}
