#include "pictures/texture/decode_texture.h"

#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "pictures/format_sheet/tiny_font.h"

namespace texpipe::study {
namespace {

using gen9::SurfaceFormat;

TEST_CASE("a plane is found by level and slice in arrays, cubes and volumes", "[image][decode]") {
  // R8_UNORM texels that count up, so that a plane's first texel names its place.
  const auto first_texel = [](functional::SurfaceImage image, TexturePlane plane) {
    image.format = SurfaceFormat::kR8Uint;
    Texture texture{image, std::vector<std::byte>(functional::packed_bytes(image))};
    for (std::size_t i = 0; i < texture.texels.size(); ++i) texture.texels[i] = static_cast<std::byte>(i);
    return decode_plane(texture, plane).texels[0][0];
  };
  const functional::SurfaceImage array{.width = 4, .height = 4, .array_length = 2, .levels = 3};
  CHECK(first_texel(array, {.level = 1, .slice = 1}) == 21 + 16);
  const functional::SurfaceImage cube{.type = functional::SurfaceType::kCube, .width = 4, .height = 4};
  CHECK(first_texel(cube, {.slice = 5}) == 80);
  const functional::SurfaceImage volume{
      .type = functional::SurfaceType::k3D, .width = 4, .height = 4, .depth = 4, .levels = 2};
  CHECK(first_texel(volume, {.level = 1, .slice = 1}) == 64 + 4);
  CHECK_THROWS_AS(first_texel(volume, {.level = 1, .slice = 2}), Error);
  CHECK_THROWS_AS(first_texel(array, {.level = 3}), Error);
}

TEST_CASE("pictures show UNORM codes, sRGB codes, signed and integer ranges", "[image][decode]") {
  const auto shown = [](SurfaceFormat format, std::vector<std::uint8_t> bytes) {
    return picture_of(decode_packed(format, std::as_bytes(std::span{bytes}), 1, 1)).rgba;
  };
  CHECK(shown(SurfaceFormat::kR8G8B8A8Unorm, {1, 2, 3, 4}) == std::vector<std::uint8_t>{1, 2, 3, 4});
  CHECK(shown(SurfaceFormat::kR8G8B8A8UnormSrgb, {1, 20, 200, 40}) == std::vector<std::uint8_t>{1, 20, 200, 40});
  CHECK(shown(SurfaceFormat::kR8G8Snorm, {0x81, 127}) == std::vector<std::uint8_t>{0, 255, 0, 255});
  CHECK(shown(SurfaceFormat::kR8Uint, {77}) == std::vector<std::uint8_t>{77, 0, 0, 255});
  CHECK(shown(SurfaceFormat::kR8Sint, {0x7F}) == std::vector<std::uint8_t>{255, 0, 0, 255});
}

TEST_CASE("arrays keep floats and integers", "[image][decode]") {
  const std::vector<std::uint8_t> bytes{255, 0, 0, 0};
  const NpyArray floats = array_of(decode_packed(SurfaceFormat::kR8Unorm, std::as_bytes(std::span{bytes}), 4, 1));
  CHECK(floats.type == NpyType::kFloat32);
  CHECK(floats.shape == std::vector<std::uint64_t>{1, 4, 4});
  CHECK(floats.as<float>()[0] == 1.0f);
  CHECK(array_of(decode_packed(SurfaceFormat::kR32Sint, std::as_bytes(std::span{bytes}), 1, 1)).type ==
        NpyType::kInt32);
}

TEST_CASE("the first level of a shipped BC7 picture is close to the PNG that it was made from", "[image][decode]") {
  const std::string folder = TEXPIPE_SOURCE_DIR "/configs/textures/";
  const Picture decoded = picture_of(decode_plane(read_texture(folder + "coffee_600x400_bc7_mips.dds"), {}));
  const Texture original = read_texture(folder + "coffee.png");
  REQUIRE(decoded.rgba.size() == original.texels.size());
  double difference = 0;
  for (std::size_t i = 0; i < decoded.rgba.size(); ++i) {
    difference += std::abs(int{decoded.rgba[i]} - std::to_integer<int>(original.texels[i]));
  }
  CHECK(difference / static_cast<double>(decoded.rgba.size()) < 3);
}

TEST_CASE("letters are drawn inside the picture only", "[image][sheet]") {
  Picture picture{6, 5, std::vector<std::uint8_t>(6 * 5 * 4)};
  draw_text(picture, 0, 0, "1LONG");
  CHECK(picture.rgba[1 * 4] == 255);  // the stroke of 1
  CHECK(picture.rgba[0] == 0);
  CHECK(picture.rgba[4 * 4] == 255);  // L
}

TEST_CASE("pictures that are not read are called by their kind, with what reads them", "[image]") {
  using namespace std::string_view_literals;
  const auto refusal = [](std::string_view bytes) {
    try {
      parse_texture(std::as_bytes(std::span{bytes}), "photo.jpg");
    } catch (const Error& error) {
      return std::string{error.what()};
    }
    return std::string{"read"};
  };
  const std::string cure = "; expected DDS, KTX, KTX 2, PKM or PNG; any picture program saves it as photo.png";
  for (const auto& [bytes, kind] : {std::pair{"\xFF\xD8\xFF\xE0 JFIF"sv, "JPEG"},
                                    {"RIFF\0\0\0\0WEBPVP8 "sv, "WebP"},
                                    {"\0\0\0\x20"
                                     "ftypavif"sv,
                                     "AVIF"},
                                    {"MM\0*\0\0\0\x08"sv, "TIFF"},
                                    {"P6\n1 1\n255\nabc"sv, "PPM"},
                                    {"\0\0\x02 texels TRUEVISION-XFILE.\0"sv, "TGA"}})
    CHECK(refusal(bytes) == "photo.jpg: is a picture of the kind " + std::string{kind} + ", which is not read" + cure);
  CHECK(refusal("\x13\xAB\xA1\x5C\x04\x04\x01"sv).starts_with("photo.jpg: is a texture of the kind ASTC"));
  CHECK(refusal(""sv).starts_with("photo.jpg: is empty"));
  CHECK(refusal("a text"sv).starts_with("photo.jpg: is not a texture file"));
}

}  // namespace
}  // namespace texpipe::study
