#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("verify counts cases and says which part executed them", "[cli][verify]") {
  const CommandOutcome outcome = run_texpipe("verify --filter format_ --json " TEXPIPE_TEST_DATA "/golden");
  CHECK(outcome.code == 0);
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["passed"] == 123);
  CHECK(json["passed_by_decode_table"] == 17);
  CHECK_THAT(run_texpipe("verify --filter wrap_ " TEXPIPE_TEST_DATA "/golden").out,
             Contains("30 cases, untimed: 30 passed"));
}

TEST_CASE("verify sends its messages through a machine with time", "[cli][verify]") {
  const CommandOutcome timed =
      run_texpipe("verify --filter grad_ --timing approximately_timed " TEXPIPE_TEST_DATA "/golden");
  CHECK(timed.code == 0);
  CHECK_THAT(timed.out, Contains("24 cases, approximately_timed: 24 passed"));
  CHECK_THAT(run_texpipe("verify --filter grad_ --timing loosely_timed " TEXPIPE_TEST_DATA "/golden").out,
             Contains("24 cases, loosely_timed: 24 passed"));
}

TEST_CASE("verify takes the machine that it is given", "[cli][verify]") {
  const std::string golden = " --filter lod_control_01 " TEXPIPE_TEST_DATA "/golden";
  const std::string timed = "verify --timing approximately_timed --check-protocols --machine " TEXPIPE_SOURCE_DIR
                            "/configs/machines/kaby_lake_gt2.yaml";
  CHECK(run_texpipe(timed + golden).code == 0);
  CHECK(run_texpipe(timed + " -p slice.subslice[*].sampler.l1.mshrs=1" + golden).code == 0);
  CHECK(run_texpipe(timed + " -p slice.subslice[*].sampler.l1.mshr=1" + golden).code == 3);
  CHECK(run_texpipe("verify --machine x.yaml" + golden).code == 2);
}

TEST_CASE("verify sends gradients of cubes as the switch says, with and without time", "[cli][verify][R28]") {
  const std::string golden = " -p sample_d.cube_direction=true --filter grad_02 " TEXPIPE_TEST_DATA "/golden";
  CHECK_THAT(run_texpipe("verify" + golden).out, Contains("5 cases, untimed: 5 passed"));
  CHECK_THAT(run_texpipe("verify --timing approximately_timed" + golden).out,
             Contains("5 cases, approximately_timed: 5 passed"));
  const CommandOutcome machine = run_texpipe("verify -p slice.l3.banks=2" + golden);
  CHECK(machine.code == 2);
  CHECK_THAT(machine.err, Contains("untimed verification has no machine"));
}

TEST_CASE("verify has an exit code for each outcome", "[cli][verify]") {
  CHECK(run_texpipe("verify nothing_here").code == 4);
  CHECK(run_texpipe("verify --timing soon " TEXPIPE_TEST_DATA "/golden").code == 2);
}

TEST_CASE("verify takes a recording of frames by what it holds, whatever its name", "[cli][verify][frame]") {
  const ScratchFolder scratch;
  const std::filesystem::path frames = std::filesystem::path{TEXPIPE_TEST_DATA} / "frames";
  std::filesystem::copy_file(frames / "interface.frames.zst", scratch / "picture.zst");
  const CommandOutcome alone = run_texpipe("verify '" + (scratch / "picture.zst").string() + "'");
  CHECK(alone.code == 5);
  CHECK_THAT(alone.out + alone.err, Contains("has nothing to be compared with"));
  scratch.write("nothing.zst", "no recording");
  CHECK(run_texpipe("verify '" + (scratch / "nothing.zst").string() + "'").code == 4);
}
