// The texture cache as RTL in studies.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

const std::string kL1 = " -p 'slice.subslice[*].sampler.l1.implementation=rtl'";

std::string first_look(const std::string& arguments, const std::filesystem::path& folder) {
  return "run configs/studies/first_look.yaml -q --timing approximately_timed -p "
         "machine=configs/machines/rtl_sampler.yaml -p "
         "workload.image=64x48 " +
         arguments + " --out '" + folder.string() + "'";
}

nlohmann::json group_of(const nlohmann::json& statistics, const std::string& path) {
  for (const auto& group : statistics["groups"]) {
    if (group["path"] == path) return group;
  }
  return {};
}

nlohmann::json value_of(const nlohmann::json& statistics, const std::string& path, const std::string& name) {
  const nlohmann::json group = group_of(statistics, path);
  for (const auto& statistic : group["statistics"]) {
    if (statistic["name"] == name) return statistic.contains("cycles") ? statistic["cycles"] : statistic["value"];
  }
  return {};
}

}  // namespace

TEST_CASE("first_look with the texture cache as RTL has the same picture and the model's cycles", "[cli][cosim]") {
  const ScratchFolder scratch;
  const CommandOutcome with_rtl = run_texpipe(first_look(kL1, scratch / "rtl"));
  if (with_rtl.code == 8) return;  // there is no RTL
  REQUIRE(with_rtl.code == 0);
  REQUIRE(run_texpipe(first_look("", scratch / "model")).code == 0);
  CHECK(scratch.read("rtl/image.png") == scratch.read("model/image.png"));

  const auto of_model = nlohmann::json::parse(scratch.read("model/stats.json"));
  const auto of_rtl = nlohmann::json::parse(scratch.read("rtl/stats.json"));
  const double cycles = of_model["cycles"];
  CHECK(of_rtl["cycles"] == of_model["cycles"]);
  const std::string l1 = "slice.subslice[0].sampler.l1";
  for (const char* name : {"footprints", "lookups", "texels", "hits", "merges", "misses", "fills", "message_missing"})
    CHECK(value_of(of_rtl, l1, name) == value_of(of_model, l1, name));
  for (const std::string& path : {l1, l1 + "_data"}) {
    const auto account = value_of(of_model, path, "cycles");
    REQUIRE(!account.empty());
    for (const auto& [state, spent] : account.items()) {
      INFO(path << " " << state);
      CHECK(value_of(of_rtl, path, "cycles")[state].get<double>() == Approx(spent.get<double>()).margin(0.02 * cycles));
    }
  }
}

TEST_CASE("the RTL texture cache refuses a machine that it is not built for, by the parameter's place",
          "[cli][cosim]") {
  const ScratchFolder scratch;
  const CommandOutcome slots =
      run_texpipe(first_look(kL1 + " -p 'slice.subslice[*].sampler.latency_fifo.slots=32'", scratch / "out"));
  CHECK(slots.code == 8);
  CHECK_THAT(slots.err, Contains("slots") || Contains("has no RTL"));
  const CommandOutcome machine = run_texpipe("run configs/studies/first_look.yaml -q --timing approximately_timed" +
                                             kL1 + " --out '" + (scratch / "out").string() + "'");
  CHECK(machine.code == 8);
  CHECK_THAT(machine.err, (Contains("kaby_lake_gt2.yaml:") && Contains("is not built for")) || Contains("has no RTL"));
}

TEST_CASE(
    "the RTL texture cache runs in machines with several samplers, without the second level, under the protocol "
    "checker",
    "[cli][cosim]") {
  const ScratchFolder scratch;
  const CommandOutcome outcome = run_texpipe(first_look(
      kL1 + " -p slice.subslices=2 -p 'slice.subslice[*].sampler.l2.enabled=false' --check-protocol", scratch / "out"));
  CHECK((outcome.code == 0 || outcome.code == 8));
}
