// Timed runs of frames by the command: what they say.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
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

TEST_CASE("a timed frame leaves a row for each draw, and a sample of one does not", "[cli][frame]") {
  const ScratchFolder scratch;
  const auto has_rows = [&] { return std::filesystem::exists(scratch / "out" / "draws.csv"); };
  CHECK(run_texpipe(run_of_frame(scratch, "loosely_timed")).code == 0);
  const std::string table = scratch.read("out/draws.csv");
  CHECK_THAT(table, Contains("draw,first_cycle,last_cycle,cycles,limited_by,vertices,"));
  CHECK(std::count(table.begin(), table.end(), '\n') > 2);
  CHECK(run_texpipe(run_of_frame(scratch, "untimed") + " --force").code == 0);
  CHECK(!has_rows());
  const auto sampled = run_texpipe(run_of_frame(scratch, "loosely_timed") + " --sample --force");
  CHECK(sampled.code == 0);
  CHECK_THAT(sampled.out, Contains("sample         "));
  CHECK(!has_rows());
  CHECK_THAT(scratch.read("out/stats.json"), Contains("\"slice.frame.rasterizer\""));  // fixed functions take time
}
