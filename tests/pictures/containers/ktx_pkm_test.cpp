#include <catch2/catch.hpp>

#include <array>
#include <bit>

#include "base/diagnostic.h"
#include "pictures/containers/texture_files.h"
#include "pictures/texture/decode_texture.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {
namespace {

using functional::SurfaceType;
using gen9::SurfaceFormat;

MadeFile ktx1(std::uint32_t internal_format, std::uint32_t format, std::uint32_t width, std::uint32_t height,
              std::uint32_t array, std::uint32_t faces, std::uint32_t levels) {
  MadeFile file;
  file.text("\xABKTX 11\xBB\r\n\x1A\n").u32(0x04030201).u32(0x1401).u32(1).u32(format).u32(internal_format).u32(0);
  return file.u32(width).u32(height).u32(0).u32(array).u32(faces).u32(levels).u32(4).u32(0);
}

TEST_CASE("KTX 1 rows lose their padding", "[image][ktx]") {
  const Texture texture = parse_texture(ktx1(0x8051, 0x1907, 3, 2, 0, 1, 1).u32(24).counting(24).bytes(), "t.ktx");
  CHECK(texture.image.format == SurfaceFormat::kR8G8B8Unorm);
  CHECK(texture.texels.size() == 18);
  CHECK(texture.texels[8] == std::byte{8});
  CHECK(texture.texels[9] == std::byte{12});
}

TEST_CASE("KTX 1 levels of an array become levels of each slice", "[image][ktx]") {
  const Texture texture =
      parse_texture(ktx1(0x8058, 0x1908, 2, 2, 2, 1, 2).u32(32).counting(32).u32(8).counting(8, 100).bytes(), "t.ktx");
  CHECK(texture.image.array_length == 2);
  CHECK(texture.texels.size() == 40);
  CHECK(texture.texels[16] == std::byte{100});
  CHECK(texture.texels[20] == std::byte{16});
  CHECK(texture.texels[36] == std::byte{104});
}

/// Format of a KTX 1 file of 4x4 texels with room for any.
SurfaceFormat format_of_ktx1(std::uint32_t internal_format, std::uint32_t format, std::uint32_t type,
                             std::uint32_t bytes) {
  MadeFile file;
  file.text("\xABKTX 11\xBB\r\n\x1A\n").u32(0x04030201).u32(type).u32(1).u32(format).u32(internal_format).u32(0);
  file.u32(4).u32(4).u32(0).u32(0).u32(1).u32(1).u32(0).u32(bytes).zeros(bytes);
  return parse_texture(file.bytes(), "t.ktx").image.format;
}

TEST_CASE("KTX 1 texels are what glFormat and glType say, whatever OpenGL would make of them", "[image][ktx]") {
  CHECK(format_of_ktx1(0x8051, 0x1908, 0x1401, 64) == SurfaceFormat::kR8G8B8A8Unorm);       // RGB8 of RGBA bytes
  CHECK(format_of_ktx1(0x881A, 0x1908, 0x1406, 256) == SurfaceFormat::kR32G32B32A32Float);  // RGBA16F of floats
  CHECK(format_of_ktx1(0x8056, 0x1908, 0x1401, 64) == SurfaceFormat::kR8G8B8A8Unorm);       // RGBA4 of bytes
  CHECK(format_of_ktx1(0x8056, 0x1908, 0x8033, 32) == SurfaceFormat::kA4B4G4R4Unorm);
  CHECK(format_of_ktx1(0x8057, 0x80E1, 0x8366, 32) == SurfaceFormat::kB5G5R5A1Unorm);
  CHECK(format_of_ktx1(0x1907, 0x1907, 0x8363, 32) == SurfaceFormat::kB5G6R5Unorm);
  CHECK(format_of_ktx1(0x8C43, 0x80E1, 0x1401, 64) == SurfaceFormat::kB8G8R8A8UnormSrgb);
  CHECK(format_of_ktx1(0x8F97, 0x1908, 0x1400, 64) == SurfaceFormat::kR8G8B8A8Snorm);
  CHECK(format_of_ktx1(0x906F, 0x8D99, 0x8368, 64) == SurfaceFormat::kR10G10B10A2Uint);
  CHECK(format_of_ktx1(0x8236, 0x8D94, 0x1405, 64) == SurfaceFormat::kR32Uint);
  CHECK(format_of_ktx1(0x81A6, 0x1902, 0x1405, 64) == SurfaceFormat::kR32Unorm);  // 24 bits of depth, scaled to 32
  CHECK_THROWS_WITH(format_of_ktx1(0x88F0, 0x84F9, 0x84FA, 64),
                    Catch::Contains("glInternalFormat 0x88F0 with glFormat 0x84F9 and glType 0x84FA"));
  CHECK_THROWS_WITH(format_of_ktx1(0x93B0, 0, 0, 64), Catch::EndsWith("glInternalFormat 0x93B0"));
}

TEST_CASE("KTX 1 files of the other byte order give the same texels", "[image][ktx]") {
  const auto word = [](MadeFile& file, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) file.u8(static_cast<std::uint8_t>(value >> shift));
  };
  MadeFile file;
  file.text("\xABKTX 11\xBB\r\n\x1A\n");
  for (const std::uint32_t value : {0x04030201u, 0x1403u, 2u, 0x1903u, 0x822Au, 0u, 2u, 2u, 0u, 0u, 1u, 1u, 0u, 8u}) {
    word(file, value);
  }
  const Texture texture = parse_texture(file.counting(8).bytes(), "t.ktx");
  CHECK(texture.image.format == SurfaceFormat::kR16Unorm);
  CHECK(texture.texels[0] == std::byte{1});
  CHECK(texture.texels[1] == std::byte{0});
}

