#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

// A 2D surface of 64 by 64 R8G8B8A8_UNORM texels at 0x00100000 in Y tiles, 256 bytes from row to row.
const std::string kSurface =
    "0x231d7000 0x00000000 0x003f003f 0x000000ff 0x00000000 0x00000000 0x00000000 0x09770000 0x00100000 "
    "0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000";

json decoded(const std::string& arguments) {
  const CommandOutcome outcome = run_texpipe("state decode --json " + arguments);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return json::parse(outcome.out)["states"];
}

std::string value_of(const json& state, const std::string& key) {
  for (const json& field : state["fields"]) {
    if (field["key"] == key) return field["value"];
  }
  return "";
}

}  // namespace

TEST_CASE("state decode prints the fields of words as they are pasted", "[cli][state]") {
  std::string commas = kSurface, bare = kSurface;
  for (char& c : commas) c = c == ' ' ? ',' : c;
  for (std::size_t at = bare.find("0x"); at != std::string::npos; at = bare.find("0x")) bare.erase(at, 2);
  for (const std::string& words : {kSurface, commas, bare}) {
    const json states = decoded("surface " + words);
    REQUIRE(states.size() == 1);
    CHECK(value_of(states[0], "surface_type") == "SURFTYPE_2D");
    CHECK(value_of(states[0], "surface_format") == "R8G8B8A8_UNORM");
    CHECK(value_of(states[0], "width") == "64");
  }
  CHECK_THAT(run_texpipe("state decode surface " + kSurface).out,
             Contains("RENDER_SURFACE_STATE\n") && Contains("DW2 13:0") && Contains("width "));
}

TEST_CASE("state encode gives the words of fields, and of words that it begins with", "[cli][state]") {
  const CommandOutcome encoded = run_texpipe(
      "state encode surface surface_type=SURFTYPE_2D surface_format=R8G8B8A8_UNORM tile_mode=YMAJOR width=64 height=64 "
      "surface_pitch=256 surface_base_address=0x100000 cube_face_enables=0");
  INFO(encoded.err);
  CHECK(encoded.out == kSurface + "\n");
  CHECK(run_texpipe("state encode surface --from '" + kSurface + "'").out == kSurface + "\n");
  const CommandOutcome changed = run_texpipe("state encode surface --from '" + kSurface + "' width=65");
  CHECK_THAT(changed.out, Contains("0x003f0040"));
  const CommandOutcome refused = run_texpipe("state encode surface widht=64");
  CHECK(refused.code == 4);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, Contains("did you mean width?"));
}

TEST_CASE("state decode reads dumps, at an address and several states in a row", "[cli][state]") {
  const ScratchFolder scratch;
  scratch.write("error.txt",
                "render ring --- dynamic = 0x00000000 00020000\n00000000 :  80000000\n00000004 :  00000000\n"
                "00000008 :  00000000\n0000000c :  00000000\n00000010 :  00000000\n00000014 :  00000000\n"
                "00000018 :  00000000\n0000001c :  00000092\n");
  const std::string file = "'" + (scratch / "error.txt").string() + "'";
  CHECK(decoded("sampler " + file).size() == 2);
  const json second = decoded("sampler --at 0x20010 " + file);
  CHECK(second[0]["address"] == "0x00020010");
  CHECK(value_of(second[0], "tcx_address_control_mode") == "CLAMP");
  const CommandOutcome piped = shell("texpipe state decode sampler --at 0x20010 - < " + file);
  CHECK_THAT(piped.out, Contains("SAMPLER_STATE at 0x00020010") && Contains("CLAMP"));
  const CommandOutcome outside = run_texpipe("state decode sampler --at 0x30000 " + file);
  CHECK(outside.code == 4);
  CHECK_THAT(outside.err, Contains("no word at 0x30000") && Contains("0x20000 to 0x2001f"));
}

