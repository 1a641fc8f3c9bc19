// Shipped machines that are no Kaby Lake: each draws the one picture, and counts alike in both timings.
#include <catch2/catch.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/summary/statistics_text.h"
#include "support/scratch_folder.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;
namespace fs = std::filesystem;

namespace {

struct Outcome {
  std::vector<std::byte> picture;
  std::string statistics;
};

Outcome run(const std::string& machine, const std::vector<std::string>& assignments, Timing timing) {
  const test::ScratchFolder folder;
  folder.write("study.yaml", "study: machines\nmachine: " + machine +
                                 "\nworkload:\n  kind: texture_walk\n  image: 40x24\n  texture: " TEXPIPE_SOURCE_DIR
                                 "/configs/textures/astronaut_512_bc7_mips.dds\n"
                                 "  sampler: {min_filter: ANISOTROPIC, mip_filter: LINEAR, max_anisotropy: 4}\n");
  const Configuration configuration =
      load_configuration({folder / "study.yaml", assignments, nullptr}, FileKind::kStudy);
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  const Execution execution =
      execute(configuration.machine, *workload, {.timing = timing, .blocks = &blocks, .check_protocols = true});
  return {read_output(*workload), execution.statistics ? statistics_csv(*execution.statistics) : ""};
}

}  // namespace

TEST_CASE(
    "machines that are no Kaby Lake draw its picture in both timings, which count the same, with threads of every "
    "width",
    "[config][study]") {
  const std::vector<std::byte> expected =
      run(TEXPIPE_SOURCE_DIR "/configs/machines/kaby_lake_gt2.yaml", {}, Timing::kUntimed).picture;
  for (const char* name : {"wide_integrated", "discrete_hbm", "mobile"}) {
    const std::string file = std::string{TEXPIPE_SOURCE_DIR "/configs/machines/"} + name + ".yaml";
    REQUIRE(fs::exists(file));
    for (const char* lanes : {"workload.simd=4", "workload.simd=16", "workload.simd=64"}) {
      INFO(name << ", " << lanes);
      const std::vector<std::string> assignments{lanes, "workload.tile=8x8"};
      const Outcome loose = run(file, assignments, Timing::kLooselyTimed);
      const Outcome approximate = run(file, assignments, Timing::kApproximatelyTimed);
      CHECK(loose.picture == expected);
      CHECK(approximate.picture == expected);
      CHECK(loose.statistics == approximate.statistics);
      CHECK(!loose.statistics.empty());
    }
  }
}
