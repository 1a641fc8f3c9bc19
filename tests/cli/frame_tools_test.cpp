// Tools that look at single pixels, messages and phases of a frame.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// Study of a recording among the tests' data.
std::string study_of(const ScratchFolder& scratch, const std::string& recording) {
  scratch.write("frame.yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: frame, file: " TEXPIPE_SOURCE_DIR
                              "/tests/data/frames/" +
                                  recording + ".frames.zst}\n");
  return "run '" + (scratch / "frame.yaml").string() + "' -q ";
}

CommandOutcome run_to(const ScratchFolder& scratch, const std::string& recording, const std::string& timing,
                      const std::string& out, const std::string& more = "") {
  return run_texpipe(study_of(scratch, recording) + "--timing " + timing + " --out '" + (scratch / out).string() +
                     "' --force " + more);
}

Json why(const ScratchFolder& scratch, const std::string& out, const std::string& what) {
  const CommandOutcome outcome = run_texpipe("why '" + (scratch / out).string() + "' --json " + what);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return Json::parse(outcome.out);
}

const Json& map_of(const Json& scales, const std::string& picture, const std::string& name) {
  for (const Json& map : scales["maps"]) {
    if (map["picture"] == picture && map["name"] == name) return map;
  }
  FAIL("no map " << name << " of " << picture);
  return scales;
}

/// Primitives that cover a pixel are in the order of the draws; those that are shaded have a thread with its times,
/// which is one that paints, and each write begins with what the one before it left.
void check_coverage(const Json& answer) {
  REQUIRE_FALSE(answer["covered"].empty());
  std::uint64_t draw = 0;
  Json color;
  for (const Json& one : answer["covered"]) {
    CHECK(one["draw"].get<std::uint64_t>() >= draw);
    draw = one["draw"];
    CHECK(one["samples"] == 1);
    if (one["rejected"]) CHECK_FALSE(one.contains("thread"));
    if (!one.contains("thread")) continue;
    CHECK(one["thread_times"]["ended"].get<std::uint64_t>() > one["thread_times"]["started"].get<std::uint64_t>());
    for (const Json& write : one["writes"]) {
      if (!color.is_null()) CHECK(write["before"] == color);
      color = write["after"];
    }
    CHECK(std::any_of(answer["paints"].begin(), answer["paints"].end(), [&](const Json& paint) {
      return paint["draw"] == one["draw"] && paint["thread"] == one["thread"];
    }));
  }
}

}  // namespace

TEST_CASE("maps of a frame are those of its pictures' targets, the same in every timing, and change nothing",
          "[cli][frame][maps]") {
  const ScratchFolder scratch;
  for (const std::string timing : {"untimed", "loosely_timed", "approximately_timed"}) {
    REQUIRE(run_to(scratch, "interface", timing, timing, "--maps").code == 0);
    REQUIRE(run_to(scratch, "interface", timing, timing + "_without").code == 0);
    for (const char* file : {"/stats.json", "/picture_0.png", "/frame.json"})
      CHECK(scratch.read(timing + file) == scratch.read(timing + "_without" + file));
  }
  for (const std::string map : {"taps", "level", "footprints", "overdraw"}) {
    CAPTURE(map);
    const std::string file = "/picture_0_map_" + map + ".png", untimed = scratch.read("untimed" + file);
    CHECK(untimed.starts_with("\x89PNG"));
    CHECK(untimed == scratch.read("loosely_timed" + file));
    CHECK(untimed == scratch.read("approximately_timed" + file));
  }
  const Json scales = Json::parse(scratch.read("loosely_timed/maps.json"));
  const Json& overdraw = map_of(scales, "picture_0", "overdraw");
  CHECK(overdraw["width"] == 320);
  CHECK(overdraw["height"] == 240);
  // The interface draws its windows over a background.
  CHECK(overdraw["highest"] >= 2);
  CHECK(map_of(scales, "picture_0", "latency")["highest"] > 0);
  CHECK(map_of(scales, "picture_0", "latency")["pixels"] <= overdraw["pixels"]);
}

TEST_CASE("overdraw of a frame's picture leaves out the copy by which the driver hands it over", "[cli][frame][maps]") {
  const ScratchFolder scratch;
  REQUIRE(run_to(scratch, "stages", "untimed", "out", "--maps").code == 0);
  const Json scales = Json::parse(scratch.read("out/maps.json"));
  // Four patches on a cleared target: no pixel outside them is painted by a thread, though the copy has them all.
  CHECK(map_of(scales, "picture_0", "overdraw")["pixels"].get<int>() < 320 * 240);
  CHECK(map_of(scales, "picture_0", "overdraw")["pixels"].get<int>() > 0);
  CHECK(map_of(scales, "picture_1", "overdraw")["pixels"].get<int>() > 0);
}

TEST_CASE("a report shows a frame's picture, its maps and the histories of its pixels", "[cli][frame][maps][report]") {
  const ScratchFolder scratch;
  REQUIRE(run_to(scratch, "interface", "loosely_timed", "out", "--maps").code == 0);
  REQUIRE(run_texpipe("report '" + (scratch / "out").string() + "' -q --pixels 4").code == 0);
  const std::string page = scratch.read("out.html");
  CHECK_THAT(page, Contains("<section id=\"picture\">") && Contains("picture_0, overdraw") && Contains("painted"));
}

