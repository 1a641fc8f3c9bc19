// The multisampled scene as a study: its report says what raster front end, pixel coverage unit and scheduler did.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "study/run/run_study.h"

using namespace texpipe;
using namespace texpipe::study;
using nlohmann::json;

namespace {

/// A run folder for one test, removed afterwards.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("texpipe_msaa_" + std::to_string(::getpid()));
  ~Folder() { std::filesystem::remove_all(path); }
};

RunOutcome run(const Folder& folder, const std::string& timing) {
  Configuration configuration = load_configuration(
      {TEXPIPE_SOURCE_DIR "/configs/studies/msaa_coverage.yaml", {"timing=" + timing}}, FileKind::kStudy);
  return run_study(configuration, {.out = folder.path, .check_protocols = true});
}

}  // namespace

TEST_CASE("the multisampled scene's report holds coverage, quads, tiles, query latencies and texture hashes",
          "[spa][run]") {
  const Folder folder;
  const RunOutcome outcome = run(folder, "approximately_timed");
  CHECK_THAT(outcome.summary, Catch::Contains("coarse tiles culled"));
  CHECK_THAT(outcome.summary, Catch::Contains("pixel queries"));
  for (const char* name :
       {"coverage", "quad_efficiency", "culled_tiles", "texture_hash", "waiting_for_raster", "latency"})
    CHECK_THAT(outcome.statistics, Catch::Contains('"' + std::string{name} + '"'));
  CHECK(json::parse(outcome.statistics)["cycles"] > 1000);
  CHECK(std::filesystem::exists(folder.path / "config.resolved.yaml"));
}

TEST_CASE("a spa_program study runs without time", "[spa][run]") {
  const Folder folder;
  CHECK_THAT(run(folder, "untimed").summary, Catch::Contains("messages"));
}

TEST_CASE("a study's keys depend on its kind of workload, and the schema has those of all", "[spa][run]") {
  const auto read = [](const std::string& workload) {
    return load_configuration(
        {.file = TEXPIPE_SOURCE_DIR "/configs/studies/x.yaml",
         .text = "study: s\nmachine: ../machines/kaby_lake_gt2.yaml\nworkload: " + workload + "\n"},
        FileKind::kStudy);
  };
  CHECK_THROWS_WITH(read("{kind: spa_program}"), Catch::Contains("workload.warps: is missing"));
  CHECK_THROWS_WITH(read("{kind: spa_program, warps: ../spa/msaa_coverage.yaml, walk: steady}"),
                    Catch::Contains("workload.walk"));
  const json workload = configuration_schema(FileKind::kStudy)["definitions"]["workload"];
  CHECK(workload["properties"].contains("warps"));
  CHECK(workload["properties"].contains("walk"));
  CHECK(workload["required"] == json::array({"kind"}));
}
