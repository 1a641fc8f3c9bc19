#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "pictures/containers/texture_files.h"
#include "pictures/texture/decode_texture.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {
namespace {

using functional::SurfaceType;
using gen9::SurfaceFormat;

const std::string kTextures = TEXPIPE_SOURCE_DIR "/configs/textures/";

TEST_CASE("the shipped DDS files have the sizes and formats that their list states", "[image][dds]") {
  struct Row {
    const char* file;
    SurfaceFormat format;
    std::uint32_t width, height, levels;
  };
  for (const Row& row : {Row{"brick_512_bc1_mips.dds", SurfaceFormat::kBc1Unorm, 512, 512, 10},
                         Row{"plaza_1024_bc1_mips.dds", SurfaceFormat::kBc1Unorm, 1024, 1024, 11},
                         Row{"gravel_512_bc3_mips.dds", SurfaceFormat::kBc3Unorm, 512, 512, 10},
                         Row{"astronaut_512_bc7_mips.dds", SurfaceFormat::kBc7Unorm, 512, 512, 10},
                         Row{"coffee_600x400_bc7_mips.dds", SurfaceFormat::kBc7Unorm, 600, 400, 10},
                         Row{"astronaut_256_rgba8_mips.dds", SurfaceFormat::kR8G8B8A8Unorm, 256, 256, 9}}) {
    INFO(row.file);
    const Texture texture = read_texture(kTextures + row.file);
    CHECK(texture.image.format == row.format);
    CHECK(texture.image.width == row.width);
    CHECK(texture.image.height == row.height);
    CHECK(texture.image.levels == row.levels);
    CHECK(texture.texels.size() == functional::packed_bytes(texture.image));
  }
}

TEST_CASE("legacy pixel formats are told apart by their masks", "[image][dds]") {
  const auto format_of = [](const DdsHeader& header) {
    return parse_texture(dds(header).zeros(128).bytes(), "t.dds").image.format;
  };
  CHECK(format_of({.flags = 0x41, .bits = 32, .red = 0xFF0000, .green = 0xFF00, .blue = 0xFF, .alpha = 0xFF000000}) ==
        SurfaceFormat::kB8G8R8A8Unorm);
  CHECK(format_of({.flags = 0x40, .bits = 32, .red = 0xFF, .green = 0xFF00, .blue = 0xFF0000}) ==
        SurfaceFormat::kR8G8B8X8Unorm);
  CHECK(format_of({.flags = 0x40, .bits = 16, .red = 0xF800, .green = 0x7E0, .blue = 0x1F}) ==
        SurfaceFormat::kB5G6R5Unorm);
  CHECK(format_of({.flags = 0x20000, .bits = 8, .red = 0xFF}) == SurfaceFormat::kL8Unorm);
  CHECK(format_of({.flags = 0x2, .bits = 8, .alpha = 0xFF}) == SurfaceFormat::kA8Unorm);
  CHECK(format_of({.flags = 0x4, .four_cc = 113, .bits = 0, .red = 0}) == SurfaceFormat::kR16G16B16A16Float);
}

TEST_CASE("legacy pixel formats with masks that do not count, or without their count of levels, are read",
          "[image][dds]") {
  const auto format_of = [](const DdsHeader& header) {
    return parse_texture(dds(header).zeros(128).bytes(), "t.dds").image.format;
  };
  CHECK(format_of({.flags = 0x20000, .bits = 8, .red = 0xFF, .green = 0xFF, .blue = 0xFF}) == SurfaceFormat::kL8Unorm);
  CHECK(format_of({.flags = 0x4, .four_cc = four_letters("YVYU")}) == SurfaceFormat::kYcrcbSwapuv);
  CHECK_THROWS_WITH(format_of({.flags = 0x4, .four_cc = four_letters("PTC4")}), Catch::Contains("FourCC 'PTC4'"));
  CHECK_THROWS_WITH(format_of({.flags = 0x4, .four_cc = 117}), Catch::Contains("FourCC 117 (D3DFMT_CxV8U8)"));
  CHECK_THROWS_WITH(format_of({.flags = 0x4, .four_cc = 200}), Catch::Contains("FourCC 0x000000C8"));
  std::vector<std::byte> levels = dds10({.levels = 3}, 61, 3, 4, 1).counting(6 * 21).bytes();
  levels[10] = std::byte{0};  // DDSD_MIPMAPCOUNT is not set
  CHECK(parse_texture(levels, "t.dds").image.levels == 3);
}

TEST_CASE("a palette file brings its palette", "[image][dds]") {
  MadeFile file = dds({.width = 2, .height = 1, .flags = 0x20, .bits = 8});
  file.u32(0x44332211).u32(0xFF0000FF).zeros(254 * 4).u8(1).u8(0);
  const Texture texture = parse_texture(file.bytes(), "t.dds");
  CHECK(texture.image.format == SurfaceFormat::kP8UnormPalette0);
  CHECK(picture_of(decode_plane(texture, {})).rgba ==
        std::vector<std::uint8_t>{0xFF, 0, 0, 0xFF, 0x11, 0x22, 0x33, 0x44});
}

TEST_CASE("cube maps are square; planar video has one level of one picture", "[image][dds]") {
  CHECK_THROWS_WITH(parse_texture(dds10({.height = 2}, 61, 3, 4, 1).zeros(96).bytes(), "t.dds"),
                    Catch::Contains("cube map of 4x2; expected faces as high as wide"));
  CHECK_NOTHROW(parse_texture(dds10({}, 103, 3, 0, 1).zeros(24).bytes(), "t.dds"));
  CHECK_THROWS_WITH(parse_texture(dds10({.levels = 2}, 103, 3, 0, 1).zeros(99).bytes(), "t.dds"),
                    Catch::Contains("PLANAR_420_8 is 2"));
  CHECK_THROWS_WITH(parse_texture(dds10({}, 103, 3, 0, 2).zeros(99).bytes(), "t.dds"),
                    Catch::Contains("PLANAR_420_8 is 2"));
  CHECK_THROWS_WITH(parse_texture(dds10({.depth = 2}, 103, 4, 0, 1).zeros(99).bytes(), "t.dds"),
                    Catch::Contains("SURFTYPE_3D"));
}

TEST_CASE("DX10 headers give arrays, cubes, volumes and 1D textures", "[image][dds]") {
  const Texture array = parse_texture(dds10({.levels = 3}, 61, 3, 0, 2).counting(2 * 21).bytes(), "t.dds");
  CHECK(array.image == functional::SurfaceImage{
                           .format = SurfaceFormat::kR8Unorm, .width = 4, .height = 4, .array_length = 2, .levels = 3});
  CHECK(array.texels[21] == std::byte{21});
  const Texture cube = parse_texture(dds10({}, 61, 3, 4, 2).counting(12 * 16).bytes(), "t.dds");
  CHECK(cube.image.type == SurfaceType::kCube);
  CHECK(cube.image.array_length == 2);
  const Texture volume = parse_texture(dds10({.depth = 3}, 61, 4, 0, 1).counting(48).bytes(), "t.dds");
  CHECK(volume.image.type == SurfaceType::k3D);
  CHECK(volume.image.depth == 3);
  CHECK(parse_texture(dds10({.height = 1}, 61, 2, 0, 1).counting(4).bytes(), "t.dds").image.type == SurfaceType::k1D);
}

TEST_CASE("a legacy cube map has six faces in order", "[image][dds]") {
  DdsHeader header{.flags = 0x20000, .bits = 8, .red = 0xFF, .caps2 = 0xFE00};
  const Texture cube = parse_texture(dds(header).counting(96).bytes(), "t.dds");
  CHECK(cube.image.type == SurfaceType::kCube);
  CHECK(cube.texels[5 * 16] == std::byte{80});
  header.caps2 = 0x0600;
  CHECK_THROWS_AS(parse_texture(dds(header).counting(96).bytes(), "t.dds"), Error);
}

TEST_CASE("damaged DDS files name the file, the problem and what was expected", "[image][dds]") {
  const auto text_of = [](const std::vector<std::byte>& bytes, ExitCode code) {
    try {
      parse_texture(bytes, "bad.dds");
    } catch (const Error& error) {
      CHECK(error.code() == code);
      return error.diagnostics().front().text();
    }
    return std::string{"accepted"};
  };
  const std::vector<std::byte> good = dds10({}, 61, 3, 0, 1).counting(16).bytes();
  CHECK(parse_texture(good, "t.dds").texels.size() == 16);
  CHECK(text_of({good.begin(), good.end() - 1}, ExitCode::kMalformedInput).find("bad.dds: ends too early") == 0);
  CHECK(text_of(dds10({}, 1000, 3, 0, 1).bytes(), ExitCode::kUnsupported).find("DXGI_FORMAT 1000") !=
        std::string::npos);
  CHECK(text_of(dds10({.width = 70000}, 61, 3, 0, 1).bytes(), ExitCode::kMalformedInput).find("width is 70000") !=
        std::string::npos);
  CHECK(text_of(dds10({.levels = 9}, 61, 3, 0, 1).bytes(), ExitCode::kMalformedInput).find("mip levels is 9") !=
        std::string::npos);
  CHECK(text_of(dds10({}, 61, 3, 0, 0xFFFFFFFF).bytes(), ExitCode::kMalformedInput).find("array length") !=
        std::string::npos);
  CHECK(text_of(MadeFile{}.text("GIF89a").bytes(), ExitCode::kMalformedInput).find("expected DDS, KTX") !=
        std::string::npos);
  for (std::size_t length = 0; length < good.size(); ++length) {
    CHECK_THROWS_AS(parse_texture(std::span{good}.first(length), "cut.dds"), Error);
  }
}

}  // namespace
}  // namespace texpipe::study
