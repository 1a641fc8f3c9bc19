// texpipe frame: recordings of frames on the command line.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kInterface = TEXPIPE_TEST_DATA "/frames/interface.frames.zst";

std::string in(const ScratchFolder& scratch, const std::string& name) {
  return "'" + (scratch / name).string() + "'";
}

}  // namespace

TEST_CASE("frame info counts what a recording holds, for people and for programs", "[cli][frames]") {
  const CommandOutcome text = run_texpipe("frame info " + kInterface);
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("draws        5 of the application, 3 of the driver"));
  CHECK_THAT(text.out, Contains("picture 0: 320 x 240, B8G8R8A8, 1280 bytes a row"));
  const CommandOutcome json = run_texpipe("frame info --json " + kInterface);
  REQUIRE(json.code == 0);
  const auto info = nlohmann::json::parse(json.out);
  CHECK(info["draws"]["application"] == 5);
  CHECK(info["commands"] == 273);
  CHECK(info["commands_by_name"]["3DPRIMITIVE"] == 8);
  CHECK(info["programs"].size() == 6);
}

TEST_CASE("frame draws has a row for each draw, as text, CSV and JSON", "[cli][frames]") {
  const CommandOutcome csv = run_texpipe("frame draws --csv " + kInterface);
  CHECK(csv.code == 0);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 9);
  CHECK_THAT(csv.out, StartsWith("draw,submission,maker,target,samples,topology,indexed,predicated,vertices,programs,"
                                 "depth,stencil,blend\n0,1,driver,R8_UINT 128x128,1,RECTLIST,false,false,3,"));
  const CommandOutcome json = run_texpipe("frame draws --json " + kInterface);
  CHECK(nlohmann::json::parse(json.out).size() == 8);
  CHECK_THAT(run_texpipe("frame draws " + kInterface).out, Contains("TRILIST           1110  depth off"));
}

TEST_CASE("frame dump and frame assemble are each other's way back, raw and packed", "[cli][frames]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe("frame dump --bytes " + kInterface + " > " + in(scratch, "a.txt")).code == 0);
  for (const std::string name : {"a.frames", "a.frames.zst"}) {
    REQUIRE(run_texpipe("frame assemble " + in(scratch, "a.txt") + " -o " + in(scratch, name)).code == 0);
    REQUIRE(run_texpipe("frame dump --bytes " + in(scratch, name) + " > " + in(scratch, "b.txt")).code == 0);
    CHECK(scratch.read("b.txt") == scratch.read("a.txt"));
  }
  CHECK(scratch.read("a.frames").size() == 92660);
  CHECK(scratch.read("a.frames.zst").size() < 20000);
}

TEST_CASE("a recording of frames that is none, and a draw that is not there, have their exit codes", "[cli][frames]") {
  const ScratchFolder scratch;
  scratch.write("text.frames", "no recording");
  const CommandOutcome foreign = run_texpipe("frame info " + in(scratch, "text.frames"));
  CHECK(foreign.code == 4);
  CHECK_THAT(foreign.err, Contains("is no recording of frames"));
  CHECK(foreign.out.empty());
  const CommandOutcome draw = run_texpipe("frame dump --draw 8 " + kInterface);
  CHECK(draw.code == 2);
  CHECK_THAT(draw.err, Contains("has no draw 8; expected 0 to 7"));
  scratch.write("wrong.txt", "map 0x1000 size 0x1000\nbatsh 0x1000\n");
  const CommandOutcome wrong = run_texpipe("frame assemble " + in(scratch, "wrong.txt") + " -o " + in(scratch, "x"));
  CHECK(wrong.code == 4);
  CHECK_THAT(wrong.err, Contains("wrong.txt:2:1: no statement is called \"batsh\"; did you mean batch?"));
  CHECK_FALSE(std::filesystem::exists(scratch / "x"));
}