TEST_CASE("of a dump with sections their list is printed, and where words begin is asked for", "[cli][state]") {
  const std::string file = " tests/data/hang/error_state_packed.txt";
  const CommandOutcome sections = run_texpipe("state sections" + file);
  CHECK(sections.code == 0);
  CHECK_THAT(sections.out, Contains("0x00010000") && Contains("192 bytes") && Contains("--- surface state"));
  CHECK(json::parse(run_texpipe("state sections --json" + file).out)["sections"].size() == 6);
  const CommandOutcome open = run_texpipe("state decode surface" + file);
  CHECK(open.code == 2);
  CHECK_THAT(open.err, Contains("6 sections") && Contains("texpipe state sections"));
  CHECK_THAT(run_texpipe("state decode batch" + file).out, Contains("STATE_BASE_ADDRESS at 0x00040000"));
  CHECK(decoded("sampler '00020000: 80000000 00000000 00000000 00000092'")[0]["address"] == "0x00020000");
  CHECK_THAT(run_texpipe("state decode sampler 2147483648 0 0 0").err, Contains("in decimal this is 0x80000000"));
}

TEST_CASE("state refuses a wrong number of words and words that are none", "[cli][state]") {
  const CommandOutcome few = run_texpipe("state decode surface 0 1 2");
  CHECK(few.code == 4);
  CHECK_THAT(few.err, Contains("RENDER_SURFACE_STATE has 16 DWords; 3 given"));
  CHECK(run_texpipe("state decode sampler 0 1 2 3 4").code == 4);
  CHECK(run_texpipe("state decode sampler 0 1 2 three").code == 2);
  CHECK(run_texpipe("state decode viewport 0 1").code == 4);
  CHECK(run_texpipe("state decode no-such-state 0").code == 4);
  CHECK(run_texpipe("state decode sampler --at 0x10 0 1 2 3").code == 2);
}

TEST_CASE("state decode names reserved codes beside the other fields", "[cli][state]") {
  const CommandOutcome outcome = run_texpipe("state decode sampler 00020000 0 0 f8000000");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("min_mode_filter") && Contains("reserved[3]") && Contains("0xf8000000"));
  CHECK_THAT(run_texpipe("state decode sampler 00200000 0 0 0").out, Contains("reserved, or not listed in"));
}

TEST_CASE("state explain has bits, values and source of a field, state list the states", "[cli][state]") {
  const CommandOutcome field = run_texpipe("state explain surface mip_count");
  CHECK_THAT(field.out, Contains("DW5 3:0") && Contains("1 to 16: bits + 1") && Contains("source"));
  CHECK_THAT(run_texpipe("state explain sampler tcx").out, Contains("DW3 8:6") && Contains("MIRROR_ONCE"));
  CHECK_THAT(run_texpipe("state explain blend").out, Contains("entry[0].logic_op_function"));
  CHECK(run_texpipe("state explain sampler address_control").code == 4);
  CHECK_THAT(run_texpipe("state list").out,
             Contains("surface ") && Contains("SAMPLER_STATE") && Contains("SF_CLIP_VIEWPORT"));
}

TEST_CASE("state address gives the addresses of texels, and refuses those outside", "[cli][state]") {
  const json texels = json::parse(run_texpipe("state address --json --x 0,4,32 --y 0,1 " + kSurface).out)["texels"];
  REQUIRE(texels.size() == 6);
  CHECK(texels[0]["address"] == "0x00100000");
  CHECK(texels[1]["address"] == "0x00100200");
  CHECK(texels[2]["address"] == "0x00101000");
  CHECK(texels[3]["address"] == "0x00100010");
  const CommandOutcome outside = run_texpipe("state address --x 64 " + kSurface);
  CHECK(outside.code == 4);
  CHECK_THAT(outside.err, Contains("expected 0 to 63"));
  CHECK(run_texpipe("state address --lod 1 " + kSurface).code == 4);
}
