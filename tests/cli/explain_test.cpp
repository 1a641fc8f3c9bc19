#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

/// A loosely timed run and its folder.
struct Run {
  ScratchFolder scratch;
  std::string folder = " '" + (scratch / "run").string() + "'";

  explicit Run(const std::string& study_and_options) {
    REQUIRE(run_texpipe("run " + study_and_options + " -q --timing loosely_timed --out" + folder).code == 0);
  }
  json explained(const std::string& options = "") const {
    const CommandOutcome outcome = run_texpipe("explain --json " + options + folder);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return json::parse(outcome.out);
  }
};

const std::string kFirstLook = "configs/studies/first_look.yaml -p workload.image=48x48 ";

std::set<std::string> parameters_of(const json& tried) {
  std::set<std::string> parameters;
  for (const json& change : tried["changes"]) parameters.insert(change["parameter"]);
  return parameters;
}

}  // namespace

TEST_CASE("two links in a row that limit a run together are its smallest set, although neither alone saves anything",
          "[cli][explain]") {
  const json told = Run{"tests/data/explain/series.yaml"}.explained();
  CHECK(parameters_of(told["smallest"]) == std::set<std::string>{"slice.subslice.interconnect.response_bytes_per_cycle",
                                                                 "slice.subslice.sampler.writeback.bytes_per_cycle"});
  const double cycles = told["cycles"];
  CHECK(told["smallest"]["cycles"] < 0.6 * cycles);
  CHECK(told["singles"][0]["cycles"] > 0.95 * cycles);
}

TEST_CASE("a set has words and numbers where only all of them together shorten a run", "[cli][explain]") {
  const json told =
      Run{"tests/data/explain/rate8.yaml -p 'slice.subslice[*].sampler.filter.rates.bilinear.32=8'"}.explained();
  CHECK(parameters_of(told["smallest"]) == std::set<std::string>{"slice.subslice.interconnect.response_bytes_per_cycle",
                                                                 "slice.subslice.sampler.l1.overlapping_reads",
                                                                 "slice.subslice.sampler.l1.ports",
                                                                 "slice.subslice.sampler.writeback.bytes_per_cycle"});
  CHECK(told["smallest"]["cycles"] < 0.55 * told["cycles"].get<double>());
}

TEST_CASE("a planted bottleneck is the first single change, or another one saves more", "[cli][explain]") {
  const struct {
    std::string plant, parameter;
    std::string saves_more{};
  } rows[] = {
      {"memory.latency=900ns", "memory.latency"},
      {"'slice.subslice[*].sampler.latency_fifo.slots=8'", "slice.subslice.sampler.latency_fifo.slots"},
      {"slice.l3.hit_latency=400", "slice.l3.hit_latency", "slice.l3.enabled"},
      {"'slice.subslice[*].interconnect.response_bytes_per_cycle=2'",
       "slice.subslice.interconnect.response_bytes_per_cycle"},
      {"slice.dispatch.thread_interval=60", "slice.dispatch.thread_interval"},
      {"memory.channels=64 -p memory.bandwidth=8GB/s -p memory.interleave=1MiB", "memory.interleave"},
  };
  for (const auto& [plant, parameter, saves_more] : rows) {
    INFO(plant);
    const json told = Run{kFirstLook + "-p " + plant}.explained();
    const json& singles = told["singles"];
    REQUIRE(singles.size() > (saves_more.empty() ? 0 : 1));
    if (!saves_more.empty()) CHECK(parameters_of(singles[0]) == std::set{saves_more});
    CHECK(parameters_of(singles[saves_more.empty() ? 0 : 1]) == std::set{parameter});
    for (std::size_t i = 1; i < singles.size(); ++i) CHECK(singles[i - 1]["cycles"] <= singles[i]["cycles"]);
  }
}

