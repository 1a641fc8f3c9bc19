// Timed runs of frames by the command: what they say, and what looks at single messages and cannot.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

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

TEST_CASE("what asks for single messages of a frame is refused by name", "[cli][frame]") {
  const ScratchFolder scratch;
  const std::string base = (scratch / "").string(), run = run_of_frame(scratch, "loosely_timed") + " -q";
  for (const auto& [option, name] : {std::pair<std::string, std::string>{" --maps", "--maps"},
                                     {" --sample", "--sample: a sample of a frame"},
                                     {" --record '" + base + "m.rec'", "--record"},
                                     {" --trace '" + base + "t.pftrace' --trace-pixel 3,4", "--trace-pixel"}}) {
    const CommandOutcome refused = run_texpipe(run + option);
    INFO(option);
    CHECK(refused.code == 8);
    CHECK_THAT(refused.err, Contains(name) && Contains("a frame"));
  }
  REQUIRE(run_texpipe(run).code == 0);
  const CommandOutcome why = run_texpipe("why '" + base + "out' --message 0.0");
  CHECK(why.code == 8);
  CHECK_THAT(why.err, Contains("a run of a frame"));
}
