#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kStudy = "run configs/studies/first_look.yaml -q -p workload.image=32x16 ";

std::string in(const ScratchFolder& scratch, const std::string& name) {
  return "'" + (scratch / name).string() + "'";
}

void write_replay(const ScratchFolder& scratch) {
  scratch.write("replay.yaml", "study: first_look\nmachine: " TEXPIPE_SOURCE_DIR
                               "/configs/machines/kaby_lake_gt2.yaml\ntiming: loosely_timed\n"
                               "workload: {kind: messages, file: run.rec}\n");
}

}  // namespace

TEST_CASE("a replay from the command line leaves the stats.json and the picture of the recorded run",
          "[cli][recording]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kStudy + "--record " + in(scratch, "run.rec") + " --out " + in(scratch, "run")).code == 0);
  write_replay(scratch);
  const CommandOutcome replay = run_texpipe("run " + in(scratch, "replay.yaml") + " -q --out " + in(scratch, "again"));
  INFO(replay.err);
  CHECK(replay.code == 0);
  CHECK(scratch.read("again/stats.json") == scratch.read("run/stats.json"));
  CHECK(scratch.read("again/image.png") == scratch.read("run/image.png"));
  const CommandOutcome without =
      run_texpipe("run " + in(scratch, "replay.yaml") + " -q -p workload.values=false --out " + in(scratch, "without"));
  CHECK(without.code == 0);
  CHECK(scratch.read("without/stats.json") == scratch.read("run/stats.json"));
  CHECK(scratch.read("without/image.png") == scratch.read("run/image.png"));
  const CommandOutcome info = run_texpipe("recording info " + in(scratch, "run.rec") + " --json");
  CHECK(info.code == 0);
  CHECK(json::parse(info.out)["threads"] == 32);
  CHECK(json::parse(info.out)["footprints"] > 0);
  CHECK(json::parse(info.out)["workload"] == "texture_walk");
}

TEST_CASE("a replayed kernel of SIMD16 or SIMD32 has the maps of the recorded run and pixels tell the same",
          "[cli][recording][kernel]") {
  for (const std::string kernel : {"bicubic", "sobel_edge"}) {
    INFO(kernel);
    const ScratchFolder scratch;
    const std::string run = "run configs/studies/kernels/" + kernel + ".yaml -q ";
    REQUIRE(run_texpipe(run + "--record " + in(scratch, "run.rec") + " --out " + in(scratch, "recorded")).code == 0);
    REQUIRE(run_texpipe(run + "--maps --out " + in(scratch, "run")).code == 0);
    write_replay(scratch);
    REQUIRE(run_texpipe("run " + in(scratch, "replay.yaml") + " -q -p study=" + kernel + " --maps --out " +
                        in(scratch, "again"))
                .code == 0);
    for (const char* map : {"map_latency.png", "map_misses.png", "map_taps.png", "map_level.png", "map_footprints.png"})
      CHECK(scratch.read(std::string{"again/"} + map) == scratch.read(std::string{"run/"} + map));
    const CommandOutcome recorded = run_texpipe("why " + in(scratch, "run") + " --pixel 13,9");
    CHECK(recorded.code == 0);
    CHECK_THAT(recorded.out, Contains("pixel (13, 9): comes from "));
    CHECK(run_texpipe("why " + in(scratch, "again") + " --pixel 13,9").out == recorded.out);
  }
}

