// Descriptions of pixel shaders: what is read, and what is refused at its line.
#include "workload/pixel_shader/pixel_shader_case.h"

#include <catch2/catch.hpp>

#include "functional/device/untimed_run.h"
#include "host/files/byte_reader.h"
#include "support/scratch_folder.h"
#include "workload/pixel_shader/pixel_shader_draw.h"

namespace texpipe::study {
namespace {

namespace fs = std::filesystem;

const fs::path kShaders = TEXPIPE_TEST_DATA "/kernels/pixel";

std::string text_of(const char* shader) {
  return read_text(kShaders / (std::string{shader} + ".yaml"));
}

/// A text with one place changed.
std::string changed(std::string text, const std::string& what, const std::string& to) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), to);
}

/// What is said of a description, with its line.
std::string refusal(const std::string& text) {
  const test::ScratchFolder folder;
  folder.write("x.yaml", text);
  try {
    read_pixel_shader_case(folder / "x.yaml");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    REQUIRE_FALSE(error.diagnostics().empty());
    CHECK(error.diagnostics().front().position.line != 0);
    return error.diagnostics().front().text();
  }
  return "accepted";
}

TEST_CASE("a description gives widths, resources, state and outputs", "[pixel_shader]") {
  const PixelShaderCase shader = read_pixel_shader_case(kShaders / "buffers_images.yaml");
  CHECK(shader.name == "buffers_images");
  REQUIRE(shader.dispatch.size() == 2);
  CHECK(shader.dispatch[1].lanes == 16);
  CHECK(shader.dispatch[1].entry == 0x300);
  CHECK(shader.dispatch[1].first_register == 10);
  CHECK(shader.constants.size() == 16);
  CHECK(shader.constants[8] == 0x3F34B4B5);
  REQUIRE(shader.bindings.size() == 6);
  CHECK(shader.bindings[4].place.text() == "buffer 1");
  CHECK(shader.bindings[5].place.text() == "texture hits");
  CHECK(shader.depth_clear == 0.85);
  CHECK(shader.outputs.size() == 5);
  CHECK(shader.agreement == Agreement::kExact);
  const PixelShaderCase arrays = read_pixel_shader_case(kShaders / "tex_index.yaml");
  CHECK(arrays.textures[2].elements == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 2}});
  CHECK(arrays.textures[3].elements == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 3}});
}

TEST_CASE("what a description leaves out has its value", "[pixel_shader]") {
  test::ScratchFolder folder;
  const auto read = [&](const std::string& text) {
    folder.write("x.yaml", text);
    return read_pixel_shader_case(folder / "x.yaml");
  };
  std::string text = text_of("buffers_images");
  CHECK(read(changed(text, ", clear: 0.85", "")).depth_clear == 0.85);
  for (const char* key : {"per_sample: false\n", "vector_mask: true\n", "kills_pixels: false\n", "samples: 1\n",
                          "stage: fragment\n", "samplers: []\n"})
    text = changed(text, key, "");
  const PixelShaderCase shader = read(text);
  CHECK(shader.samples == 1);
  CHECK_FALSE(shader.kills_pixels);
  CHECK(shader.samplers.empty());
  const PixelShaderCase gather =
      read(changed(text_of("gather"), ", border: [0x00000000, 0x00000000, 0x00000000, 0x00000000]", ""));
  CHECK(gather.samplers.at(0).border == std::array<std::uint32_t, 4>{});
}

TEST_CASE("buffers may be elements of an array, and attributes inputs that no vertex shader writes", "[pixel_shader]") {
  test::ScratchFolder folder;
  std::string text = text_of("buffers_images");
  text = changed(text, "buffer: binding 1, surface", "buffer: \"binding 1[2]\", surface");
  text = changed(text, "{binding: 1, kind", "{binding: \"1[2]\", kind");
  text = changed(text, "{buffer: 1, expected", "{buffer: \"1[2]\", expected");
  text = changed(text, "location: 0", "location: primitive id");
  folder.write("x.yaml", text);
  CHECK(read_pixel_shader_case(folder / "x.yaml").outputs.at(2).place.text() == "buffer 1[2]");
}

TEST_CASE("what is wrong with a description is told at its place", "[pixel_shader]") {
  const std::string text = text_of("buffers_images");
  using Catch::Matchers::Contains;
  CHECK(refusal(text) == "accepted");
  CHECK_THAT(refusal(changed(text, "stage: fragment", "stage: compute")), Contains("no stage that is drawn"));
  CHECK_THAT(refusal(changed(text, "samples: 1", "samples: 3")), Contains("expected 1, 2, 4, 8 or 16"));
  CHECK_THAT(refusal(changed(text, "per_sample: false", "per_sampel: false")), Contains("per_sample"));
  CHECK_THAT(refusal(changed(text, "texture: hits, surface", "texture: hit, surface")),
             Contains("no texture is named 'hit'"));
  CHECK_THAT(refusal(changed(text, "binding 1, surface", "binding 7, surface")), Contains("no buffer has binding 7"));
  CHECK_THAT(refusal(changed(text, "3DSTATE_WM:", "3DSTATE_VM:")), Contains("no command and no state structure"));
  CHECK_THAT(refusal(changed(text, "[0x78140000,", "[0x78150000,")), Contains("does not begin with the header"));
  CHECK_THAT(refusal(changed(text, "agreement: exact", "agreement: exakt")), Contains("exact"));
  CHECK_THAT(refusal(changed(text, "[0x3211F03F, ", "[")), Contains("expected 16"));
  CHECK_THAT(refusal(changed(text, "location: 0", "location: 9")), Contains("out of range"));
  CHECK_THAT(refusal(changed(text, "{buffer: 1, expected", "{bufer: 1, expected")), Contains("says no output"));
  CHECK_THAT(refusal(changed(text, "bindings: [3]", "bindings: [\"3[\"]")), Contains("'3[' is no binding"));
  CHECK_THAT(refusal(changed(text, "binding 1, surface", "block 1, surface")), Contains("'block 1' is no binding"));
  for (const char* place : {"kernel_slot: 0", "bytes: 128", "test: less", "made_by:", "levels: 1", "render_target: 0,"})
    CHECK_THAT(refusal(changed(text, place, "colour: 1, " + std::string{place})), Contains("colour"));
  CHECK_THAT(refusal("shader: x\n"), Contains("is missing"));
}

TEST_CASE("a draw refuses targets, files and surface states that do not fit its description", "[pixel_shader]") {
  PixelShaderCase shader = read_pixel_shader_case(kShaders / "buffers_images.yaml");
  SECTION("a target of another size") {
    shader.bindings[0].words[2] = 0x003F003F;
  }
  SECTION("a buffer that is an image") {
    shader.bindings[3].words = shader.bindings[2].words;
  }
  SECTION("a texture with a file of another size") {
    shader.textures[0].image.width = 16;
  }
  SECTION("a buffer with a file of another size") {
    shader.buffers[0].bytes = 100;
  }
  SECTION("a program behind the end of the code") {
    shader.dispatch[0].entry = 0x10000;
  }
  SECTION("depth without its buffer") {
    std::erase_if(shader.state, [](const ShaderStateWords& words) { return words.name == "3DSTATE_DEPTH_BUFFER"; });
  }
  try {
    make_pixel_shader_draw(shader, 8);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
  }
}

}  // namespace
}  // namespace texpipe::study
