// DirectDraw surface files as programs really write them: fields left out, wrong, or against each other.
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "pictures/containers/dds_writer.h"
#include "pictures/containers/texture_files.h"
#include "pictures/texture/decode_texture.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {
namespace {

using functional::SurfaceType;
using gen9::SurfaceFormat;

const std::string kFiles = TEXPIPE_TEST_DATA "/textures/";

Texture read(const MadeFile& file) {
  return parse_texture(file.bytes(), "t.dds");
}

/// All remarks, a line each.
std::string remarks_of(const Texture& texture) {
  std::string text;
  for (const Diagnostic& remark : texture.remarks) text += remark.text() + '\n';
  return text;
}

std::vector<std::uint8_t> shown(const Texture& texture, TexturePlane plane = {}) {
  return picture_of(decode_plane(texture, plane)).rgba;
}

std::vector<std::uint8_t> first_pixel(const Texture& texture, TexturePlane plane = {}) {
  std::vector<std::uint8_t> rgba = shown(texture, plane);
  rgba.resize(4);
  return rgba;
}

using Pixel = std::vector<std::uint8_t>;

TEST_CASE("a cube map that only dwCaps2 states is read whole, with a remark", "[image][dds]") {
  const Texture cubes = read_texture(kFiles + "gli_style_cube_array2_misc0.dds");
  CHECK(cubes.image.type == SurfaceType::kCube);
  CHECK(cubes.image.array_length == 2);
  CHECK(first_pixel(cubes, {.slice = 11}) == Pixel{150, 0, 0, 255});
  CHECK_THAT(remarks_of(cubes), Catch::Contains("only DDSCAPS2 says that this is a cube map"));
  // An array size that counts faces.
  const Texture faces = read(dds10({.width = 1, .height = 1, .caps2 = 0xFE00}, 28, 3, 0, 12).counting(48));
  CHECK(faces.image.type == SurfaceType::kCube);
  CHECK(faces.image.array_length == 2);
  const Texture stated = read(dds10({.width = 1, .height = 1}, 28, 3, 4, 6).counting(24));
  CHECK(stated.image.type == SurfaceType::kCube);
  CHECK(stated.image.array_length == 1);
  CHECK_THAT(remarks_of(stated), Catch::Contains("counts 6 faces: read as 1 cube map"));
  // Faces without the flag of a cube map, and the flag without faces.
  for (const std::uint32_t caps2 : {0xFC00u, 0x0200u}) {
    const DdsHeader header{.width = 1, .height = 1, .flags = 0x20000, .bits = 8, .red = 0xFF, .caps2 = caps2};
    CHECK(read(dds(header).counting(6)).image.type == SurfaceType::kCube);
    CHECK(read(dds(header).counting(1)).image.type == SurfaceType::k2D);
  }
}

TEST_CASE("a cube map without all faces is refused with those that miss", "[image][dds]") {
  const DdsHeader header{.flags = 0x20000, .bits = 8, .red = 0xFF, .caps2 = 0x0600 | 0x1000};
  CHECK_THROWS_WITH(read(dds(header).counting(32)),
                    Catch::Contains("cube map without all six faces (-X, -Y, +Z, -Z missing)"));
}

TEST_CASE("a depth counts by either of its flags, or when the file has its bytes", "[image][dds]") {
  DdsHeader header{.width = 2, .height = 2, .depth = 3, .flags = 0x20000, .bits = 8, .red = 0xFF};
  header.header_flags = 0x801007;
  const Texture volume = read(dds(header).counting(12));
  CHECK(volume.image.type == SurfaceType::k3D);
  CHECK(volume.image.depth == 3);
  CHECK_THAT(remarks_of(volume), Catch::Contains("DDSCAPS2_VOLUME is not set, but a depth of 3"));
  CHECK(read(dds(header).counting(4)).image.type == SurfaceType::k2D);
  header.header_flags = 0x1007;
  CHECK(read(dds(header).counting(12)).image.type == SurfaceType::k3D);
  header.caps2 = 0x200000;
  const Texture plain = read(dds(header).counting(12));
  CHECK(plain.image.type == SurfaceType::k3D);
  CHECK(plain.remarks.empty());
  header.depth = 0;
  CHECK_THAT(remarks_of(read(dds(header).counting(4))), Catch::Contains("depth of the volume is 0: read as 1"));
}

TEST_CASE("rows that are padded lose their padding", "[image][dds]") {
  const Texture padded = read_texture(kFiles + "padded_pitch8.dds");
  CHECK(padded.texels.size() == 18);
  CHECK(shown(padded) == Pixel{255, 0,   0, 255, 0,   255, 0,   255, 0, 0,   255, 255, 255, 0,   0, 255, 0,   255,
                               0,   255, 0, 0,   255, 255, 255, 0,   0, 255, 0,   255, 0,   255, 0, 0,   255, 255});
  CHECK_THAT(remarks_of(padded), Catch::Contains("rows are padded to multiples of 4 bytes"));
  DdsHeader header{.width = 3, .height = 2, .levels = 2, .flags = 0x20000, .bits = 8, .red = 0xFF};
  CHECK(read(dds(header).counting(12)).texels ==
        std::vector{std::byte{0}, std::byte{1}, std::byte{2}, std::byte{4}, std::byte{5}, std::byte{6}, std::byte{8}});
  header.levels = 1;
  header.header_flags |= 0x8;
  header.pitch = 16;
  CHECK(read(dds(header).counting(32)).texels[3] == std::byte{16});
  // Bytes are left over behind padded rows, too.
  const Texture longer = read(dds(header).counting(35));
  CHECK(longer.texels[3] == std::byte{16});
  CHECK_THAT(remarks_of(longer), Catch::Contains("t.dds: 3 bytes behind the texels are not read"));
  // Tight rows, whatever the pitch says.
  CHECK(read(dds(header).counting(6)).texels[3] == std::byte{3});
}

TEST_CASE("bytes behind the texels are said, and what they may be", "[image][dds]") {
  const DdsHeader header{.flags = 0x20000, .bits = 8, .red = 0xFF};
  CHECK(read(dds(header).counting(16)).remarks.empty());
  CHECK_THAT(remarks_of(read(dds(header).counting(17))), Catch::Contains("1 byte behind the texels is not read"));
  CHECK_THAT(remarks_of(read(dds(header).counting(21))), Catch::Contains("has the bytes of 3"));
  CHECK_THROWS_WITH(read(dds(header).counting(15)),
                    Catch::Contains("ends too early: 15 bytes of texels; expected 16 for 4x4 L8_UNORM, 1 level"));
}

TEST_CASE("24 bits of blue, green and red become red, green and blue", "[image][dds]") {
  const Texture texture = read_texture(kFiles + "b8g8r8_24.dds");
  CHECK(texture.image.format == SurfaceFormat::kR8G8B8Unorm);
  CHECK(first_pixel(texture) == Pixel{3, 2, 1, 255});
  CHECK(texture.remarks.empty());
}

TEST_CASE("headers of wrong sizes and with empty fields are read with a remark", "[image][dds]") {
  const Texture small = read_texture(kFiles + "pf24.dds");
  CHECK(small.image.format == SurfaceFormat::kBc1Unorm);
  CHECK_THAT(remarks_of(small), Catch::Contains("pixel format size is 24; read as 32"));
  DdsHeader header{.flags = 0x20000, .bits = 8, .red = 0xFF};
  header.header_size = 24;
  CHECK_THAT(remarks_of(read(dds(header).counting(16))), Catch::Contains("header size is 24; read as 124"));
  header.header_size = 77;
  CHECK_THROWS_WITH(read(dds(header).counting(16)), Catch::Contains("header size is 77; expected 124"));
  const Texture empty = read_texture(kFiles + "dim0_array0.dds");
  CHECK(empty.image.type == SurfaceType::k2D);
  CHECK_THAT(remarks_of(empty), Catch::Contains("resource dimension is 0") && Catch::Contains("array size is 0"));
  CHECK(read(dds10({.depth = 2, .caps2 = 0x200000}, 61, 0, 0, 1).counting(32)).image.type == SurfaceType::k3D);
  CHECK_THAT(remarks_of(read(dds10({}, 61, 2, 0, 1).counting(4))),
             Catch::Contains("a height of 4 does not count in one dimension"));
  CHECK(read(dds10({}, 61, 2, 0, 1).counting(16)).image.type == SurfaceType::k2D);
  CHECK_THROWS_WITH(read(dds10({}, 61, 1, 0, 1).counting(32)), Catch::Contains("resource dimension 1 (BUFFER)"));
  CHECK_THROWS_WITH(read(dds10({}, 61, 7, 0, 1).counting(32)), Catch::Contains("resource dimension is 7"));
}

TEST_CASE("TYPELESS formats are read as numbers, and those that are not read are named", "[image][dds]") {
  const Texture texture = read_texture(kFiles + "dxgi27.dds");
  CHECK(texture.image.format == SurfaceFormat::kR8G8B8A8Unorm);
  CHECK_THAT(remarks_of(texture), Catch::Contains("DXGI_FORMAT 27 is TYPELESS; read as R8G8B8A8_UNORM"));
  CHECK(read(dds10({}, 94, 3, 0, 1).zeros(16)).image.format == SurfaceFormat::kBc6hUf16);
  CHECK(read(dds10({}, 39, 3, 0, 1).zeros(64)).image.format == SurfaceFormat::kR32Float);
  CHECK_THROWS_WITH(read(dds10({}, 104, 3, 0, 1).zeros(64)), Catch::Contains("DXGI_FORMAT 104 (P010)"));
  CHECK_THROWS_WITH(read(dds10({}, 134, 3, 0, 1).zeros(64)), Catch::Contains("DXGI_FORMAT 134 (ASTC)"));
}

TEST_CASE("luminance is told by its flag or by its only mask", "[image][dds]") {
  const auto format_of = [](const DdsHeader& header) { return read(dds(header).zeros(128)).image.format; };
  CHECK(read_texture(kFiles + "nvtt3_l8_luminance_and_rgb.dds").image.format == SurfaceFormat::kL8Unorm);
  CHECK(read_texture(kFiles + "d3dx_a8l8.dds").image.format == SurfaceFormat::kL8A8Unorm);
  CHECK(format_of({.flags = 0x20001, .bits = 8, .red = 0xFF, .alpha = 0xFF00}) == SurfaceFormat::kL8A8Unorm);
  CHECK(format_of({.flags = 0x41, .bits = 16, .red = 0xFF, .alpha = 0xFF00}) == SurfaceFormat::kL8A8Unorm);
  CHECK(format_of({.flags = 0, .bits = 8, .red = 0xFF}) == SurfaceFormat::kL8Unorm);
  CHECK(format_of({.flags = 1, .bits = 8, .alpha = 0xFF}) == SurfaceFormat::kA8Unorm);
  CHECK(format_of({.flags = 0x20000, .bits = 16, .red = 0xFFFF}) == SurfaceFormat::kL16Unorm);
  CHECK(format_of({.flags = 0x40, .bits = 16, .red = 0xFFFF}) == SurfaceFormat::kR16Unorm);
  CHECK(format_of({.flags = 0x40, .bits = 32, .red = 0xFFFFFFFF}) == SurfaceFormat::kR32Float);
}

TEST_CASE("masks that no surface format has are converted, and the remark says to what", "[image][dds]") {
  const Texture a4l4 =
      read(dds({.width = 1, .height = 1, .flags = 0x20001, .bits = 8, .red = 0xF, .alpha = 0xF0}).u8(0x3F));
  CHECK(a4l4.image.format == SurfaceFormat::kL8A8Unorm);
  CHECK(first_pixel(a4l4) == Pixel{255, 255, 255, 0x33});
  CHECK_THAT(remarks_of(a4l4), Catch::Contains("texels are converted to L8A8_UNORM"));
  const Texture rgb332 =
      read(dds({.width = 1, .height = 1, .flags = 0x40, .bits = 8, .red = 0xE0, .green = 0x1C, .blue = 3}).u8(0x46));
  CHECK(rgb332.image.format == SurfaceFormat::kR8G8B8A8Unorm);
  CHECK(first_pixel(rgb332) == Pixel{73, 36, 170, 255});
  // Whole bytes in another order: no doubt, no remark.
  const Texture abgr = read(dds({.width = 1,
                                 .height = 1,
                                 .flags = 0x41,
                                 .bits = 32,
                                 .red = 0xFF000000,
                                 .green = 0xFF0000,
                                 .blue = 0xFF00,
                                 .alpha = 0xFF})
                                .u32(0x01020304));
  CHECK(first_pixel(abgr) == Pixel{1, 2, 3, 4});
  CHECK(abgr.remarks.empty());
  CHECK_THROWS_WITH(read(dds({.flags = 0x40, .bits = 16, .red = 0xF0F, .green = 0xF0}).zeros(32)),
                    Catch::Contains("masks 0x00000F0F 0x000000F0") && Catch::Contains("flags 0x00000040 (DDPF_RGB)"));
}

TEST_CASE("flags that make a known format's masks another kind are named", "[image][dds]") {
  CHECK_THROWS_WITH(read(dds({.flags = 0x200, .bits = 32, .red = 0xFF0000, .green = 0xFF00, .blue = 0xFF}).zeros(64)),
                    Catch::Contains("32 bits with masks 0x00FF0000 0x0000FF00 0x000000FF 0x00000000 and flags "
                                    "0x00000200 (DDPF_YUV)"));
  CHECK_THROWS_WITH(read(dds({.flags = 0x40000, .bits = 32, .red = 0xFF, .green = 0xFF00, .blue = 0xFF0000}).zeros(64)),
                    Catch::Contains("DDPF_BUMPLUMINANCE"));
  const Texture opaque = read(
      dds({.flags = 0x40, .bits = 32, .red = 0xFF0000, .green = 0xFF00, .blue = 0xFF, .alpha = 0xFF000000}).zeros(64));
  CHECK(opaque.image.format == SurfaceFormat::kB8G8R8X8Unorm);
  CHECK_THAT(remarks_of(opaque), Catch::Contains("alpha mask 0xFF000000 does not count without DDPF_ALPHAPIXELS"));
}

TEST_CASE("masks of 10:10:10:2 are read exchanged, as D3DX writes them, and written so", "[image][dds]") {
  const Texture texture = read_texture(kFiles + "a2r10g10b10.dds");
  CHECK(texture.image.format == SurfaceFormat::kR10G10B10A2Unorm);
  CHECK_THAT(remarks_of(texture), Catch::Contains("10:10:10:2") && Catch::Contains("red and blue exchanged"));
  const auto format_of = [](const DdsHeader& header) { return read(dds(header).zeros(64)).image.format; };
  CHECK(
      format_of({.flags = 0x41, .bits = 32, .red = 0x3FF, .green = 0xFFC00, .blue = 0x3FF00000, .alpha = 0xC0000000}) ==
      SurfaceFormat::kB10G10R10A2Unorm);
  CHECK(format_of({.flags = 0x4, .four_cc = 35}) == SurfaceFormat::kB10G10R10A2Unorm);  // a number leaves no doubt
  CHECK(format_of({.flags = 0x4, .four_cc = 31}) == SurfaceFormat::kR10G10B10A2Unorm);
  const Texture blue_first{.image = {.format = SurfaceFormat::kB10G10R10A2Unorm, .width = 1, .height = 1},
                           .texels = std::vector<std::byte>(4, std::byte{0x21}),
                           .palette = {}};
  CHECK(parse_texture(dds_bytes(blue_first), "t.dds").image == blue_first.image);
}

TEST_CASE("normal maps in BC3 show red from alpha", "[image][dds]") {
  const Texture rxgb = read_texture(kFiles + "RXGB.dds");
  CHECK(rxgb.image.format == SurfaceFormat::kBc3Unorm);
  CHECK(channel_letters(rxgb.channels) == "AGB1");
  CHECK(first_pixel(rxgb) == Pixel{255, 0, 0, 255});
  // NVIDIA's tools keep the letters where the number of bits stands.
  const Texture named =
      read(dds({.flags = 0x80000004, .four_cc = four_letters("DXT5"), .bits = four_letters("xGxR")}).zeros(16));
  CHECK(channel_letters(named.channels) == "AG01");
  CHECK(channel_letters(read(dds({.flags = 0x4, .four_cc = four_letters("DXT5")}).zeros(16)).channels) == "RGBA");
}

TEST_CASE("formats of Direct3D 9 are told by masks, by FourCC and by number", "[image][dds]") {
  const auto format_of = [](const DdsHeader& header) { return read(dds(header).zeros(512)).image.format; };
  using enum SurfaceFormat;
  CHECK(format_of({.flags = 0x40, .bits = 16, .red = 0xF00, .green = 0xF0, .blue = 0xF}) == kB4G4R4A4Unorm);
  CHECK(first_pixel(
            read(dds({.width = 1, .height = 1, .flags = 0x40, .bits = 16, .red = 0xF00, .green = 0xF0, .blue = 0xF})
                     .u32(0xF))) == Pixel{0, 0, 255, 255});
  CHECK(format_of({.flags = 0x80000, .bits = 16, .red = 0xFF, .green = 0xFF00}) == kR8G8Snorm);
  CHECK(format_of(
            {.flags = 0x80000, .bits = 32, .red = 0x3FF00000, .green = 0xFFC00, .blue = 0x3FF, .alpha = 0xC0000000}) ==
        kR10G10B10SnormA2Unorm);
  CHECK(format_of({.flags = 0x40000, .bits = 16, .red = 0x1F, .green = 0x3E0, .blue = 0xFC00}) == kR5G5SnormB6Unorm);
  const std::pair<std::uint32_t, SurfaceFormat> numbers[] = {
      {20, kR8G8B8Unorm},   {21, kB8G8R8A8Unorm}, {22, kB8G8R8X8Unorm},     {23, kB5G6R5Unorm},
      {24, kB5G5R5X1Unorm}, {25, kB5G5R5A1Unorm}, {26, kB4G4R4A4Unorm},     {28, kA8Unorm},
      {32, kR8G8B8A8Unorm}, {33, kR8G8B8X8Unorm}, {34, kR16G16Unorm},       {50, kL8Unorm},
      {51, kL8A8Unorm},     {60, kR8G8Snorm},     {63, kR8G8B8A8Snorm},     {64, kR16G16Snorm},
      {81, kL16Unorm},      {111, kR16Float},     {112, kR16G16Float},      {113, kR16G16B16A16Float},
      {114, kR32Float},     {115, kR32G32Float},  {116, kR32G32B32A32Float}};
  for (const auto& [number, format] : numbers) {
    INFO(number);
    CHECK(format_of({.flags = 0x4, .four_cc = number}) == format);
  }
  // A FourCC counts without its flag when nothing else is said.
  CHECK(format_of({.flags = 0, .four_cc = four_letters("DXT1")}) == kBc1Unorm);
  CHECK_THAT(remarks_of(read(dds({.flags = 4, .four_cc = four_letters("DXT4")}).zeros(16))),
             Catch::Contains("'DXT4': colours are multiplied by alpha already"));
  CHECK(format_of(
            {.flags = 0x40000041, .bits = 32, .red = 0xFF, .green = 0xFF00, .blue = 0xFF0000, .alpha = 0xFF000000}) ==
        kR8G8B8A8UnormSrgb);
}

TEST_CASE("a file of one bit a texel has its first texel in the highest bit, and is written so", "[image][dds]") {
  const Texture texture = read(dds10({.width = 8, .height = 1}, 66, 3, 0, 1).u8(0x80));
  CHECK(texture.texels == std::vector{std::byte{1}});
  CHECK(first_pixel(texture)[0] == 255);
  CHECK(dds_bytes(texture).back() == std::byte{0x80});
}

TEST_CASE("hostile DDS files give one error before memory is taken", "[image][dds]") {
  for (const std::uint32_t size : {0u, 16385u, 0xFFFFFFFFu}) {
    CHECK_THROWS_AS(read(dds10({.width = size}, 61, 3, 0, 1).zeros(16)), Error);
    CHECK_THROWS_AS(read(dds10({.height = size}, 61, 3, 0, 1).zeros(16)), Error);
    CHECK_THROWS_AS(read(dds10({.depth = size ? size : 5000}, 61, 4, 0, 1).zeros(33)), Error);
  }
  CHECK_THROWS_AS(read(dds10({.levels = 0xFFFFFFFF}, 61, 3, 0, 1).zeros(16)), Error);
  CHECK_THROWS_AS(read(dds10({}, 61, 3, 4, 0xFFFFFFFF).zeros(16)), Error);
  CHECK_THROWS_AS(read(dds10({.width = 16384, .height = 16384}, 2, 3, 0, 2048).zeros(16)), Error);
  CHECK_THROWS_WITH(read(dds10({.levels = 4}, 61, 3, 0, 1).zeros(16)),
                    Catch::Contains("number of mip levels is 4; expected 1 to 3"));
  CHECK_THROWS_WITH(read(dds10({.width = 1, .height = 1, .levels = 4}, 61, 3, 0, 1).zeros(16)),
                    Catch::EndsWith("number of mip levels is 4; expected 1"));
}

}  // namespace
}  // namespace texpipe::study
