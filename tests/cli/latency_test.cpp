#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

nlohmann::json statistics_of(const std::string& options) {
  const ScratchFolder scratch;
  const std::string folder = (scratch / "run").string();
  REQUIRE(run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=64x48 " + options + " --out '" +
                      folder + "'")
              .code == 0);
  return nlohmann::json::parse(scratch.read("run/stats.json"));
}

}  // namespace

TEST_CASE("where the time of messages went sums to their latency for each sampler", "[cli][latency]") {
  for (const std::string options :
       {"--timing approximately_timed", "--timing loosely_timed",
        "-p 'slice.subslice[*].sampler.l1.mshrs=1' -p 'slice.subslice[*].sampler.writeback.slots=1'"}) {
    const nlohmann::json statistics = statistics_of(options);
    for (const std::string subslice : {"[0]", "[1]", "[2]"}) {
      double parts = 0, latency = 0;
      for (const auto& group : statistics["groups"]) {
        const std::string path = group["path"];
        if (path.find("slice.subslice" + subslice + ".sampler") != 0) continue;
        for (const auto& statistic : group["statistics"]) {
          const std::string name = statistic["name"];
          if (name.rfind("message_", 0) == 0) parts += statistic["value"].get<double>();
          if (name == "latency" && path.find(".writeback") != std::string::npos) latency = statistic["sum"];
        }
      }
      INFO(options << ' ' << subslice);
      CHECK(latency > 0);
      CHECK(parts == latency);
    }
  }
}

TEST_CASE("every read of a cache and every request of memory has its latency", "[cli][latency]") {
  const nlohmann::json statistics = statistics_of("");
  const auto value = [&](const std::string& path, const std::string& name, const char* key) {
    for (const auto& group : statistics["groups"]) {
      if (group["path"] != path) continue;
      for (const auto& statistic : group["statistics"]) {
        if (statistic["name"] == name) return statistic[key].get<double>();
      }
    }
    return -1.0;
  };
  for (const std::string path : {"slice.subslice[0].sampler.l2", "slice.l3", "llc"})
    CHECK(value(path, "latency", "count") == value(path, "reads", "value"));
  CHECK(value("memory", "latency", "count") == value("memory", "reads", "value") + value("memory", "writes", "value"));
  CHECK(value("slice.subslice[0].sampler.l1", "fill_latency", "mean") >
        value("slice.subslice[0].sampler.l2", "latency", "mean"));
}