TEST_CASE("a KTX 1 level whose imageSize is another is refused", "[image][ktx]") {
  // Three bytes a row without the padding to four.
  CHECK_THROWS_WITH(parse_texture(ktx1(0x8051, 0x1907, 3, 2, 0, 1, 1).u32(18).zeros(24).bytes(), "t.ktx"),
                    Catch::Contains("imageSize of level 0 is 18; expected 24: rows are padded to four bytes"));
}

TEST_CASE("KTX 1 tells BGRA from RGBA and knows ETC", "[image][ktx]") {
  CHECK(parse_texture(ktx1(0x8058, 0x80E1, 1, 1, 0, 1, 1).u32(4).zeros(4).bytes(), "t.ktx").image.format ==
        SurfaceFormat::kB8G8R8A8Unorm);
  CHECK(parse_texture(ktx1(0x9278, 0, 4, 4, 0, 6, 1).u32(16).zeros(96).bytes(), "t.ktx").image.type ==
        SurfaceType::kCube);
  CHECK_THROWS_AS(parse_texture(ktx1(0x1234, 0, 4, 4, 0, 1, 1).u32(16).zeros(96).bytes(), "t.ktx"), Error);
}

MadeFile ktx2(std::uint32_t format, std::uint32_t scheme, std::uint32_t layers, std::uint32_t levels) {
  MadeFile file;
  file.text("\xABKTX 20\xBB\r\n\x1A\n")
      .u32(format)
      .u32(1)
      .u32(4)
      .u32(4)
      .u32(0)
      .u32(layers)
      .u32(1)
      .u32(levels)
      .u32(scheme);
  return file.u32(0).u32(0).u32(0).u32(0).u64(0).u64(0);
}

TEST_CASE("KTX 2 levels are found by their index", "[image][ktx]") {
  MadeFile file = ktx2(9, 0, 2, 2);
  const std::uint64_t data = file.size() + 48;
  file.u64(data + 8).u64(32).u64(32).u64(data).u64(8).u64(8);
  file.counting(8, 200).counting(32);
  const Texture texture = parse_texture(file.bytes(), "t.ktx2");
  CHECK(texture.image.format == SurfaceFormat::kR8Unorm);
  CHECK(texture.image.levels == 2);
  CHECK(texture.texels.size() == 40);
  CHECK(texture.texels[16] == std::byte{200});
  CHECK(texture.texels[20] == std::byte{16});
}

TEST_CASE("KTX 2 level indices beyond the file are refused", "[image][ktx]") {
  MadeFile file = ktx2(9, 0, 0, 1);
  file.u64(~std::uint64_t{0} - 4).u64(16).u64(16).zeros(64);
  CHECK_THROWS_AS(parse_texture(file.bytes(), "t.ktx2"), Error);
}

