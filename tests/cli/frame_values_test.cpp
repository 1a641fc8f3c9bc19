// What frames draw does not depend on how they run: without time, with it, or as a sample.
#include <catch2/catch.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

/// Picture 0 of a recording of this folder's data.
std::string picture_of(const std::string& recording, const std::string& options) {
  const ScratchFolder scratch;
  scratch.write("frame.yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: frame, file: " TEXPIPE_SOURCE_DIR
                              "/tests/data/frames/" +
                                  recording + "}\n");
  INFO(recording << " " << options);
  REQUIRE(run_texpipe("run '" + (scratch / "frame.yaml").string() + "' -q --out '" + (scratch / "out").string() + "' " +
                      options)
              .code == 0);
  return scratch.read("out/picture_0.png");
}

}  // namespace

// The program samples cubes in both branches of a condition that differs between the pixels of a quad: levels of detail
// depend on what registers hold of pixels that the branch leaves out.
TEST_CASE("undefined levels of detail are the same with time and without", "[cli][frame]") {
  const std::string picture = picture_of("divergent_cube.frames.zst", "--timing untimed");
  CHECK(picture == picture_of("divergent_cube.frames.zst", "--timing loosely_timed"));
  CHECK(picture == picture_of("divergent_cube.frames.zst", "--timing loosely_timed --sample"));
  CHECK(picture == picture_of("divergent_cube.frames.zst", "--timing untimed --threads 2"));
}

// Each of 24 instances changes the number of every pixel in its turn, behind an interlock.
TEST_CASE("an interlock of pixel shaders holds in a sample, too", "[cli][frame]") {
  const std::string picture = picture_of("interlock.frames.zst", "--timing untimed");
  CHECK(picture == picture_of("interlock.frames.zst", "--timing loosely_timed"));
  CHECK(picture == picture_of("interlock.frames.zst", "--timing loosely_timed --sample"));
}
