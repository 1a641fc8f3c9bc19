#include "workload/visa/texel_pattern.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/diagnostic.h"
#include "functional/surface/surface_image.h"
#include "isa/gen9/surface_format.h"
#include "pictures/texture/decode_texture.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

constexpr unsigned kSize = 16;

/// Picture of a pattern, as codes of R, G, B, A. Integers are shown as parts of the format's range.
Picture shown(gen9::SurfaceFormat format, TexelPattern pattern, unsigned level = 0) {
  const functional::SurfaceImage image{.format = format, .width = kSize, .height = kSize, .levels = level + 1};
  const std::vector<std::byte> texels = pattern_texels(image, pattern);
  REQUIRE(texels.size() == functional::packed_bytes(image));
  std::uint64_t offset = 0;
  for (unsigned above = 0; above < level; ++above) offset += functional::packed_level(image, above).bytes;
  const auto palette = pattern_palette();
  return picture_of(decode_packed(format, std::span{texels}.subspan(offset), kSize >> level, kSize >> level,
                                  {palette.data(), palette.data()}));
}

/// The largest difference of a channel between two texels.
int contrast(const Picture& picture, unsigned a, unsigned b) {
  int largest = 0;
  for (unsigned c = 0; c < 4; ++c) {
    largest = std::max(largest, std::abs(int{picture.rgba[a * 4 + c]} - int{picture.rgba[b * 4 + c]}));
  }
  return largest;
}

/// Numbers and small integers, which the shown codes do not tell apart.
std::vector<std::array<std::uint32_t, 4>> stored(gen9::SurfaceFormat format, TexelPattern pattern) {
  const functional::SurfaceImage image{.format = format, .width = kSize, .height = kSize};
  const auto palette = pattern_palette();
  return decode_packed(format, pattern_texels(image, pattern), kSize, kSize, {palette.data(), palette.data()}).texels;
}

bool has_texels(const gen9::FormatFacts& facts) {
  return facts.kind != gen9::FormatKind::kRaw && facts.channels[0].type != gen9::ChannelType::kRaw;
}

}  // namespace

TEST_CASE("every format but RAW can be made from every pattern", "[visa][pattern]") {
  unsigned made = 0;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (facts.kind == gen9::FormatKind::kRaw) continue;
    INFO(facts.name);
    for (const TexelPattern pattern :
         {TexelPattern::kGradient, TexelPattern::kChecker, TexelPattern::kLevel, TexelPattern::kSlice}) {
      const functional::SurfaceImage image{.format = facts.format, .width = 16, .height = 8};
      CHECK(pattern_texels(image, pattern).size() == functional::packed_bytes(image));
    }
    ++made;
  }
  CHECK(made == 220);
}

TEST_CASE("a gradient is one, and a checker has two values, in every format that is read", "[visa][pattern]") {
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!has_texels(facts)) continue;
    INFO(facts.name);
    const auto gradient = stored(facts.format, TexelPattern::kGradient);
    CHECK(gradient.front() != gradient.back());
    const auto checker = stored(facts.format, TexelPattern::kChecker);
    CHECK(checker[0] != checker[1]);
  }
}

TEST_CASE("compressed, YUV and palette formats show the gradient's colours", "[visa][pattern]") {
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    const bool palette = facts.kind == gen9::FormatKind::kPalette;
    const bool yuv = facts.kind == gen9::FormatKind::kYuvPacked422 || facts.kind == gen9::FormatKind::kYuvPlanar;
    if (!facts.compressed() && !palette && !yuv) continue;
    INFO(facts.name);
    const Picture picture = shown(facts.format, TexelPattern::kGradient);
    // A palette of 4 or 16 entries shows their small indices; luma alone is 30 % of red.
    const int least = palette ? 3 : yuv ? 50 : 200;
    CHECK(contrast(picture, 0, kSize - 1) >= least);
    for (unsigned x = 1; x < kSize && !yuv; ++x) CHECK(picture.rgba[x * 4] + 16 >= picture.rgba[(x - 1) * 4]);
  }
}

TEST_CASE("levels that are smaller than a block hold the pattern", "[visa][pattern]") {
  for (const auto format :
       {gen9::SurfaceFormat::kBc1Unorm, gen9::SurfaceFormat::kFxt1, gen9::SurfaceFormat::kEtc2Rgb8}) {
    const Picture picture = shown(format, TexelPattern::kLevel, 3);
    CHECK(std::abs(int{picture.rgba[0]} - 3 * 255 / 16) <= 8);
  }
}

TEST_CASE("palette formats hold R as their index, which the palette shows as itself", "[visa][pattern]") {
  const auto p8 = stored(gen9::SurfaceFormat::kP8UnormPalette0, TexelPattern::kGradient);
  const Picture picture = shown(gen9::SurfaceFormat::kP8UnormPalette0, TexelPattern::kGradient);
  CHECK(picture.rgba[(kSize - 1) * 4] == 255);
  CHECK(picture.rgba[4] == 17);  // 255 / 15
  CHECK(p8.size() == kSize * kSize);
}

TEST_CASE("RAW has no texels to make", "[visa][pattern]") {
  try {
    pattern_texels({.format = gen9::SurfaceFormat::kRaw, .width = 4, .height = 4}, TexelPattern::kGradient);
    FAIL("not refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
  }
}