TEST_CASE("a pixel is shaded by the subslice to which its block is hashed", "[cli][frame][why]") {
  const ScratchFolder scratch;
  // A thread of a small triangle may have pixels of other blocks, too.
  const auto check = [&](unsigned width, unsigned height) {
    for (const unsigned x : {100, 116, 132}) {
      for (const unsigned y : {100, 104, 116}) {
        CAPTURE(width, height, x, y);
        const std::string place = std::to_string(x) + ',' + std::to_string(y);
        const CommandOutcome told = run_texpipe("why '" + (scratch / "out").string() + "' --pixel " + place);
        const unsigned subslice = (x / width + y / height) % 3;
        CHECK_THAT(told.out, Contains("on slice.subslice[" + std::to_string(subslice) + "].eu"));
      }
    }
  };
  REQUIRE(run_to(scratch, "interface", "loosely_timed", "out").code == 0);
  check(16, 4);  // as the recording's driver leaves it
  REQUIRE(
      run_to(scratch, "interface", "approximately_timed", "out", "-p slice.frame.pixel_hash.subslices=16x16").code ==
      0);
  check(16, 16);
}

TEST_CASE("why of a frame's pixel goes through the draws that painted it, with each message's time",
          "[cli][frame][why]") {
  const ScratchFolder scratch;
  Json before;
  for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
    REQUIRE(run_to(scratch, "interface", timing, timing).code == 0);
    const Json answer = why(scratch, timing, "--pixel 160,120");
    REQUIRE_FALSE(answer["paints"].empty());
    REQUIRE_FALSE(answer["copied_by"].empty());
    std::uint64_t draw = 0;
    for (const Json& paint : answer["paints"]) {
      CHECK(paint["draw"].get<std::uint64_t>() >= draw);
      draw = paint["draw"];
    }
    CHECK(answer["copied_by"].back().get<std::uint64_t>() > draw);
    check_coverage(answer);
    REQUIRE_FALSE(answer["messages"].empty());
    for (const Json& message : answer["messages"]) {
      CHECK(message["stage"] == "pixel shader");
      std::uint64_t sum = 0;
      for (const Json& share : message["times"]["shares"]) sum += share["cycles"].get<std::uint64_t>();
      CHECK(sum == message["times"]["latency"]);
      for (const Json& channel : message["channels"]) {
        CHECK(channel["pixel"] == Json({160, 120}));
        CHECK_FALSE(channel["texels"].empty());
        // Texels times weights, from textures as they were at the send, are what came back.
        for (std::size_t c = 0; c < 4 && channel.contains("returned"); ++c)
          CHECK(channel["result"][c].get<double>() == Approx(channel["returned"][c].get<double>()).margin(1e-5));
      }
    }
    if (!before.is_null()) {
      CHECK(before["paints"] == answer["paints"]);
      CHECK(before["covered"] == answer["covered"]);
    }
    before = answer;
  }
  const std::uint64_t draw = before["paints"].back()["draw"];
  const Json of_draw = why(scratch, "loosely_timed", "--pixel 160,120 --draw " + std::to_string(draw));
  for (const Json& paint : of_draw["paints"]) CHECK(paint["draw"] == draw);
  const Json by_name =
      why(scratch, "loosely_timed", "--message " + before["messages"].front()["message"].get<std::string>());
  CHECK(by_name["messages"].front()["draw"] == before["messages"].front()["draw"]);
  const CommandOutcome text = run_texpipe("why '" + (scratch / "loosely_timed").string() + "' --pixel 160,120");
  CHECK_THAT(text.out, Contains("painted     by draw " + std::to_string(draw)) && Contains("copied      by draw ") &&
                           Contains("sent by     draw ") && Contains(" before, ") && Contains("front face"));
}

TEST_CASE("questions that a frame cannot answer are refused with what it has", "[cli][frame][why]") {
  const ScratchFolder scratch;
  REQUIRE(run_to(scratch, "interface", "untimed", "out").code == 0);
  const std::string ask = "why '" + (scratch / "out").string() + "' ";
  for (const auto& [what, words] : {std::pair<std::string, std::string>{"--pixel 400,1", "it has 320x240 pixels"},
                                    {"--pixel 1,1 --picture 7", "notes no picture 7"},
                                    {"--pixel 1,1 --draw 999", "draw 999 paints no pixel (1, 1)"},
                                    {"--texel 1,0,0,0", "--draw N says"}}) {
    CAPTURE(what);
    const CommandOutcome refused = run_texpipe(ask + what);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains(words));
  }
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q --timing untimed -p workload.image=16x8 --out '" +
                      (scratch / "walk").string() + "'")
              .code == 0);
  const CommandOutcome walk = run_texpipe("why '" + (scratch / "walk").string() + "' --pixel 1,1 --draw 0");
  CHECK(walk.code == 2);
  CHECK_THAT(walk.err, Contains("only frames have"));
}

