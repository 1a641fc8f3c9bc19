#include <catch2/catch.hpp>
#include <filesystem>

#include "base/diagnostic.h"
#include "pictures/containers/texture_files.h"
#include "pictures/npy/npy.h"
#include "pictures/texture/png.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {
namespace {

TEST_CASE("a written PNG is read back to the same bytes", "[image][png]") {
  Picture picture{.width = 5, .height = 3};
  for (unsigned i = 0; i < 60; ++i) picture.rgba.push_back(static_cast<std::uint8_t>(i * 37));
  const std::vector<std::byte> file = png_bytes(picture);
  const Texture texture = parse_texture(file, "t.png");
  CHECK(texture.image.format == gen9::SurfaceFormat::kR8G8B8A8Unorm);
  CHECK(texture.image.width == 5);
  CHECK(std::memcmp(texture.texels.data(), picture.rgba.data(), 60) == 0);
  for (std::size_t length = 0; length + 12 < file.size(); ++length) {
    CHECK_THROWS_AS(parse_texture(std::span{file}.first(length), "cut.png"), Error);
  }
}

TEST_CASE("PNG colour types become L, RGBA and their 16-bit forms", "[image][png]") {
  const std::string folder = TEXPIPE_SOURCE_DIR "/configs/textures/";
  const Texture grey = read_texture(folder + "brick.png");
  CHECK(grey.image.format == gen9::SurfaceFormat::kL8Unorm);
  CHECK(grey.image.width == 512);
  const Texture colour = read_texture(folder + "coffee.png");
  CHECK(colour.image.format == gen9::SurfaceFormat::kR8G8B8A8Unorm);
  CHECK(colour.image.width == 600);
  CHECK(colour.texels[3] == std::byte{255});
}

TEST_CASE("a written array is read back with its shape and type", "[image][npy]") {
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  const NpyArray array = parse_npy(npy_bytes(npy_of(values, {3, 2})), "t.npy");
  CHECK(array.type == NpyType::kFloat32);
  CHECK(array.shape == std::vector<std::uint64_t>{3, 2});
  CHECK(array.as<float>()[5] == 6);
  CHECK(npy_bytes(npy_of(values, {6})).size() % 64 == 24);  // the header ends on 64 bytes
  CHECK(parse_npy(npy_bytes(npy_of(values, {6})), "t.npy").shape == std::vector<std::uint64_t>{6});
}

TEST_CASE("damaged arrays are refused", "[image][npy]") {
  const auto header = [](std::string text) {
    MadeFile file;
    file.text("\x93NUMPY\x01").u8(0).u8(static_cast<std::uint8_t>(text.size())).u8(0).text(text);
    return file;
  };
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  CHECK(parse_npy(header(good).zeros(8).bytes(), "t").elements() == 2);
  CHECK_THROWS_AS(parse_npy(header(good).zeros(7).bytes(), "t"), Error);
  for (const char* bad : {"{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }",
                          "{'descr': '<f4', 'fortran_order': True, 'shape': (2,), }",
                          "{'descr': '<f4', 'fortran_order': False, 'shape': (x,), }",
                          "{'descr': '<f4', 'fortran_order': False, 'shape': (2",
                          "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
                          "{'descr': '", "{}", "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }"}) {
    INFO(bad);
    CHECK_THROWS_AS(parse_npy(header(bad).zeros(64).bytes(), "t"), Error);
  }
}

TEST_CASE("a file that is not there is an error that names it", "[image]") {
  try {
    read_texture("no/such/file.dds");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    CHECK(error.diagnostics().front().position.file == "no/such/file.dds");
  }
}

}  // namespace
}  // namespace texpipe::study
