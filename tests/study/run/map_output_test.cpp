#include "study/run/map_output.h"

#include <catch2/catch.hpp>
#include <set>

#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/pixel_maps/map_figure.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("a workload that draws no picture has no maps", "[run][pixels]") {
  functional::Workload workload;
  CHECK_THROWS_WITH(MapOutput{workload}, Catch::Contains("--maps: this workload draws no picture"));
}

TEST_CASE("a run without time leaves the maps that need no clock, and their scales", "[run][pixels]") {
  const Configuration configuration = load_configuration(
      {TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml", {"workload.image=16x8", "timing=untimed"}, nullptr},
      FileKind::kStudy);
  std::optional<functional::Workload> workload = prepare_study(configuration);
  REQUIRE(workload);
  MapOutput maps{*workload};
  execute_untimed(*workload);
  const test::ScratchFolder scratch;
  RunFolder folder{scratch / "run", Overwrite::kRefuse};
  maps.write(folder, false);
  std::set<std::string> expected{std::string{kMapScalesName}}, written;
  for (const PixelMapFacts& facts : pixel_map_facts())
    if (!facts.timed && !facts.of_frames)
      for (const char* ending : {".png", ".svg", ".npy"})
        expected.insert(with_ending(map_file_name(facts.map), ending));
  for (const RunFile& file : folder.files()) written.insert(file.name);
  CHECK(written == expected);
}
