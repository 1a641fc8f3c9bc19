#include "pictures/mips/make_mips.h"

#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "pictures/containers/dds_writer.h"
#include "pictures/encoders/channel_encoder.h"
#include "pictures/texture/decode_texture.h"

namespace texpipe::study {
namespace {

using functional::SurfaceImage;
using functional::SurfaceType;
using gen9::SurfaceFormat;

Texture texture_of(const SurfaceImage& image, const std::vector<std::uint8_t>& bytes) {
  const auto texels = std::as_bytes(std::span{bytes});
  REQUIRE(texels.size() == functional::packed_bytes(image));
  return {.image = image, .texels = {texels.begin(), texels.end()}, .palette = {}};
}

/// Codes of one plane of an R8 texture.
std::vector<unsigned> codes(const Texture& texture, TexturePlane plane) {
  std::vector<unsigned> result;
  const DecodedPlane decoded = decode_plane(texture, plane);
  for (const auto& texel : decoded.texels) {
    result.push_back(static_cast<unsigned>(std::bit_cast<float>(texel[0]) * 255 + 0.5F));
  }
  return result;
}

TEST_CASE("a mip level of even size is the mean of two by two texels", "[image][mips]") {
  const SurfaceImage image{.format = SurfaceFormat::kR8Unorm, .width = 4, .height = 2};
  const Texture made = with_mips(texture_of(image, {0, 10, 100, 200, 20, 30, 50, 50}), image.format);
  CHECK(made.image.levels == 3);
  CHECK(codes(made, {.level = 0}) == std::vector<unsigned>{0, 10, 100, 200, 20, 30, 50, 50});
  CHECK(codes(made, {.level = 1}) == std::vector<unsigned>{15, 100});
  CHECK(codes(made, {.level = 2}) == std::vector<unsigned>{58});  // 57.5, from what is not rounded in between
}

TEST_CASE("an axis of odd size gives each texel below its share", "[image][mips]") {
  // Five texels become two: 2/5 2/5 1/5 and 1/5 2/5 2/5.
  const SurfaceImage image{.type = SurfaceType::k1D, .format = SurfaceFormat::kR8Unorm, .width = 5};
  const Texture made = with_mips(texture_of(image, {10, 20, 100, 40, 60}), image.format);
  CHECK(codes(made, {.level = 1}) == std::vector<unsigned>{32, 60});
  // The mean of all stays the mean.
  CHECK(codes(made, {.level = 2}) == std::vector<unsigned>{46});
  const SurfaceImage constant{.format = SurfaceFormat::kR8Unorm, .width = 7, .height = 3};
  const Texture flat = with_mips(texture_of(constant, std::vector<std::uint8_t>(21, 77)), constant.format);
  for (unsigned level = 0; level < flat.image.levels; ++level) {
    for (const unsigned code : codes(flat, {.level = level})) CHECK(code == 77);
  }
}

TEST_CASE("sRGB colours are averaged as light, alpha as it is", "[image][mips]") {
  const std::vector<std::uint8_t> black_and_white{0, 0, 0, 0, 255, 255, 255, 255};
  const SurfaceImage linear{.format = SurfaceFormat::kR8G8B8A8Unorm, .width = 2, .height = 1};
  SurfaceImage srgb = linear;
  srgb.format = SurfaceFormat::kR8G8B8A8UnormSrgb;
  const auto last = [&](const SurfaceImage& image) {
    const Texture made = with_mips(texture_of(image, black_and_white), image.format);
    return std::array<int, 2>{std::to_integer<int>(made.texels[8]), std::to_integer<int>(made.texels[11])};
  };
  CHECK(last(linear) == std::array<int, 2>{128, 128});
  CHECK(last(srgb) == std::array<int, 2>{188, 128});
}

TEST_CASE("slices and faces are made each for itself, volumes on three axes", "[image][mips]") {
  const SurfaceImage array{.format = SurfaceFormat::kR8Unorm, .width = 2, .height = 1, .array_length = 2};
  const Texture slices = with_mips(texture_of(array, {10, 30, 100, 200}), array.format);
  CHECK(codes(slices, {.level = 1, .slice = 0}) == std::vector<unsigned>{20});
  CHECK(codes(slices, {.level = 1, .slice = 1}) == std::vector<unsigned>{150});
  CHECK(codes(slices, {.level = 0, .slice = 1}) == std::vector<unsigned>{100, 200});
  const SurfaceImage cube{.type = SurfaceType::kCube, .format = SurfaceFormat::kR8Unorm, .width = 2, .height = 2};
  std::vector<std::uint8_t> faces;
  for (unsigned face = 0; face < 6; ++face) faces.insert(faces.end(), 4, static_cast<std::uint8_t>(face));
  const Texture six = with_mips(texture_of(cube, faces), cube.format);
  for (unsigned face = 0; face < 6; ++face) CHECK(codes(six, {.level = 1, .slice = face}).front() == face);
  const SurfaceImage volume{
      .type = SurfaceType::k3D, .format = SurfaceFormat::kR8Unorm, .width = 2, .height = 1, .depth = 3};
  const Texture deep = with_mips(texture_of(volume, {0, 30, 60, 90, 120, 150}), volume.format);
  CHECK(deep.image.levels == 2);
  CHECK(codes(deep, {.level = 1}) == std::vector<unsigned>{75});
}

TEST_CASE("textures with levels read back from their DDS files as themselves", "[image][mips][dds]") {
  const auto again = [](const Texture& texture) {
    const Texture read = parse_texture(dds_bytes(texture), "t.dds");
    CHECK(read.image == texture.image);
    CHECK(read.texels == texture.texels);
  };
  for (const SurfaceType type : {SurfaceType::k1D, SurfaceType::k2D, SurfaceType::kCube, SurfaceType::k3D}) {
    for (const SurfaceFormat format : {SurfaceFormat::kR8Unorm, SurfaceFormat::kR16G16B16A16Float,
                                       SurfaceFormat::kR9G9B9E5Sharedexp, SurfaceFormat::kB5G6R5Unorm}) {
      SurfaceImage image{.type = type, .format = format, .width = 5, .height = type == SurfaceType::k1D ? 1u : 5u};
      if (type == SurfaceType::k3D) image.depth = 3;
      if (type != SurfaceType::k3D) image.array_length = 2;
      again(with_mips(texture_of(image, std::vector<std::uint8_t>(functional::packed_bytes(image), 0x31)), format));
    }
  }
  for (const SurfaceFormat format : {SurfaceFormat::kL8Unorm, SurfaceFormat::kR8G8B8Unorm,
                                     SurfaceFormat::kB10G10R10A2Unorm, SurfaceFormat::kL8A8Unorm}) {
    const SurfaceImage image{.format = format, .width = 3, .height = 3};  // legacy header
    again(with_mips(texture_of(image, std::vector<std::uint8_t>(functional::packed_bytes(image), 0x52)), format));
  }
}

TEST_CASE("what cannot be written with levels is decoded to the nearest format or refused by name", "[image][mips]") {
  const auto chosen = [](SurfaceFormat format, std::uint32_t slices = 1) {
    return mip_format({.format = format, .width = 4, .height = 4, .array_length = slices});
  };
  CHECK(chosen(SurfaceFormat::kBc1Unorm) == SurfaceFormat::kR8G8B8A8Unorm);
  CHECK(chosen(SurfaceFormat::kBc3Unorm) == SurfaceFormat::kR8G8B8A8Unorm);
  CHECK(chosen(SurfaceFormat::kBc7UnormSrgb) == SurfaceFormat::kR8G8B8A8UnormSrgb);
  CHECK(chosen(SurfaceFormat::kBc6hUf16) == SurfaceFormat::kR16G16B16A16Float);
  CHECK(chosen(SurfaceFormat::kBc5Snorm) == SurfaceFormat::kR16G16B16A16Snorm);
  CHECK(chosen(SurfaceFormat::kEacR11) == SurfaceFormat::kR16G16B16A16Unorm);
  CHECK(chosen(SurfaceFormat::kR16G16B16Uint) == SurfaceFormat::kR32G32B32A32Uint);
  CHECK(chosen(SurfaceFormat::kL8Unorm) == SurfaceFormat::kL8Unorm);
  CHECK(chosen(SurfaceFormat::kL8Unorm, 2) == SurfaceFormat::kR8G8B8A8Unorm);
  const Texture grey = texture_of({.format = SurfaceFormat::kL8Unorm, .width = 1, .height = 1}, {7});
  CHECK_THROWS_WITH(with_mips(grey, SurfaceFormat::kBc1Unorm), Catch::Contains("unsupported: writing BC1_UNORM"));
  CHECK_THROWS_WITH(with_mips(grey, SurfaceFormat::kR8Uint), Catch::Contains("L8_UNORM as R8_UINT"));
  CHECK_THROWS_WITH(with_mips(grey, SurfaceFormat::kRaw), Catch::Contains("writing RAW"));
}

TEST_CASE("numbers written to a format read back as the nearest that it has", "[image][mips]") {
  const ColorNumbers color{0.25, 0.5, 0.75, 1};
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!has_plain_channels(facts) || facts.bits_per_element < 8 || facts.output.starts_with("----")) continue;
    std::vector<std::byte> element(facts.element_bytes());
    encode_channels(facts, color, element);
    const DecodedPlane plane = decode_packed(facts.format, element, 1, 1);
    for (unsigned c = 0; c < 4; ++c) {
      const functional::ChannelCoding& coding = plane.coding[c];
      if (coding.constant || coding.kind == functional::ChannelKind::kUint ||
          coding.kind == functional::ChannelKind::kSint || facts.channels[0].type == gen9::ChannelType::kUscaled ||
          facts.channels[0].type == gen9::ChannelType::kSscaled)
        continue;
      INFO(facts.name << " channel " << c);
      const char source = facts.output[c];
      const double expected = color[source == 'G' ? 1 : source == 'B' ? 2 : source == 'A' && c == 3 ? 3 : 0];
      const double got = std::bit_cast<float>(plane.texels[0][c]);
      CHECK(std::abs(got - expected) < 0.26);  // one bit of alpha, two of 10:10:10:2 signed
    }
  }
}

}  // namespace
}  // namespace texpipe::study
