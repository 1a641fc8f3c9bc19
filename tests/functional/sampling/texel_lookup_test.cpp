// Way of a texel between memory and filter: chroma keys, palettes, planes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "functional/sampling/grid_surface.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using gen9::SurfaceFormat;
using Mode = gen9::TextureCoordinateMode;

TEST_CASE("chroma key kills pixels in the killpix mask", "[sampling][chroma-key]") {
  gen9::SamplerState sampler = nearest_sampler();
  sampler.chroma_key_enable = true;
  sampler.chroma_key_index = 2;
  SamplerBench bench{{.width = 2, .height = 1}, rgba({0xFF102030, 0xFF102031}), sampler};
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_chroma_key(2, 0xFF302010, 0xFF302010);  // ARGB
  const auto outcome = bench.send(Op::kSampleKillpix, {std::vector{0.25f, 0.75f, 0.25f, 0.75f}, 0.5f},
                                  {.execution_mask = 0x0F, .response_length = 5});
  CHECK(word(outcome, 4) == 0xFFFFFF0A);
  CHECK(code(outcome, 0, 1) == 0x31);
}

TEST_CASE("a chroma key's bounds belong to it, in each channel of every format that keys", "[sampling][chroma-key]") {
  gen9::SamplerState sampler = nearest_sampler();
  sampler.chroma_key_enable = true;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!facts.chroma_key) continue;
    std::vector<std::byte> texels(packed_bytes({.format = facts.format, .width = 4, .height = 4}));
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(0x35 + 0x27 * i % 0x80);
    SamplerBench bench{{.format = facts.format, .width = 4, .height = 4}, texels, sampler};
    bench.message(Op::kSample, {0.0f});
    const auto alive = [&](std::uint32_t low, std::uint32_t high) {
      bench.heap().set_chroma_key(0, low, high);
      const MessageOptions options{.execution_mask = 1, .response_length = 5};
      return (word(bench.send(Op::kSampleKillpix, {0.125f, 0.125f}, options), 4) & 1) != 0;
    };
    const auto seen = bench.send(Op::kSampleLz, {0.125f, 0.125f});
    std::uint32_t key = 0;
    for (const unsigned channel : {3u, 0u, 1u, 2u})
      key = key << 8 | static_cast<std::uint32_t>(std::max(0, code(seen, channel)));
    INFO(facts.name);
    CHECK_FALSE(alive(key, key));
    for (const unsigned shift : {0u, 8u, 16u, 24u}) {
      const std::uint32_t value = key >> shift & 0xFF;
      INFO("bits from " << shift);
      CHECK_FALSE(alive(key & ~(0xFFu << shift), key | 0xFFu << shift));
      if (value < 255) CHECK(alive(key + (1u << shift), key | 0xFFu << shift));
      if (value > 0) CHECK(alive(key & ~(0xFFu << shift), key - (1u << shift)));
    }
  }
}

TEST_CASE("palettes 0 and 1 look up before the filter", "[sampling][palette]") {
  struct Row {
    SurfaceFormat format;
    std::vector<unsigned> texels;  // indices 2 and 7; alpha 0 and 255 where the texel has it
    float alpha;
  };
  const std::vector<unsigned> bytes{2, 7}, index_low{0x02, 0xF7}, index_high{0x20, 0x7F};
  for (const Row& row :
       {Row{SurfaceFormat::kP8UnormPalette0, bytes, 0.75f}, Row{SurfaceFormat::kP8UnormPalette1, bytes, 0.75f},
        Row{SurfaceFormat::kP4A4UnormPalette0, index_low, 0.5f},
        Row{SurfaceFormat::kP4A4UnormPalette1, index_low, 0.5f},
        Row{SurfaceFormat::kA4P4UnormPalette0, index_high, 0.5f},
        Row{SurfaceFormat::kA4P4UnormPalette1, index_high, 0.5f},
        Row{SurfaceFormat::kA8P8UnormPalette0, {0, 2, 255, 7}, 0.5f},
        Row{SurfaceFormat::kA8P8UnormPalette1, {0, 2, 255, 7}, 0.5f},
        Row{SurfaceFormat::kP8A8UnormPalette0, {2, 0, 7, 255}, 0.5f},
        Row{SurfaceFormat::kP8A8UnormPalette1, {2, 0, 7, 255}, 0.5f}}) {
    std::vector<std::byte> texels;
    for (const unsigned byte : row.texels) texels.push_back(static_cast<std::byte>(byte));
    SamplerBench bench{{.format = row.format, .width = 2, .height = 1}, texels, linear_sampler()};
    bench.message(Op::kSample, {0.0f});
    std::vector<std::uint32_t> first(8), second(8);
    first[2] = 0x80'FF'00'00, first[7] = 0xFF'00'FF'00;
    second[2] = 0x80'00'FF'00, second[7] = 0xFF'00'00'FF;
    bench.heap().set_palette(0, first);
    bench.heap().set_palette(1, second);
    const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f});
    const unsigned palette = gen9::format_facts(row.format).name.back() - '0';
    INFO(gen9::format_facts(row.format).name);
    CHECK(real(outcome, palette) == 0.5f);
    CHECK(real(outcome, palette + 1) == 0.5f);
    CHECK(real(outcome, 2 - 2 * palette) == 0.0f);
    CHECK(real(outcome, 3) == Approx(row.alpha).margin(0.002));
  }
}