TEST_CASE("explain finds the sectors that long lines of L1 lack where pixels read distant texels", "[cli][explain]") {
  const json told =
      Run{"configs/studies/first_look.yaml -p workload.image=64x48 -p workload.sampler.mip_filter=NONE -p "
          "workload.texture=configs/textures/astronaut_512_bc7_mips.dds -p l1.line=128B -p l2.line=128B -p "
          "l3.line=128B"}
          .explained();
  const json& singles = told["singles"];
  CHECK(std::any_of(singles.begin(), singles.end(), [&](const json& single) {
    return parameters_of(single) == std::set<std::string>{"slice.subslice.sampler.l1.sector"} &&
           single["cycles"] < 0.9 * told["cycles"].get<double>();
  }));
}

TEST_CASE("too few FPUs are found where arithmetic limits a run, also behind the second one", "[cli][explain]") {
  ScratchFolder scratch;
  scratch.write(
      "sums.yaml",
      "study: sums\nmachine: " TEXPIPE_SOURCE_DIR
      "/configs/machines/kaby_lake_gt2.yaml\nslice:\n  subslices: 1\n"
      "  subslice:\n    eus: 1\n    eu: {issue_width: 8, lane_group: 8, arithmetic: {occupancy: 1}}\n"
      "workload: {kind: microbenchmark, benchmark: instructions, instructions: {instruction: add, chain: false, "
      "count: 256, threads: 7}}\n");
  for (const std::string fpus : {"1", "2", "3"}) {
    INFO(fpus);
    const json told =
        Run{"'" + (scratch / "sums.yaml").string() + "' -p 'slice.subslice[*].eu[*].fpus=" + fpus + "'"}.explained(
            "--only '*.eu.*'");
    REQUIRE(!told["singles"].empty());
    CHECK(parameters_of(told["singles"][0]) == std::set<std::string>{"slice.subslice.eu.fpus"});
    CHECK(told["singles"][0]["cycles"] < 0.6 * told["cycles"].get<double>());
  }
}

TEST_CASE("what explain says of a change is what a run with it takes, in both timings", "[cli][explain]") {
  const Run run{kFirstLook};
  const json told = run.explained();
  REQUIRE(!told["smallest"]["changes"].empty());
  std::string options;
  for (const json& change : told["smallest"]["changes"])
    for (const std::string assignment : change["assignments"]) options += " -p '" + assignment + "'";
  for (const char* timing : {"loosely_timed", "approximately_timed"}) {
    ScratchFolder scratch;
    const std::string folder = " '" + (scratch / "again").string() + "'";
    REQUIRE(run_texpipe("run " + kFirstLook + options + " -q --timing " + timing + " --out" + folder).code == 0);
    const json cycles = json::parse(run_texpipe("stats --json" + folder + " cycles").out);
    CHECK_THAT(cycles.dump(), Contains(std::to_string(told["smallest"]["cycles"].get<std::uint64_t>())));
  }
}

TEST_CASE("explain changes only what --only names, nothing that --not names, and keeps a budget", "[cli][explain]") {
  const Run run{kFirstLook + "-p memory.latency=900ns"};
  const json only = run.explained("--only '*sampler.l1.*'");
  for (const json& single : only["singles"])
    CHECK_THAT(single["changes"][0]["parameter"].get<std::string>(), Contains("sampler.l1."));
  const json without = run.explained("--not memory --not '*.slots'");
  for (const json& change : without["everything"]["changes"]) {
    const std::string parameter = change["parameter"];
    CHECK(!parameter.starts_with("memory."));
    CHECK(!parameter.ends_with(".slots"));
  }
  const json within = run.explained("--budget 'area < 10.05mm2'");
  CHECK(within["everything"]["changes"].size() < run.explained()["everything"]["changes"].size());
  CHECK(run_texpipe("explain --only l7" + run.folder).code == 2);
  CHECK(run_texpipe("explain --budget 'aera < 9'" + run.folder).code == 2);
}

