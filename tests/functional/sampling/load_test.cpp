#include "functional/sampling/load.h"

#include <catch2/catch.hpp>
#include <span>

#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;

namespace {

constexpr float kOutside = 0.0f;

/// Slices of 2x2 texels R32_FLOAT; texel (x, y) of slice s is 100 s + 10 y + x + 1.
std::vector<std::byte> numbered(unsigned slices) {
  std::vector<std::byte> texels;
  for (unsigned s = 0; s < slices; ++s) {
    const float first = 100.0f * static_cast<float>(s) + 1;
    const auto slice = floats({first, first + 1, first + 10, first + 11});
    texels.insert(texels.end(), slice.begin(), slice.end());
  }
  return texels;
}

SurfaceImage array_of(unsigned slices) {
  return {.format = SurfaceFormat::kR32Float, .width = 2, .height = 2, .array_length = slices};
}

}  // namespace

TEST_CASE("ld of a volume counts slices of its level", "[sampling][section-6][X11]") {
  const SurfaceImage image{
      .type = SurfaceType::k3D, .format = SurfaceFormat::kR32Float, .width = 2, .height = 2, .depth = 4, .levels = 2};
  std::vector<std::byte> texels = numbered(4);
  const auto second_level = floats({5000, 6000});  // 1x1x2
  texels.insert(texels.end(), second_level.begin(), second_level.end());
  SamplerBench bench{image, texels, {}};
  const auto at = [&](std::int32_t x, std::int32_t y, std::int32_t z, std::int32_t lod) {
    return real(bench.send(Op::kLd, {x, y, lod, z}), 0);
  };
  CHECK(at(1, 0, 0, 0) == 2.0f);
  CHECK(at(0, 1, 3, 0) == 311.0f);
  CHECK(at(0, 0, 1, 1) == 6000.0f);
  CHECK(at(0, 0, 4, 0) == kOutside);
  CHECK(at(0, 0, -1, 0) == kOutside);
  CHECK(at(0, 0, 2, 1) == kOutside);  // the second level has two slices
}

TEST_CASE("ld of an array counts slices of the view and refuses those beyond it", "[sampling][section-6][X11]") {
  SamplerBench bench{array_of(4), numbered(4), {}};
  bench.state.minimum_array_element = 1;
  bench.state.depth = 2;
  const auto at = [&](std::int32_t slice) { return real(bench.send(Op::kLd, {1, 1, 0, slice}), 0); };
  CHECK(at(0) == 112.0f);
  CHECK(at(1) == 212.0f);
  CHECK(at(2) == kOutside);  // stored, but not in the view
  CHECK(at(-1) == kOutside);
}

TEST_CASE("ld of a 1D array has its slice in v, and offsets do not move it", "[sampling][section-6][C7]") {
  SamplerBench bench{{.type = SurfaceType::k1D, .format = SurfaceFormat::kR32Float, .width = 2, .array_length = 3},
                     floats({1, 2, 101, 102, 201, 202}),
                     {}};
  CHECK(real(bench.send(Op::kLd, {1, 2, 0}), 0) == 202.0f);
  CHECK(real(bench.send(Op::kLd, {1, 3, 0}), 0) == kOutside);
  constexpr std::uint32_t kBackOneForwardOne = 0xFu << 8 | 0x1u << 4;  // u -1, v +1
  CHECK(real(bench.send(Op::kLd, {1, 1, 0}, {.header = kBackOneForwardOne}), 0) == 101.0f);
}

TEST_CASE("ld of a cube reads faces as array slices", "[sampling][section-6]") {
  SamplerBench bench{
      {.type = SurfaceType::kCube, .format = SurfaceFormat::kR32Float, .width = 2, .height = 2, .array_length = 2},
      numbered(12),
      {}};
  CHECK(real(bench.send(Op::kLd, {0, 0, 0, 5}), 0) == 501.0f);
  CHECK(real(bench.send(Op::kLd, {1, 0, 0, 11}), 0) == 1102.0f);
  CHECK(real(bench.send(Op::kLd, {0, 0, 0, 12}), 0) == kOutside);
}

