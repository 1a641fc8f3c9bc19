#include "pictures/format_sheet/format_sheet.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "functional/surface/surface_image.h"
#include "pictures/encoders/median_cut.h"
#include "pictures/encoders/picture_texels.h"
#include "pictures/format_sheet/photograph.h"
#include "pictures/texture/decode_texture.h"

namespace texpipe::study {
namespace {

Picture shown(const gen9::FormatFacts& facts, const Picture& photo) {
  const PictureTexels made = picture_texels(facts.format, photo);
  REQUIRE(made.texels.size() ==
          functional::packed_bytes({.format = facts.format, .width = photo.width, .height = photo.height}));
  return picture_of(
      decode_packed(facts.format, made.texels, photo.width, photo.height, {made.palette.data(), made.palette.data()}));
}

/// Mean difference in codes of what R, G and B of a format show: the photograph's, or its luminance.
double difference(const gen9::FormatFacts& facts, const Picture& picture, const Picture& photo) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < photo.rgba.size(); ++i) {
    const unsigned c = i % 4;
    const char source = facts.output[c];
    if (c == 3 || source == '0' || source == '1' || source == 'i') continue;
    const std::uint8_t* pixel = &photo.rgba[i - c];
    const double grey = 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
    const bool is_grey = source == 'L' || source == 'I' || source == 'Y' || source == 'A';
    sum +=
        std::abs(picture.rgba[i] - (is_grey ? grey : pixel[source == 'P' ? c : std::string_view{"RGB"}.find(source)]));
    ++count;
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

TEST_CASE("every format with texels shows the photograph", "[image][sheet]") {
  const Picture photo = photograph();
  std::size_t without = 0;
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    INFO(facts.name);
    if (!no_picture(facts).empty()) {
      ++without;
      continue;
    }
    const Picture picture = shown(facts, photo);
    const bool yuv = facts.color_space == gen9::ColorSpace::kYuv;
    const bool one_bit = facts.channels[0].bits == 1 && !facts.compressed();
    if (yuv || one_bit || facts.output.starts_with("--")) continue;
    const std::size_t entries = facts.kind == gen9::FormatKind::kPalette ? facts.channels[0].bits : 8;
    const double most = facts.compressed() ? 6 : facts.name.find("P2_") == 0 ? 25 : entries <= 4 ? 12 : 6;
    CHECK(difference(facts, picture, photo) < most);
  }
  CHECK(without == 5);  // RAW and the four formats of 64 bits that are passed through
}

TEST_CASE("YUV formats keep the luminance, dithering keeps the mean", "[image][sheet]") {
  const Picture photo = photograph();
  const auto mean = [](const Picture& picture, unsigned channel) {
    double sum = 0;
    for (std::size_t i = channel; i < picture.rgba.size(); i += 4) sum += picture.rgba[i];
    return sum * 4 / static_cast<double>(picture.rgba.size());
  };
  const Picture luminance = shown(gen9::format_facts(gen9::SurfaceFormat::kL8Unorm), photo);
  const double video = 16 + mean(luminance, 0) * 219 / 255;
  CHECK(mean(shown(gen9::format_facts(gen9::SurfaceFormat::kYcrcbSwapy), photo), 1) == Approx(video).margin(1));
  CHECK(mean(shown(gen9::format_facts(gen9::SurfaceFormat::kPlanar4208), photo), 1) == Approx(video).margin(1));
  CHECK(mean(shown(gen9::format_facts(gen9::SurfaceFormat::kR1Unorm), photo), 0) ==
        Approx(mean(luminance, 0)).margin(6));
}

TEST_CASE("median cut gives as many colours as asked for, or all of the picture's", "[image][sheet]") {
  const Picture photo = photograph();
  const MedianCut sixteen = median_cut(photo, 16);
  CHECK(*std::max_element(sixteen.indices.begin(), sixteen.indices.end()) == 15);
  const Picture two{2, 1, {10, 20, 30, 255, 200, 100, 50, 255}};
  const MedianCut all = median_cut(two, 256);
  CHECK(all.palette[all.indices[0]] == 0xFF0A141Eu);
  CHECK(all.palette[all.indices[1]] == 0xFFC86432u);
}

TEST_CASE("the contact sheet has a cell for every format; those without a picture say why", "[image][sheet]") {
  const Picture sheet = format_sheet();
  REQUIRE(sheet.rgba.size() == std::size_t{sheet.width} * sheet.height * 4);
  const Picture photo = photograph();
  // The first cell is R32G32B32A32_FLOAT: the photograph itself.
  CHECK(std::equal(photo.rgba.begin(), photo.rgba.begin() + photo.width * 4,
                   sheet.rgba.begin() + (std::size_t{6} * sheet.width + 6) * 4));
  const auto formats = gen9::all_formats();
  for (std::size_t i = 0; i < formats.size(); ++i) {
    INFO(formats[i].name);
    const std::size_t left = i % 15 * (photo.width + 6) + 6, top = i / 15 * (photo.height + 13) + 6;
    bool drawn = false, named = false;
    for (std::size_t x = 0; x < photo.width; ++x) {
      const auto* middle = &sheet.rgba[((top + photo.height / 2) * sheet.width + left + x) * 4];
      drawn = drawn || middle[0] + middle[1] + middle[2] > 200;
      named = named || sheet.rgba[((top + photo.height + 2) * sheet.width + left + x) * 4] == 255;
    }
    CHECK(drawn);
    CHECK(named);
  }
}

}  // namespace
}  // namespace texpipe::study
