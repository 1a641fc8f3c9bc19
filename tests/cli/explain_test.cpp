#include <algorithm>
#include <catch2/catch.hpp>
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
  } rows[] = {
      {"memory.latency=900ns", "memory.latency"},
      {"'slice.subslice[*].sampler.latency_fifo.slots=8'", "slice.subslice.sampler.latency_fifo.slots"},
      {"slice.l3.hit_latency=400", "slice.l3.hit_latency"},
      {"'slice.subslice[*].interconnect.response_bytes_per_cycle=2'",
       "slice.subslice.interconnect.response_bytes_per_cycle"},
      {"slice.dispatch.thread_interval=60", "slice.dispatch.thread_interval"},
  };
  for (const auto& [plant, parameter] : rows) {
    INFO(plant);
    const json told = Run{kFirstLook + "-p " + plant}.explained();
    REQUIRE(!told["singles"].empty());
    const json& singles = told["singles"];
    CHECK(parameters_of(singles[0]) == std::set{parameter});
    for (std::size_t i = 1; i < singles.size(); ++i) CHECK(singles[i - 1]["cycles"] <= singles[i]["cycles"]);
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
  for (const json& single : run.explained("--only '*sampler.l1.*'")["singles"])
    CHECK_THAT(single["changes"][0]["parameter"].get<std::string>(), Contains("sampler.l1."));
  const json without = run.explained("--not memory --not '*.slots'");
  for (const json& change : without["everything"]["changes"]) {
    const std::string parameter = change["parameter"];
    CHECK(!parameter.starts_with("memory."));
    CHECK(!parameter.ends_with(".slots"));
  }
  const json within = run.explained("--budget 'area < 9.4mm2'");
  CHECK(within["everything"]["changes"].size() < run.explained()["everything"]["changes"].size());
  CHECK(run_texpipe("explain --only l7" + run.folder).code == 2);
  CHECK(run_texpipe("explain --budget 'aera < 9'" + run.folder).code == 2);
}

TEST_CASE("explain makes no more runs than --runs allows and says when it ended for it", "[cli][explain]") {
  const Run run{kFirstLook};
  const CommandOutcome outcome = run_texpipe("explain --runs 7" + run.folder);
  CHECK_THAT(outcome.out, Contains(" 7 runs of changed machines") && Contains("as many as --runs allows"));
}

TEST_CASE("explain refuses what takes no cycles and what is no run", "[cli][explain]") {
  ScratchFolder scratch;
  const std::string folder = " '" + (scratch / "run").string() + "'";
  REQUIRE(run_texpipe("run " + kFirstLook + "-q --timing untimed --out" + folder).code == 0);
  const CommandOutcome outcome = run_texpipe("explain" + folder);
  CHECK(outcome.code == 8);
  CHECK_THAT(outcome.err, Contains("--timing loosely_timed"));
  CHECK(run_texpipe("explain /no/such/run").code == 4);
}
