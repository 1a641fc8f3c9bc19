// The first picture that people see: its floor must not show where the texture ends.
#include <catch2/catch.hpp>
#include <cmath>

#include "pictures/texture/decode_texture.h"
#include "study/definition/study.h"

namespace texpipe::study {
namespace {

/// Mean difference of the codes of two rows or two columns.
double difference(const Picture& picture, bool columns, std::uint32_t first, std::uint32_t second) {
  const std::uint32_t length = columns ? picture.height : picture.width;
  double sum = 0;
  for (std::uint32_t i = 0; i < length; ++i) {
    for (unsigned channel = 0; channel < 3; ++channel) {
      const auto code = [&](std::uint32_t line) {
        const std::size_t texel =
            columns ? std::size_t{i} * picture.width + line : std::size_t{line} * picture.width + i;
        return static_cast<double>(picture.rgba[texel * 4 + channel]);
      };
      sum += std::abs(code(first) - code(second));
    }
  }
  return sum / length;
}

TEST_CASE("the floor of first_look tiles, is coloured and has all levels", "[image][shipped]") {
  Configuration configuration = load_configuration(
      {.file = std::string{TEXPIPE_SOURCE_DIR} + "/configs/studies/first_look.yaml"}, FileKind::kStudy);
  const Texture texture = read_texture(configuration.study.workload.texture_walk.texture);
  const functional::SurfaceImage& image = texture.image;
  CHECK(image.width >= 1024);
  CHECK(image.levels == functional::full_mip_levels(image.width, image.height, 1));
  const Picture picture = picture_of(decode_plane(texture, {}));
  for (const bool columns : {false, true}) {
    INFO((columns ? "columns" : "rows"));
    const std::uint32_t lines = columns ? picture.width : picture.height;
    double inner = 0;
    for (std::uint32_t line = 0; line + 1 < lines; ++line) inner += difference(picture, columns, line, line + 1);
    CHECK(difference(picture, columns, lines - 1, 0) < 2.5 * inner / (lines - 1));
  }
  const auto coloured = [&](std::size_t texel) {
    return std::abs(picture.rgba[texel * 4] - picture.rgba[texel * 4 + 2]) > 20;
  };
  std::size_t count = 0;
  for (std::size_t texel = 0; texel < picture.rgba.size() / 4; ++texel) count += coloured(texel);
  CHECK(count > picture.rgba.size() / 4 / 2);
}

}  // namespace
}  // namespace texpipe::study
