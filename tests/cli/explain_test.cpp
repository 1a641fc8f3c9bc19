#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

constexpr double kNear = 0.1;  // of the true cycles

/// A small run of first_look with a planted bottleneck.
struct Planted {
  ScratchFolder scratch;
  std::string folder = " '" + (scratch / "run").string() + "'";

  explicit Planted(const std::string& options) {
    REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=80x80 " + options + " --out" + folder)
                .code == 0);
  }
};

}  // namespace

TEST_CASE("explain names the planted bottleneck and what it predicts is near when tried", "[cli][explain]") {
  const struct {
    std::string plant, parameter;
  } rows[] = {
      {"-p memory.latency=900ns", "memory.latency"},
      {"-p 'slice.subslice[*].sampler.latency_fifo.slots=8'", "slice.subslice.sampler.latency_fifo.slots"},
      {"-p slice.l3.hit_latency=400", "slice.l3.hit_latency"},
      {"-p 'slice.subslice[*].interconnect.response_bytes_per_cycle=2'",
       "slice.subslice.interconnect.response_bytes_per_cycle"},
  };
  for (const auto& [plant, parameter] : rows) {
    INFO(plant);
    const Planted run{plant};
    const auto json = nlohmann::json::parse(run_texpipe("explain --json --check --most 1" + run.folder).out);
    const auto& first = json["relaxed"][0];
    CHECK(first["parameter"] == parameter);
    REQUIRE(first.contains("error"));
    CHECK(first["predicted_by"] == "loosely_timed_run");
    CHECK(std::abs(first["error"].get<double>()) < kNear);
    CHECK(first["tried_cycles"].get<double>() < json["cycles"].get<double>());
    CHECK(first["default"]["predicted_cycles"].get<double>() < first["predicted_cycles"].get<double>());
  }
}

TEST_CASE("the account of a run predicts without any run when it is asked to, within a few percent on one plant",
          "[cli][explain]") {
  const Planted run{"-p memory.latency=900ns"};
  const auto foreseen = nlohmann::json::parse(run_texpipe("explain --json" + run.folder).out)["relaxed"][0];
  const auto account =
      nlohmann::json::parse(run_texpipe("explain --json --predict account" + run.folder).out)["relaxed"][0];
  CHECK(account["parameter"] == foreseen["parameter"]);
  CHECK(account["predicted_by"] == "account");
  CHECK(account["predicted_cycles"] == account["account_cycles"]);
  CHECK(account["account_cycles"] == foreseen["account_cycles"]);
  CHECK(account["account_cycles"] != foreseen["predicted_cycles"]);  // the run itself cannot see all limits behind it
  CHECK_THAT(run_texpipe("explain --predict account" + run.folder).out, Contains("by the account of this run"));
}

TEST_CASE("parameters are named in the order of what runs of them save, however many are asked for", "[cli][explain]") {
  ScratchFolder scratch;
  const std::string folder = " '" + (scratch / "run").string() + "'";
  REQUIRE(run_texpipe("run configs/studies/msaa_coverage.yaml -q --out" + folder).code == 0);
  const auto three = nlohmann::json::parse(run_texpipe("explain --json" + folder).out)["relaxed"];
  const auto one = nlohmann::json::parse(run_texpipe("explain --json --most 1" + folder).out)["relaxed"];
  REQUIRE(three.size() == 3);
  CHECK(one[0] == three[0]);
  const auto best = [](const auto& entry) {
    return (entry.contains("default") ? entry["default"] : entry)["predicted_cycles"].template get<std::uint64_t>();
  };
  CHECK(best(three[0]) <= best(three[1]));
  CHECK(best(three[1]) <= best(three[2]));
}

TEST_CASE("explain tells the phases apart and says in words what held them back", "[cli][explain]") {
  const Planted run{"-p memory.latency=900ns"};
  const CommandOutcome outcome = run_texpipe("explain" + run.folder);
  CHECK_THAT(outcome.out, Contains("first_look on kaby_lake_gt2 took") && Contains("ramp, cycles 0 to") &&
                              Contains("held back most by") && Contains("1. memory.latency: 900ns -> 450ns") &&
                              Contains(" % fewer, by a loosely timed run") && !Contains("tried"));
}

TEST_CASE("a parameter that cannot be changed alone is predicted and not tried", "[cli][explain]") {
  const Planted run{"-p 'slice.subslice[*].sampler.l1.ports=1'"};
  const auto json = nlohmann::json::parse(run_texpipe("explain --json --check --most 40" + run.folder).out);
  bool seen = false;
  for (const auto& entry : json["relaxed"]) {
    if (entry["parameter"] != "slice.subslice.sampler.l1.banks") continue;
    seen = true;
    CHECK(!entry.contains("tried_cycles"));
    CHECK(entry["predicted_by"] == "account");
    CHECK_THAT(entry["refused"].get<std::string>(), Contains("masks"));
  }
  CHECK(seen);
}

TEST_CASE("explain refuses runs that do not know what held them back", "[cli][explain]") {
  const Planted run{"--timing loosely_timed"};
  const CommandOutcome outcome = run_texpipe("explain" + run.folder);
  CHECK(outcome.code == 8);
  CHECK_THAT(outcome.err, Contains("--timing approximately_timed"));
  CHECK(run_texpipe("explain /no/such/run").code == 4);
}