TEST_CASE("what the EUs, the gateway and the local memory take cycles for is changed downwards, and found",
          "[cli][explain]") {
  const struct {
    std::string plant, parameter;
  } rows[] = {
      {"'slice.subslice[*].gateway.notify_interval=400'", "slice.subslice.gateway.notify_interval"},
      {"'slice.subslice[*].eu[*].arithmetic.occupancy=32'", "slice.subslice.eu.arithmetic.occupancy"},
      {"'slice.subslice[*].eu[*].send.interval=64'", "slice.subslice.eu.send.interval"},
      {"'slice.subslice[*].data_port.local_memory.banks=1'", "slice.subslice.data_port.local_memory.banks"},
  };
  for (const auto& [plant, parameter] : rows) {
    INFO(plant);
    const json told = Run{"configs/studies/kernels/tile_blur_slm.yaml -p " + plant}.explained("--most 1");
    REQUIRE(!told["singles"].empty());
    CHECK(parameters_of(told["singles"][0]) == std::set{parameter});
  }
}

TEST_CASE("an explanation of few limits takes a few dozen runs, the same for any number of jobs", "[cli][explain]") {
  const Run run{"tests/data/explain/series.yaml"};
  const json told = run.explained("--jobs 1");
  CHECK(told["runs"] < 90);
  CHECK(run.explained("--jobs 3") == told);
}

TEST_CASE("run --explain leaves its experiments in the summary, the folder and the report", "[cli][explain]") {
  ScratchFolder scratch;
  const std::string folder = " '" + (scratch / "run").string() + "'";
  const std::string run = "run tests/data/explain/series.yaml --explain -q --out" + folder;
  const CommandOutcome outcome = run_texpipe(run);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("limited by") && Contains("The smallest set found that keeps 90 %") &&
                              Contains("sampler.writeback.bytes_per_cycle: 64 -> 128"));
  CHECK(run_texpipe(run + " --force").code == 0);
  CHECK_THAT(run_texpipe("explain" + folder).out, Contains("took 9,814 cycles"));
  const std::string page = (scratch / "page.html").string();
  REQUIRE(run_texpipe("report" + folder + " -o '" + page + "'").code == 0);
  std::ifstream file{page};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  CHECK_THAT(text, Contains("What changes would save, by experiment") && Contains("these 2 together"));
  CHECK(run_texpipe("run tests/data/explain/series.yaml --explain --timing untimed -q --force --out" + folder).code ==
        2);
}

TEST_CASE("a long workload is explained on a sample of its recording, which says how far it may be off",
          "[cli][explain]") {
  const Run run{
      "configs/studies/first_look.yaml "
      "-p workload.image=640x480 -p slice.subslices=1 -p 'slice.subslice[*].eus=3' --intervals 0"};
  const std::string limits = "--sample-above 19000 --only memory.latency --only 'latency_fifo.slots'";
  const json told = run.explained(limits);
  REQUIRE(told.contains("sample"));
  CHECK(told["sample"]["threads"] < told["sample"]["of_threads"].get<double>() / 2);
  const double within = told["sample"]["within"], cycles = told["cycles"];
  CHECK(std::abs(told["unchanged"].get<double>() - cycles) <= within * cycles);
  CHECK_THAT(run_texpipe("explain " + limits + run.folder).out,
             Contains("a sample of its recording") && Contains("may be off by"));
  CHECK(!run.explained("--only memory.latency").contains("sample"));
}