TEST_CASE("chroma key may replace texels by black before the filter", "[sampling][chroma-key]") {
  gen9::SamplerState sampler = linear_sampler();
  sampler.chroma_key_enable = true;
  sampler.chroma_key_mode = gen9::ChromaKeyMode::kReplaceBlack;
  SamplerBench bench{{.width = 2, .height = 1}, rgba({0xFFFFFFFF, 0xFF0000FE}), sampler};
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_chroma_key(0, 0xF0F0F0F0, 0xFFFFFFFF);
  const auto outcome = bench.send(Op::kSampleLz, {0.5f, 0.5f});
  CHECK(code(outcome, 0) == 127);
  CHECK(real(outcome, 1) == 0.0f);
  CHECK(real(outcome, 3) == 0.5f);
}

TEST_CASE("the border colour meets a chroma key like the texels in whose place it is",
          "[sampling][chroma-key][border]") {
  using Key = gen9::ChromaKeyMode;
  const auto red = gen9::BorderColorState::of_floats(1.0f, 0.0f, 0.0f, 1.0f);
  for (const Key mode : {Key::kKillOnAnyMatch, Key::kReplaceBlack}) {
    for (const std::uint32_t key : {0xFFFF0000u, 0xFFFF0001u}) {
      gen9::SamplerState sampler = linear_sampler(Mode::kClampBorder);
      sampler.chroma_key_enable = true;
      sampler.chroma_key_mode = mode;
      SamplerBench bench{{.width = 1, .height = 1}, rgba({0xFFFFFFFF}), sampler, red};
      bench.message(Op::kSample, {0.0f});
      bench.heap().set_chroma_key(0, key, key);
      const MessageOptions options{.execution_mask = 0x0F, .response_length = 5};
      const auto outcome = bench.send(Op::kSampleKillpix, {1.0f, 0.5f}, options);
      const bool matches = key == 0xFFFF0000;
      INFO("key " << key);
      CHECK(real(outcome, 0) == (matches && mode == Key::kReplaceBlack ? 0.5f : 1.0f));
      CHECK(word(outcome, 4) == (matches && mode == Key::kKillOnAnyMatch ? 0xFFFFFF00u : 0xFFFFFF0Fu));
    }
  }
}

TEST_CASE("a planar surface gives each luma texel the chroma of its 2x2 group", "[sampling][section-7]") {
  // 4x2 luma 1 to 8, then one row of two (Cb, Cr) pairs.
  std::vector<std::byte> texels;
  for (const int value : {1, 2, 3, 4, 5, 6, 7, 8, 100, 110, 120, 130}) texels.push_back(static_cast<std::byte>(value));
  SamplerBench bench{{.format = SurfaceFormat::kPlanar4208, .width = 4, .height = 2}, texels, nearest_sampler()};
  const auto outcome = bench.send(Op::kSampleLz, {std::vector{0.125f, 0.375f, 0.625f, 0.875f}, 0.75f});
  const int luma[]{5, 6, 7, 8}, cb[]{100, 100, 120, 120};
  for (unsigned lane = 0; lane < 4; ++lane) {
    CHECK(code(outcome, 1, lane) == luma[lane]);
    CHECK(code(outcome, 2, lane) == cb[lane]);
    CHECK(code(outcome, 0, lane) == cb[lane] + 10);
    CHECK(real(outcome, 3, lane) == 1.0f);
    CHECK(real(bench.send(Op::kLd, {99, 0, 0}), 3, lane) == 1.0f);  // outside: the default of what the format lacks
  }
}

TEST_CASE("black that chroma key puts into video is black in video range", "[sampling][chroma-key]") {
  gen9::SamplerState sampler = nearest_sampler();
  sampler.chroma_key_enable = true;
  sampler.chroma_key_mode = gen9::ChromaKeyMode::kReplaceBlack;
  SamplerBench bench{
      {.format = SurfaceFormat::kYcrcbNormal, .width = 2, .height = 1}, std::vector<std::byte>(4), sampler};
  bench.message(Op::kSample, {0.0f});
  bench.heap().set_chroma_key(0, 0, 0xFFFFFFFF);
  const auto outcome = bench.send(Op::kSampleLz, {0.25f, 0.5f});
  CHECK(code(outcome, 0) == 0x80);
  CHECK(code(outcome, 1) == 0x10);
  CHECK(code(outcome, 2) == 0x80);
  CHECK(real(outcome, 3) == 0.0f);
}

TEST_CASE("a format names the palette that its indices go through", "[sampling][section-7]") {
  for (const bool second : {false, true}) {
    const auto format = second ? SurfaceFormat::kP8UnormPalette1 : SurfaceFormat::kP8UnormPalette0;
    SamplerBench bench{
        {.format = format, .width = 2, .height = 1}, {{std::byte{0}, std::byte{255}}}, nearest_sampler()};
    bench.message(Op::kSampleLz, {0.0f});
    std::vector<std::uint32_t> entries(256);
    for (unsigned palette = 0; palette < 2; ++palette) {
      entries.front() = 0x01020304 + palette * 0x10101010;
      entries.back() = 0x05060708 + palette * 0x10101010;
      bench.heap().set_palette(palette, entries);
    }
    const auto outcome = bench.send(Op::kSampleLz, {std::vector{0.25f, 0.75f}, 0.5f});
    const int added = second ? 0x10 : 0;
    CHECK(code(outcome, 0, 0) == 0x02 + added);
    CHECK(code(outcome, 1, 0) == 0x03 + added);
    CHECK(code(outcome, 2, 1) == 0x08 + added);
    CHECK(code(outcome, 3, 1) == 0x05 + added);
  }
}