TEST_CASE("KTX 2 level indices into the header are refused", "[image][ktx]") {
  MadeFile file = ktx2(9, 0, 0, 1);
  file.u64(4).u64(16).u64(16).zeros(64);
  CHECK_THROWS_WITH(parse_texture(file.bytes(), "t.ktx2"),
                    Catch::Contains("level 0 is at byte 4; expected 104 or more"));
}

TEST_CASE("KTX 2 knows formats that only vertex fetch reads, and words of 4444 from the top", "[image][ktx]") {
  const auto format_of = [](std::uint32_t format) {
    MadeFile file = ktx2(format, 0, 0, 1);
    file.u64(104).u64(512).u64(512).zeros(512);
    return parse_texture(file.bytes(), "t.ktx2").image.format;
  };
  CHECK(format_of(11) == SurfaceFormat::kR8Uscaled);
  CHECK(format_of(65) == SurfaceFormat::kR10G10B10A2Snorm);
  CHECK(format_of(121) == SurfaceFormat::kR64G64B64A64Float);
  CHECK(format_of(1000340000) == SurfaceFormat::kB4G4R4A4Unorm);
  CHECK_THROWS_WITH(format_of(0), Catch::Contains("Basis Universal"));
}

/// A BC1 block of three colours: endpoints white and white, the first two rows code 3, the last two code 0.
constexpr std::array<std::uint32_t, 2> kThreeColours{0xFFFFFFFF, 0x0000FFFF};

/// Alphas of the texels of an only block.
std::vector<float> alphas(const MadeFile& file, SurfaceFormat format) {
  const Texture texture = parse_texture(file.bytes(), "t.ktx");
  CHECK(texture.image.format == format);
  std::vector<float> found;
  for (const auto& texel : decode_plane(texture, {}).texels) {
    CHECK(std::bit_cast<float>(texel[0]) == (found.size() < 8 ? 0.0f : 1.0f));
    found.push_back(std::bit_cast<float>(texel[3]));
  }
  return found;
}

TEST_CASE("BC1 files that say RGB are opaque, those that say RGBA are not", "[image][ktx][R26]") {
  const std::vector<float> opaque(16, 1.0f);
  std::vector<float> transparent(8, 0.0f);
  transparent.insert(transparent.end(), 8, 1.0f);
  const auto of_ktx1 = [](std::uint32_t internal_format, SurfaceFormat format) {
    return alphas(ktx1(internal_format, 0, 4, 4, 0, 1, 1).u32(8).u32(kThreeColours[0]).u32(kThreeColours[1]), format);
  };
  CHECK(of_ktx1(0x83F0, SurfaceFormat::kDxt1Rgb) == opaque);
  CHECK(of_ktx1(0x8C4C, SurfaceFormat::kDxt1RgbSrgb) == opaque);
  CHECK(of_ktx1(0x83F1, SurfaceFormat::kBc1Unorm) == transparent);
  CHECK(of_ktx1(0x8C4D, SurfaceFormat::kBc1UnormSrgb) == transparent);
  const auto of_ktx2 = [](std::uint32_t vk_format, SurfaceFormat format) {
    MadeFile file = ktx2(vk_format, 0, 0, 1);
    return alphas(file.u64(104).u64(8).u64(8).u32(kThreeColours[0]).u32(kThreeColours[1]), format);
  };
  CHECK(of_ktx2(131, SurfaceFormat::kDxt1Rgb) == opaque);
  CHECK(of_ktx2(132, SurfaceFormat::kDxt1RgbSrgb) == opaque);
  CHECK(of_ktx2(133, SurfaceFormat::kBc1Unorm) == transparent);
  CHECK(of_ktx2(134, SurfaceFormat::kBc1UnormSrgb) == transparent);
}

TEST_CASE("PKM files hold one level of blocks", "[image][pkm]") {
  MadeFile file;
  file.text("PKM 20").u8(0).u8(3).u8(0).u8(8).u8(0).u8(4).u8(0).u8(5).u8(0).u8(3).counting(32);
  const Texture texture = parse_texture(file.bytes(), "t.pkm");
  CHECK(texture.image.format == SurfaceFormat::kEtc2EacRgba8);
  CHECK(texture.image.width == 5);
  CHECK(texture.image.height == 3);
  CHECK(texture.texels.size() == 32);
  CHECK_THROWS_AS(parse_texture(MadeFile{}.text("PKM 30").zeros(100).bytes(), "t.pkm"), Error);
}

}  // namespace
}  // namespace texpipe::study