TEST_CASE("a recording is refused where it cannot stand", "[cli][recording]") {
  const ScratchFolder scratch;
  scratch.write("there.rec", "mine");
  const std::string out = " --out " + in(scratch, "run");
  CHECK(run_texpipe(kStudy + "--record " + in(scratch, "there.rec") + out).code == 2);
  CHECK(scratch.read("there.rec") == "mine");
  CHECK(run_texpipe(kStudy + "--record " + in(scratch, "run/x.rec") + out).code == 2);
  const CommandOutcome table = run_texpipe("run configs/studies/texture_cache_table.yaml --record x.rec" + out);
  CHECK(table.code == 2);
  CHECK_THAT(table.err, Contains("--record: a cache_table sends no messages"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST_CASE("a damaged recording ends with exit code 4 before anything runs", "[cli][recording]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kStudy + "--record " + in(scratch, "run.rec") + " --out " + in(scratch, "run")).code == 0);
  std::string file = scratch.read("run.rec");
  file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 0x20);
  scratch.write("run.rec", file);
  write_replay(scratch);
  for (const std::string& command :
       {"recording info " + in(scratch, "run.rec"), "config validate " + in(scratch, "replay.yaml"),
        "run " + in(scratch, "replay.yaml") + " --out " + in(scratch, "again")}) {
    const CommandOutcome outcome = run_texpipe(command);
    CHECK(outcome.code == 4);
    CHECK_THAT(outcome.err, Contains("is damaged: the checksum of the chunk at byte"));
  }
  CHECK_FALSE(std::filesystem::exists(scratch / "again"));
}

TEST_CASE("energy of a run is a table that sums to its last line", "[cli][energy]") {
  const ScratchFolder scratch;
  const CommandOutcome run = run_texpipe(kStudy + "--out " + in(scratch, "run"));
  REQUIRE(run.code == 0);
  CHECK_THAT(run.out, Contains("  energy  ") && Contains("mm2 by table generic_14nm"));
  const CommandOutcome outcome = run_texpipe("energy " + in(scratch, "run") + " --json");
  REQUIRE(outcome.code == 0);
  const json estimate = json::parse(outcome.out);
  double energy = 0, area = 0;
  for (const json& part : estimate["components"]) {
    double actions = 0;
    for (const json& action : part["actions"]) actions += action["energy_nJ"].get<double>();
    CHECK(part["energy_nJ"] == Approx(actions));
    energy += part["energy_nJ"].get<double>();
    area += part["area_mm2"].get<double>();
  }
  CHECK(estimate["energy_nJ"] == Approx(energy));
  CHECK(estimate["area_mm2"] == Approx(area));
  CHECK(energy > 0);
  CHECK_THAT(run_texpipe("energy " + in(scratch, "run")).out, Contains("mm2") && Contains("all "));
}

TEST_CASE("energy refuses an untimed run and a table that does not fit", "[cli][energy]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe(kStudy + "--timing untimed --out " + in(scratch, "run")).code == 0);
  CHECK(run_texpipe("energy " + in(scratch, "run")).code == 4);
  scratch.write("table.yaml", "energy_table: t\ncomponents: [{name: a, class: c, place: nowhere}]\n");
  REQUIRE(run_texpipe(kStudy + "--force --out " + in(scratch, "run")).code == 0);
  const CommandOutcome outcome = run_texpipe("energy " + in(scratch, "run") + " --table " + in(scratch, "table.yaml"));
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("nowhere: no such block in the machine"));
}

TEST_CASE("a sample says that it is one and is never taken for the whole", "[cli][recording][sample]") {
  const ScratchFolder scratch;
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=640x480 --timing untimed --record " +
                      in(scratch, "run.rec") + " --out " + in(scratch, "run"))
              .code == 0);
  write_replay(scratch);
  const std::string machine = "run " + in(scratch, "replay.yaml") +
                              " -q -p slice.subslices=1 -p 'slice.subslice[*].eus=4' --timing approximately_timed ";
  const std::string small = machine + "--sample -p workload.sample.stretches=12 -p workload.sample.threads=256 ";
  const CommandOutcome sample = run_texpipe(small + "--out " + in(scratch, "sample"));
  INFO(sample.err);
  REQUIRE(sample.code == 0);
  CHECK_THAT(sample.out, Contains("stretches"));
  const json statistics = json::parse(scratch.read("sample/stats.json"));
  CHECK(statistics["sampled"]["cycles_within"] > 0);
  CHECK(statistics["sampled"]["groups"] < statistics["sampled"]["of_groups"]);
  CHECK(statistics["cycles"] > statistics["sampled"]["cycles_simulated"]);
  CHECK_FALSE(std::filesystem::exists(scratch / "sample/image.png"));
  CHECK_FALSE(std::filesystem::exists(scratch / "sample/timeseries.csv"));
  CHECK_THAT(scratch.read("sample/sample.csv"), Contains("first_group,groups,weight,cycles,posted,steady_cycles\n0,"));
  CHECK_THAT(run_texpipe("compare " + in(scratch, "sample") + " " + in(scratch, "sample")).err,
             Contains("a sample, extrapolated"));
  CHECK(run_texpipe("explain " + in(scratch, "sample")).code == 8);
  CHECK(run_texpipe("why " + in(scratch, "sample") + " --pixel 1,1").code == 8);
  CHECK(run_texpipe("report " + in(scratch, "sample") + " -o " + in(scratch, "sample.html")).code == 0);
  CHECK_THAT(scratch.read("sample.html"), Contains("work groups simulated, extrapolated"));
  const CommandOutcome again =
      run_texpipe("run " + in(scratch, "sample/config.resolved.yaml") + " -q --out " + in(scratch, "again"));
  CHECK(again.code == 0);
  CHECK(scratch.read("again/stats.json") == scratch.read("sample/stats.json"));
  for (const char* option : {"--maps", "--trace t.pftrace", "--waves w.vcd", "--record r.rec"}) {
    INFO(option);
    const CommandOutcome refused = run_texpipe(small + "--out " + in(scratch, "refused") + " " + option);
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains("a sample simulates parts of the recording"));
  }
  CHECK_FALSE(std::filesystem::exists(scratch / "refused"));
}

TEST_CASE("a sample is refused where there is no recording or no clock and says when it is the whole",
          "[cli][recording][sample]") {
  const ScratchFolder scratch;
  const CommandOutcome walk = run_texpipe(kStudy + "--sample --out " + in(scratch, "walk"));
  CHECK(walk.code == 3);
  CHECK_THAT(walk.err, Contains("--sample chooses stretches of a recording") && Contains("is of kind texture_walk") &&
                           Contains("--record FILE"));
  REQUIRE(run_texpipe(kStudy + "--record " + in(scratch, "run.rec") + " --out " + in(scratch, "run")).code == 0);
  write_replay(scratch);
  const std::string replay = "run " + in(scratch, "replay.yaml") + " --sample --out ";
  CHECK(run_texpipe(replay + in(scratch, "untimed") + " --timing untimed").code == 3);
  const CommandOutcome whole = run_texpipe(replay + in(scratch, "whole"));
  CHECK(whole.code == 0);
  CHECK_THAT(whole.err, Contains("no sample") && Contains("the whole recording is simulated"));
  CHECK(json::parse(scratch.read("whole/stats.json"))["cycles"] ==
        json::parse(scratch.read("run/stats.json"))["cycles"]);
  const CommandOutcome intervals = run_texpipe("recording intervals " + in(scratch, "run.rec"));
  CHECK(intervals.code == 0);
  CHECK_THAT(intervals.out, Contains("first_group,groups,instructions,"));
}

TEST_CASE("a recording that does not fit the disk leaves neither file nor run folder", "[cli][recording]") {
  const ScratchFolder scratch;
  const CommandOutcome full = run_texpipe(kStudy + "--record /dev/full --out " + in(scratch, "run"));
  CHECK(full.code == 1);
  CHECK_THAT(full.err, Contains("/dev/full: cannot be written: No space left on device"));
  CHECK_FALSE(std::filesystem::exists(scratch / "run"));
}
