// Timed runs of frames by the command: what they say.
#include <catch2/catch.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

std::string run_of_frame(const ScratchFolder& scratch, const std::string& timing) {
  scratch.write("frame.yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: frame, file: " TEXPIPE_SOURCE_DIR
                              "/tests/data/frames/stages.frames.zst}\n");
  return "run '" + (scratch / "frame.yaml").string() + "' --timing " + timing + " --out '" +
         (scratch / "out").string() + "'";
}

}  // namespace

TEST_CASE("the summary of a timed frame says that fixed functions take no time", "[cli][frame]") {
  const ScratchFolder scratch;
  const std::string line = "not timed      fixed functions of the 3D pipeline take no time\n";
  CHECK_THAT(run_texpipe(run_of_frame(scratch, "loosely_timed")).out, Contains(line));
  CHECK_THAT(run_texpipe(run_of_frame(scratch, "untimed") + " --force").out, !Contains(line));
}