TEST_CASE("a trace of a frame's pixel has its messages alone and the same bytes in both timings",
          "[cli][frame][trace]") {
  const ScratchFolder scratch;
  const std::string base = (scratch / "").string();
  for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
    REQUIRE(run_to(scratch, "interface", timing, timing, "--trace '" + base + timing + ".kanata' --trace-pixel 160,120")
                .code == 0);
    REQUIRE(run_to(scratch, "interface", timing, timing + "_without").code == 0);
    CHECK(scratch.read(timing + "/stats.json") == scratch.read(timing + "_without/stats.json"));
  }
  const std::string pixel = scratch.read("loosely_timed.kanata");
  CHECK_FALSE(pixel.empty());
  CHECK(pixel == scratch.read("approximately_timed.kanata"));
  REQUIRE(run_to(scratch, "interface", "loosely_timed", "whole", "--trace '" + base + "whole.kanata'").code == 0);
  CHECK(pixel.size() * 10 < scratch.read("whole.kanata").size());
}

TEST_CASE("cycles of a frame's sample are within their bound of the whole frame's", "[cli][frame][sample]") {
  const ScratchFolder scratch;
  study_of(scratch, "interface");
  REQUIRE(run_texpipe("run '" + (scratch / "frame.yaml").string() + "' --timing loosely_timed --sample --out '" +
                      (scratch / "sampled").string() + "'")
              .code == 0);
  REQUIRE(run_to(scratch, "interface", "loosely_timed", "whole").code == 0);
  const auto sampled = nlohmann::json::parse(scratch.read("sampled/stats.json"));
  const auto whole = nlohmann::json::parse(scratch.read("whole/stats.json"));
  CHECK(sampled["sampled"]["groups"] < sampled["sampled"]["of_groups"]);
  CHECK(std::abs(sampled["cycles"].get<double>() - whole["cycles"].get<double>()) <=
        sampled["sampled"]["cycles_within"].get<double>());
}

TEST_CASE("explain tries changes of the machine on a frame", "[cli][frame][explain]") {
  const ScratchFolder scratch;
  REQUIRE(run_to(scratch, "interface", "loosely_timed", "run").code == 0);
  const CommandOutcome explained = run_texpipe("explain '" + (scratch / "run").string() + "' -q --runs 4");
  INFO(explained.err);
  CHECK(explained.code == 0);
  CHECK_THAT(explained.out, Contains("4 runs of changed machines") && Contains("fewer"));
}

TEST_CASE(
    "a replay of a frame's recording has every statistic of a run whose fixed functions take no time, and draws "
    "nothing",
    "[cli][frame][recording]") {
  const ScratchFolder scratch;
  const std::string base = (scratch / "").string();
  scratch.write("replay.yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                               "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: messages, file: "
                               "loosely_timed.rec}\n");
  for (const std::string recording : {"stages", "interface"}) {
    for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
      CAPTURE(recording, timing);
      REQUIRE(run_to(scratch, recording, timing, timing,
                     "-p slice.frame.enabled=false --record '" + base + timing + ".rec'")
                  .code == 0);
      const CommandOutcome replay =
          run_texpipe("run '" + base + "replay.yaml' -q --force --timing " + timing + " --out '" + base + "replay'");
      INFO(replay.err);
      REQUIRE(replay.code == 0);
      CHECK(scratch.read("replay/stats.json") == scratch.read(timing + "/stats.json"));
      CHECK(scratch.read("replay/picture_0.png").empty());
    }
    CHECK(scratch.read("loosely_timed.rec") == scratch.read("approximately_timed.rec"));
  }
}

TEST_CASE("a recording of a frame's replay replays as the first, and why and samples point at the frame",
          "[cli][frame][recording]") {
  const ScratchFolder scratch;
  const std::string base = (scratch / "").string();
  REQUIRE(run_to(scratch, "interface", "loosely_timed", "run",
                 "-p slice.frame.enabled=false --record '" + base + "first.rec'")
              .code == 0);
  for (const std::string number : {"first", "second"})
    scratch.write(number + ".yaml", "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                                    "/configs/machines/kaby_lake_gt2.yaml\ntiming: loosely_timed\n"
                                    "workload: {kind: messages, file: " +
                                        number + ".rec}\n");
  REQUIRE(
      run_texpipe("run '" + base + "first.yaml' -q --record '" + base + "second.rec' --out '" + base + "first'").code ==
      0);
  REQUIRE(run_texpipe("run '" + base + "second.yaml' -q --out '" + base + "second'").code == 0);
  CHECK(scratch.read("second/stats.json") == scratch.read("run/stats.json"));
  const CommandOutcome why = run_texpipe("why '" + base + "first' --message 0.0");
  CHECK(why.code == 8);
  CHECK_THAT(why.err, Contains("a run of the frame itself has histories"));
  const CommandOutcome sample = run_texpipe("run '" + base + "first.yaml' --sample --out '" + base + "sample'");
  CHECK(sample.code == 0);
  CHECK_THAT(sample.err, Contains("the frame itself can be sampled"));
}
