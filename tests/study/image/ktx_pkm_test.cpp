#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "study/image/texture.h"
#include "study/image/texture_files.h"

namespace texpipe::study {
namespace {

using functional::SurfaceType;
using gen9::SurfaceFormat;

FileBytes ktx1(std::uint32_t internal_format, std::uint32_t format, std::uint32_t width, std::uint32_t height,
               std::uint32_t array, std::uint32_t faces, std::uint32_t levels) {
  FileBytes file;
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

TEST_CASE("KTX 1 tells BGRA from RGBA and knows ETC", "[image][ktx]") {
  CHECK(parse_texture(ktx1(0x8058, 0x80E1, 1, 1, 0, 1, 1).u32(4).zeros(4).bytes(), "t.ktx").image.format ==
        SurfaceFormat::kB8G8R8A8Unorm);
  CHECK(parse_texture(ktx1(0x9278, 0, 4, 4, 0, 6, 1).u32(16).zeros(96).bytes(), "t.ktx").image.type ==
        SurfaceType::kCube);
  CHECK_THROWS_AS(parse_texture(ktx1(0x1234, 0, 4, 4, 0, 1, 1).u32(16).zeros(96).bytes(), "t.ktx"), Error);
}

FileBytes ktx2(std::uint32_t format, std::uint32_t scheme, std::uint32_t layers, std::uint32_t levels) {
  FileBytes file;
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
  FileBytes file = ktx2(9, 0, 2, 2);
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

TEST_CASE("supercompression is refused by its name", "[image][ktx]") {
  try {
    parse_texture(ktx2(9, 2, 0, 1).bytes(), "t.ktx2");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
    CHECK(error.diagnostics().front().text().find("Zstandard") != std::string::npos);
  }
}

TEST_CASE("KTX 2 level indices beyond the file are refused", "[image][ktx]") {
  FileBytes file = ktx2(9, 0, 0, 1);
  file.u64(~std::uint64_t{0} - 4).u64(16).u64(16).zeros(64);
  CHECK_THROWS_AS(parse_texture(file.bytes(), "t.ktx2"), Error);
}

TEST_CASE("PKM files hold one level of blocks", "[image][pkm]") {
  FileBytes file;
  file.text("PKM 20").u8(0).u8(3).u8(0).u8(8).u8(0).u8(4).u8(0).u8(5).u8(0).u8(3).counting(32);
  const Texture texture = parse_texture(file.bytes(), "t.pkm");
  CHECK(texture.image.format == SurfaceFormat::kEtc2EacRgba8);
  CHECK(texture.image.width == 5);
  CHECK(texture.image.height == 3);
  CHECK(texture.texels.size() == 32);
  CHECK_THROWS_AS(parse_texture(FileBytes{}.text("PKM 30").zeros(100).bytes(), "t.pkm"), Error);
}

}  // namespace
}  // namespace texpipe::study
