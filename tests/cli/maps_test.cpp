#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kStudy = "run configs/studies/first_look.yaml -q -p workload.image=64x48 --maps ";

Json scales_of(const ScratchFolder& scratch, const std::string& run) {
  Json by_name;
  const Json scales = Json::parse(scratch.read(run + "/maps.json"));
  for (const Json& map : scales["maps"]) by_name[map["name"]] = map;
  return by_name;
}

/// A statistic of all blocks whose path ends so.
double sum_of(const Json& stats, const std::string& group_end, const std::string& name, const char* part = "value") {
  double sum = 0;
  for (const Json& group : stats["groups"]) {
    if (!group["path"].get<std::string>().ends_with(group_end)) continue;
    for (const Json& statistic : group["statistics"]) {
      if (statistic["name"] == name) sum += statistic[part].get<double>();
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("maps of taps level and footprints are the same with and without time", "[cli][maps]") {
  const ScratchFolder scratch;
  const std::string base = (scratch / "").string();
  for (const std::string timing : {"untimed", "loosely_timed", "approximately_timed"})
    REQUIRE(run_texpipe(kStudy + ("--timing " + timing + " --out '" + base + timing + "'")).code == 0);
  for (const std::string map : {"taps", "level", "footprints"}) {
    CAPTURE(map);
    const std::string untimed = scratch.read("untimed/map_" + map + ".png");
    CHECK(untimed.starts_with("\x89PNG"));
    CHECK(untimed == scratch.read("loosely_timed/map_" + map + ".png"));
    CHECK(untimed == scratch.read("approximately_timed/map_" + map + ".png"));
  }
  for (const std::string map : {"latency", "misses"})
    CHECK(scratch.read("loosely_timed/map_" + map + ".png") == scratch.read("approximately_timed/map_" + map + ".png"));
  CHECK_FALSE(scales_of(scratch, "untimed").contains("latency"));
  CHECK(scratch.read("untimed/map_latency.png").empty());
}

TEST_CASE("maps leave the statistics as they are and agree with them", "[cli][maps]") {
  const ScratchFolder scratch;
  for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
    CAPTURE(timing);
    const std::string with = (scratch / (timing + "_with")).string(), without = (scratch / timing).string();
    const std::string study =
        "run configs/studies/first_look.yaml -q -p workload.image=64x48 -p workload.walk=rotating_zoom --timing " +
        timing;
    REQUIRE(run_texpipe(study + " --maps --out '" + with + "'").code == 0);
    REQUIRE(run_texpipe(study + " --out '" + without + "'").code == 0);
    CHECK(scratch.read(timing + "_with/stats.json") == scratch.read(timing + "/stats.json"));
    const Json stats = Json::parse(scratch.read(timing + "/stats.json"));
    const Json maps = scales_of(scratch, timing + "_with");
    const double pixels = 64 * 48;
    CHECK(maps["latency"]["pixels"] == pixels);
    CHECK(maps["latency"]["highest"].get<double>() > 0);
    // Every footprint has up to four pixels.
    const double footprints = sum_of(stats, "sampler.front_end", "footprints");
    CHECK(maps["footprints"]["mean"].get<double>() * pixels <= 4 * footprints);
    CHECK(maps["footprints"]["mean"].get<double>() * pixels >= footprints);
    const double misses = sum_of(stats, "sampler.l1", "misses");
    CHECK(maps["misses"]["mean"].get<double>() * pixels <= 4 * misses);
    CHECK(maps["misses"]["mean"].get<double>() * pixels >= misses);
  }
}

TEST_CASE("a report shows the maps of a run with their scales", "[cli][maps][report]") {
  const ScratchFolder scratch;
  const std::string run = (scratch / "run").string();
  REQUIRE(run_texpipe(kStudy + ("--out '" + run + "'")).code == 0);
  REQUIRE(run_texpipe("report '" + run + "' -q").code == 0);
  const std::string page = scratch.read("run.html");
  CHECK_THAT(page, Contains("<section id=\"maps\">") && Contains("latency: from the send of the pixel") &&
                       Contains("linear-gradient(to right, rgb("));
  CHECK(page.size() < (2u << 20));
}

TEST_CASE("maps of a replay are those of the recorded run with values and without", "[cli][maps][recording]") {
  const ScratchFolder scratch;
  const std::string folder = scratch.path().string();
  const std::string study = "run configs/studies/first_look.yaml -q -p workload.image=32x16 ";
  REQUIRE(run_texpipe(study + "--maps --record '" + folder + "/run.rec' --out '" + folder + "/run'").code == 0);
  scratch.write("replay.yaml", "study: first_look\nmachine: " TEXPIPE_SOURCE_DIR
                               "/configs/machines/kaby_lake_gt2.yaml\ntiming: loosely_timed\n"
                               "workload: {kind: messages, file: run.rec}\n");
  for (const std::string values : {"true", "false"}) {
    const std::string again = folder + "/" + values;
    const CommandOutcome replay = run_texpipe(
        "run '" + folder + "/replay.yaml' -q --maps -p workload.values=" + values + " --out '" + again + "'");
    INFO(replay.err);
    CHECK(replay.code == 0);
    for (const char* file : {"stats.json", "image.png", "maps.json", "map_latency.png", "map_taps.png"})
      CHECK(scratch.read(values + "/" + file) == scratch.read(std::string{"run/"} + file));
  }
  REQUIRE(run_texpipe("run configs/studies/msaa_coverage.yaml -q --record '" + folder + "/scene.rec' --out '" + folder +
                      "/scene'")
              .code == 0);
  const CommandOutcome none = run_texpipe("run '" + folder + "/replay.yaml' --maps -p 'workload.file=" + folder +
                                          "/scene.rec' --out '" + folder + "/none'");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("--maps: this workload draws no picture"));
}

TEST_CASE("maps of what draws no picture are refused before anything runs", "[cli][maps]") {
  const ScratchFolder scratch;
  const std::string out = " --out '" + (scratch / "run").string() + "'";
  for (const std::string study :
       {"run configs/studies/texture_cache_table.yaml --maps", "run configs/studies/msaa_coverage.yaml --maps",
        "run configs/studies/first_look.yaml -p workload.walk=steady --maps"}) {
    CAPTURE(study);
    const CommandOutcome outcome = run_texpipe(study + out);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("--maps"));
    CHECK(scratch.read("run/manifest.json").empty());
  }
}

TEST_CASE("maps of a kernel have every pixel of its picture, however wide its threads are", "[cli][maps]") {
  const ScratchFolder scratch;
  // Threads of 8, 16 and 32 channels.
  for (const std::string kernel : {"lens_distort", "bicubic", "rotate_affine"}) {
    CAPTURE(kernel);
    REQUIRE(run_texpipe("run configs/studies/kernels/" + kernel + ".yaml -q --maps --timing loosely_timed --out '" +
                        (scratch / kernel).string() + "'")
                .code == 0);
    for (const Json& map : scales_of(scratch, kernel)) CHECK(map["pixels"] == 64 * 48);
  }
  const CommandOutcome none =
      run_texpipe("run configs/studies/kernels/gather_points.yaml --maps --out '" + (scratch / "none").string() + "'");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("kernels with a 2D image among their outputs"));
}