TEST_CASE("explain refuses a run whose files changed or are gone, by their names", "[cli][explain]") {
  ScratchFolder scratch;
  const std::filesystem::path texture = scratch / "texture.dds";
  std::filesystem::copy("configs/textures/plaza_1024_bc1_mips.dds", texture);
  const Run run{kFirstLook + "-p 'workload.texture=" + texture.string() + "'"};
  CHECK(run_texpipe("explain --runs 1" + run.folder).code == 0);
  std::filesystem::resize_file(texture, std::filesystem::file_size(texture) - 1);
  const CommandOutcome changed = run_texpipe("explain --runs 1" + run.folder);
  CHECK(changed.code == 4);
  CHECK_THAT(changed.err, Contains("texture.dds") && Contains("changed since"));
  std::filesystem::remove(texture);
  const CommandOutcome gone = run_texpipe("explain --runs 1" + run.folder);
  CHECK(gone.code == 3);  // as of every study whose texture is missing, with the place that names it
  CHECK_THAT(gone.err, Contains("config.resolved.yaml:") && Contains("no file") && Contains("texture.dds"));
}

TEST_CASE("explain answers when there is nothing to gain, one parameter to change, or no machine within the budget",
          "[cli][explain]") {
  const Run run{kFirstLook};
  const CommandOutcome nothing = run_texpipe("explain --only raster --only slice.l3.urb" + run.folder);
  CHECK(nothing.code == 2);  // this study has no rasterizer
  CHECK_THAT(run_texpipe("explain --only l3.write_buffer" + run.folder).out,
             Contains("No single change was found that shortens it."));
  const json one = run.explained("--only memory.latency");
  CHECK(one["runs"] == 1);
  CHECK(parameters_of(one["smallest"]) == std::set<std::string>{"memory.latency"});
  CHECK_THAT(run_texpipe("explain --only 'slice.subslice[*].sampler.l1.size'" + run.folder).out,
             Contains(run_texpipe("explain --only l1.size" + run.folder).out));
  const CommandOutcome small = run_texpipe("explain --budget 'area < 1mm2'" + run.folder);
  CHECK(small.code == 2);
  CHECK_THAT(small.err, Contains("--budget") && Contains("the machine as it is has"));
  CHECK_THAT(run_texpipe("explain --not l1.sizes" + run.folder).err, Contains("did you mean") && Contains("l1.size"));
}

TEST_CASE("explain makes no more runs than --runs allows and says when it ended for it", "[cli][explain]") {
  const Run run{kFirstLook};
  const CommandOutcome outcome = run_texpipe("explain --runs 7" + run.folder);
  CHECK_THAT(outcome.out, Contains(" 7 runs of changed machines") && Contains("as many as --runs allows"));
  CHECK_THAT(outcome.out, Contains("--runs ended the search before a single change was found"));
  CHECK_THAT(outcome.out, Contains("--runs ended the search before a set smaller than all "));
}

TEST_CASE("explain refuses what takes no cycles and what is no run", "[cli][explain]") {
  ScratchFolder scratch;
  const std::string folder = " '" + (scratch / "run").string() + "'";
  REQUIRE(run_texpipe("run " + kFirstLook + "-q --timing untimed --out" + folder).code == 0);
  const CommandOutcome outcome = run_texpipe("explain" + folder);
  CHECK(outcome.code == 8);
  CHECK_THAT(outcome.err, Contains("--timing loosely_timed"));
  CHECK(run_texpipe("explain /no/such/run").code == 4);
  const Run run{kFirstLook};
  const auto refused = [&](const char* file, const std::string& text) {
    const std::filesystem::path place = run.scratch / "run" / file;
    std::filesystem::remove(place);
    std::ofstream{place} << text;
    return run_texpipe("explain --runs 1" + run.folder);
  };
  CHECK(refused("manifest.json", R"({"inputs": [{"path": 3, "sha256": "x"}]})").code == 4);
  CHECK(refused("manifest.json", "{").code == 4);
  CHECK(refused("manifest.json", "{}").code == 0);
  const CommandOutcome stopped = refused(
      "stats.json",
      R"({"schema_version": 1, "study": "s", "machine": "m", "timing": "loosely_timed", "unfinished": "stopped", "cycles": 7, "groups": []})");
  CHECK(stopped.code == 8);
  CHECK_THAT(stopped.err, Contains("unfinished"));
}