TEST_CASE("an MCS word of all ones in its samples' bits is the clear colour", "[sampling][mcs]") {
  CHECK(mcs_is_clear(0xFF, 1));
  CHECK(mcs_is_clear(0xABCD'00FF, 2));  // the word has eight bits
  CHECK_FALSE(mcs_is_clear(0xFE, 2));
  CHECK(mcs_is_clear(0x00FF'FFFF, 3));
  CHECK(mcs_is_clear(0x5AFF'FFFF, 3));  // the top eight are not used
  CHECK_FALSE(mcs_is_clear(0x007F'FFFF, 3));
  CHECK(mcs_is_clear(~0ull, 4));
  CHECK_FALSE(mcs_is_clear(~0ull >> 1, 4));
}

TEST_CASE("an MCS word names a slice in 1, 2, 3 or 4 bits a sample", "[sampling][mcs]") {
  CHECK(mcs_slice(0b10, 1, 1) == 1);
  CHECK(mcs_slice(0b10, 0, 1) == 0);
  CHECK(mcs_slice(0b11'01'10'00, 1, 2) == 0b10);
  CHECK(mcs_slice(0b11'01'10'00, 3, 2) == 0b11);
  CHECK(mcs_slice(05'7654'3210, 8 - 1, 3) == 7);  // octal digits are samples
  CHECK(mcs_slice(0xFEDC'BA98'7654'3210, 13, 4) == 13);
}

TEST_CASE("ld_mcs and ld2dms go through MCS words of 32 and 64 bits", "[sampling][mcs]") {
  for (const std::uint8_t bits : {std::uint8_t{3}, std::uint8_t{4}}) {
    SurfaceOptions options;
    options.mcs = true;
    std::vector<std::byte> texels;
    for (unsigned sample = 0; sample < 1u << bits; ++sample) {
      const auto one = floats({static_cast<float>(sample + 1)});
      texels.insert(texels.end(), one.begin(), one.end());
    }
    SamplerBench bench{
        {.format = SurfaceFormat::kR32Float, .width = 1, .height = 1, .sample_bits = bits}, texels, {}, {}, options};
    const auto mcs = bench.send(Op::kLdMcs, {0, 0});
    const std::uint32_t low = word(mcs, 0), high = word(mcs, 1);
    CHECK(low == (bits == 3 ? 0x00FA'C688u : 0x7654'3210u));  // each sample in its own slice
    CHECK(high == (bits == 3 ? 0u : 0xFEDC'BA98u));
    for (std::uint32_t sample = 0; sample < 1u << bits; ++sample) {
      CHECK(real(bench.send(Op::kLd2dmsW, {sample, low, high, 0, 0}), 0) == static_cast<float>(sample + 1));
    }
    // Sample 3 in slice 5.
    CHECK(real(bench.send(Op::kLd2dmsW, {3u, 5u << (3 * bits), 0u, 0, 0}), 0) == 6.0f);
  }
}

TEST_CASE("ld_mcs outside the surface and of a null surface is 0", "[sampling][mcs]") {
  SurfaceOptions options;
  options.mcs = true;
  SamplerBench bench{{.width = 2, .height = 1, .sample_bits = 2}, std::vector<std::byte>(2 * 4 * 4), {}, {}, options};
  CHECK(word(bench.send(Op::kLdMcs, {1, 0}), 0) == 0xE4);
  CHECK(word(bench.send(Op::kLdMcs, {2, 0}), 0) == 0);
  CHECK(word(bench.send(Op::kLdMcs, {0, -1}), 0) == 0);
}

TEST_CASE("the plan of a load has one footprint per level, with the texels that memory holds", "[sampling][plan]") {
  const SurfaceImage image{.width = 4, .height = 4, .levels = 2};
  std::vector<std::byte> texels(packed_bytes(image));
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i);
  SamplerBench bench{image, texels, {}};
  // Pixels 0 and 2 read level 0, pixel 1 level 1, pixel 3 nothing.
  const auto outcome = bench.send(Op::kLd, {std::vector{3, 1, 0, 4}, std::vector{2, 0, 1, 0}, std::vector{0, 1, 0, 0}},
                                  {.execution_mask = 0xF}, PlanDetail::kOperands);
  REQUIRE(outcome.subspans.size() == 2);
  CHECK(outcome.subspans[0].pixels == 0xF);
  CHECK(outcome.subspans[1].footprints.empty());
  const auto& footprints = outcome.subspans[0].footprints;
  REQUIRE(footprints.size() == 2);
  CHECK(footprints[0].level == 0);
  CHECK(footprints[0].pixels == 0b0101);
  CHECK(footprints[0].texels == 0x0101);  // corner 0 of either pixel
  CHECK(footprints[0].filter == FilterClass::kPoint);
  CHECK(footprints[1].level == 1);
  CHECK(footprints[1].pixels == 0b0010);
  CHECK(footprints[1].texels == 0x0010);
  const auto stored = [&](unsigned footprint, unsigned corner) {
    return bench.memory.read_u32(outcome.subspans[0].addresses[footprint][corner].stored) & 0xFF;
  };
  CHECK(stored(0, 0) == 4 * (2 * 4 + 3));
  CHECK(stored(0, 8) == 4 * (1 * 4 + 0));
  CHECK(stored(1, 4) == 4 * (16 + 1));
  const auto& operands = outcome.subspans[0].operands;
  REQUIRE(operands.size() == 2);
  CHECK(operands[0].code[0] == std::array<std::uint32_t, 4>{44, 45, 46, 47});
  CHECK(operands[0].weight[0] == 1u << 16);
  CHECK(operands[0].weight[4] == 0);
  CHECK(operands[1].code[4][0] == 68);
}

TEST_CASE("the MCS of a surface of several tiles lies in rows of Y tiles", "[sampling][mcs]") {
  SurfaceOptions options;
  options.mcs = true;
  SamplerBench bench{{.width = 200, .height = 40, .sample_bits = 2}, {}, {}, {}, options};
  // Two tiles of 128 bytes in a row: pixel (130, 33) is byte (2, 1) of the second tile of the second row.
  const ByteAddress place = bench.state.aux_base_address + ByteAddress{(2 + 1) * 4096 + 1 * 16 + 2};
  CHECK(word(bench.send(Op::kLdMcs, {130, 33}), 0) == 0xE4);
  const auto slices = std::byte{0x1B};
  bench.memory.write(place, std::span{&slices, 1});
  CHECK(word(bench.send(Op::kLdMcs, {130, 33}), 0) == 0x1B);
}

TEST_CASE("the plan of a load names the enabled pixels, of a null surface, too", "[sampling][plan]") {
  SamplerBench bench{array_of(1), numbered(1), {}};
  const MessageOptions some{.execution_mask = 0x25};
  CHECK(bench.send(Op::kLd, {0, 0, 0}, some, PlanDetail::kFootprints).subspans.at(0).pixels == 0x5);
  CHECK(bench.send(Op::kLd, {0, 0, 0}, some, PlanDetail::kFootprints).subspans.at(1).pixels == 0x2);
  SamplerBench null{array_of(1), numbered(1), {}};
  null.state.type = gen9::SurfaceType::kNull;
  const auto nothing = null.send(Op::kLd, {0, 0, 0}, some, PlanDetail::kFootprints);
  CHECK(nothing.subspans.at(0).pixels == 0x5);
  CHECK(nothing.subspans.at(0).footprints.empty());
}
