// Texels of whole surfaces through the sampler: each is what its element's decoder says.
#include <catch2/catch.hpp>
#include <random>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "functional/sampling/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr unsigned kWidth = 16;
constexpr unsigned kHeight = 8;

/// Whether two results are the same; NaN may have another payload.
bool same(ChannelKind kind, std::uint32_t a, std::uint32_t b) {
  const auto is_nan_bits = [](std::uint32_t bits) { return (bits & 0x7FFFFFFF) > 0x7F800000; };
  return a == b || (kind == ChannelKind::kFloat && is_nan_bits(a) && is_nan_bits(b));
}

}  // namespace

TEST_CASE("every texel of a surface of any format reads what its own element holds", "[format][sampling][F1]") {
  std::mt19937 random{7};
  unsigned formats = 0;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!facts.sampling || facts.kind == gen9::FormatKind::kPalette) continue;
    const SurfaceImage image{.format = facts.format, .width = kWidth, .height = kHeight};
    std::vector<std::byte> texels(packed_bytes(image));
    for (std::byte& byte : texels) byte = static_cast<std::byte>(random());
    SurfaceOptions options;
    options.tiling = Tiling::kLinear;
    SamplerBench bench{image, texels, nearest_sampler(), {}, options};
    const ElementDecoder decoder{facts.format};
    const ElementShape shape = element_shape(facts.format);
    INFO(facts.name);
    unsigned wrong = 0;
    for (unsigned y = 0; y < kHeight; ++y) {
      for (unsigned first = 0; first < kWidth; first += 8) {
        std::vector<std::int32_t> columns;
        std::vector<float> centres;
        for (unsigned i = 0; i < 8; ++i) {
          columns.push_back(static_cast<std::int32_t>(first + i));
          centres.push_back((static_cast<float>(first + i) + 0.5f) / kWidth);
        }
        const auto loaded = bench.send(Op::kLd, {columns, static_cast<std::int32_t>(y), 0});
        const auto sampled = bench.send(Op::kSampleLz, {centres, (static_cast<float>(y) + 0.5f) / kHeight});
        for (unsigned i = 0; i < 8; ++i) {
          const unsigned x = first + i;
          const std::size_t element = std::size_t{y / shape.height} * (kWidth / shape.width) + x / shape.width;
          const auto expected = texel_to_rgba(decoder.coding(), decoder.texel(texels.data() + element * shape.bytes,
                                                                              x % shape.width, y % shape.height));
          for (unsigned c = 0; c < 4; ++c) {
            wrong += !same(decoder.coding()[c].kind, word(loaded, c, i), expected[c]);
            wrong += !same(decoder.coding()[c].kind, word(sampled, c, i), expected[c]);
          }
        }
      }
    }
    CHECK(wrong == 0);
    ++formats;
  }
  CHECK(formats > 100);
}
