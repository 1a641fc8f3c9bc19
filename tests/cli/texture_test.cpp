#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

const std::string kTextures = TEXPIPE_SOURCE_DIR "/configs/textures/";

std::string temporary(const std::string& name) {
  static const ScratchFolder folder;
  return (folder / name).string();
}

}  // namespace

TEST_CASE("texture info says what a file holds", "[cli][texture]") {
  const CommandOutcome text = run_texpipe("texture info " + kTextures + "brick_512_bc1_mips.dds");
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("BC1_UNORM") && Contains("512x512x1, 1 slice, 10 levels"));
  const CommandOutcome json = run_texpipe("texture info --json " + kTextures + "brick.png");
  CHECK(nlohmann::json::parse(json.out)["format"] == "L8_UNORM");
}

TEST_CASE("texture verbs say what a file leaves in doubt, and its swizzle", "[cli][texture]") {
  const std::string files = TEXPIPE_TEST_DATA "/textures/";
  const CommandOutcome cubes = run_texpipe("texture info " + files + "gli_style_cube_array2_misc0.dds");
  CHECK(cubes.code == 0);
  CHECK_THAT(cubes.out, Contains("SURFTYPE_CUBE") && Contains("12 slices, 1 level\n"));
  CHECK_THAT(cubes.err, Contains("misc0.dds: only DDSCAPS2 says that this is a cube map"));
  CHECK(run_texpipe("-q texture info " + files + "gli_style_cube_array2_misc0.dds").err.empty());
  const CommandOutcome swizzled = run_texpipe("texture info " + files + "swizzle_rrr1.ktx2");
  CHECK_THAT(swizzled.out, Contains("swizzle RRR1"));
  CHECK(nlohmann::json::parse(run_texpipe("texture info --json " + files + "swizzle_rrr1.ktx2").out)["channels"] ==
        "RRR1");
  const std::string file = temporary("swizzled.dds");
  CHECK_THAT(run_texpipe("texture mips " + files + "swizzle_rrr1.ktx2 -o " + file).err,
             Contains("2 levels of R8G8B8A8_UNORM, decoded from R8_UNORM"));
  CHECK_THAT(run_texpipe("texture decode " + files + "sr8.ktx --level 1 -o x.png").err,
             Contains("level 1 is not there; expected 0: there is one"));
}

TEST_CASE("texture decode writes PNG and npy", "[cli][texture]") {
  for (const char* name : {"texpipe_decode_test.png", "texpipe_decode_test.npy"}) {
    const std::string file = temporary(name);
    CHECK(run_texpipe("texture decode " + kTextures + "astronaut_256_rgba8_mips.dds --level 2 -o " + file).code == 0);
    CHECK(std::filesystem::file_size(file) > 1000);
    std::filesystem::remove(file);
  }
}

TEST_CASE("texture mips writes all levels as a DDS file and says in which format", "[cli][texture]") {
  const std::string file = temporary("levels.dds");
  const CommandOutcome grey = run_texpipe("texture mips " + kTextures + "brick.png -o " + file);
  CHECK(grey.code == 0);
  CHECK_THAT(grey.err, Contains("10 levels of L8_UNORM\n"));
  CHECK_THAT(run_texpipe("texture info " + file).out, Contains("L8_UNORM") && Contains("10 levels"));
  const CommandOutcome decoded =
      run_texpipe("texture mips " + kTextures + "brick_512_bc1_mips.dds -o " + file + " --force");
  CHECK_THAT(decoded.err, Contains("R8G8B8A8_UNORM, decoded from BC1_UNORM"));
  CHECK(run_texpipe("texture mips " + kTextures + "brick.png -o " + file).code == 2);
  CHECK(run_texpipe("texture mips " + file + " -o " + file + " --force").code == 2);
  CHECK(run_texpipe("texture mips " + kTextures + "brick.png -o x.png").code == 2);
  CHECK(run_texpipe("texture mips " + kTextures + "brick.png --format R8_UNRM -o " + temporary("x.dds")).code == 2);
  CHECK(run_texpipe("texture mips " + kTextures + "brick.png --format BC1_UNORM -o " + temporary("x.dds")).code == 8);
}

TEST_CASE("texture errors have their exit codes", "[cli][texture]") {
  CHECK(run_texpipe("texture decode " + kTextures + "brick.png -o x.jpg").code == 2);
  CHECK(run_texpipe("texture decode " + kTextures + "brick.png --level 1 -o " + temporary("x.png")).code == 2);
  CHECK(run_texpipe("texture info " + kTextures + "README.md").code == 4);
  CHECK(run_texpipe("texture info nothing.dds").code == 4);
  CHECK(run_texpipe("texture").code == 2);
  CHECK(run_texpipe("texture sheet -o x.jpg").code == 2);
  CHECK(run_texpipe("texture decode " + kTextures + "brick.png -o no/such/folder/x.png").code == 1);
  CHECK_THAT(run_texpipe("texture decode x.dds").err, Contains("see texpipe texture decode --help"));
}
