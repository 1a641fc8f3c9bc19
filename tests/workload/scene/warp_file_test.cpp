#include "workload/scene/warp_file.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "functional/device/untimed_run.h"
#include "timing/system/system.h"
#include "workload/scene/spa_workload.h"
#include "workload/scene/warp_report.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

constexpr char kProgram[] = "program: configs/spa/pixld_example.spa\n";

/// Every mistake of a text below a valid program.
std::string mistakes(const std::string& text) {
  try {
    parse_warp_file(kProgram + text, "w.yaml", TEXPIPE_SOURCE_DIR);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    std::string all;
    for (const Diagnostic& diagnostic : error.diagnostics()) all += diagnostic.text() + '\n';
    return all;
  }
  return "accepted";
}

SpaWorkload load(const std::string& name) {
  return make_spa_workload(read_warp_file(TEXPIPE_SOURCE_DIR "/configs/spa/" + name));
}

}  // namespace

TEST_CASE("the documents' examples run as warp files", "[spa][workload]") {
  SpaWorkload txq = load("txq_example.yaml");
  functional::run_untimed(txq.workload);
  // Header 1 at its second level: 128x64x16 from level 1 is 64x32x8, one level down half of that; six levels.
  const auto& registers = txq.warps->warp(0).registers;
  for (const unsigned lane : {0u, 31u}) {
    CHECK(registers[0][lane] == 32);
    CHECK(registers[1][lane] == 16);
    CHECK(registers[2][lane] == 4);
    CHECK(registers[3][lane] == 6);
  }

  SpaWorkload pixld = load("pixld_example.yaml");
  functional::run_untimed(pixld.workload);
  std::uint64_t covered = 0, expected = 0;
  for (unsigned n = 0; n < pixld.warps->groups(); ++n)
    for (const std::uint32_t mask : pixld.warps->warp(n).registers[0])
      covered += static_cast<std::uint64_t>(std::popcount(mask));
  for (const auto& subspan : pixld.workload.subspans->triangles()[0].subspans)
    for (const std::uint16_t samples : subspan.samples)
      expected += static_cast<std::uint64_t>(std::popcount(static_cast<unsigned>(samples)));
  CHECK(covered == expected);
  CHECK(covered > 100);
}

TEST_CASE("a scene's warps hold the same registers with and without time", "[spa][workload]") {
  SpaWorkload untimed = load("msaa_coverage.yaml");
  functional::run_untimed(untimed.workload);
  SpaWorkload timed = load("msaa_coverage.yaml");
  timing::System system{
      machine::MachineParameters{}, timed.workload, timing::model_blocks(), {.check_protocols = true}};
  CHECK(system.run().complete);
  CHECK(warp_json(*untimed.warps, untimed.workload.subspans.get()) ==
        warp_json(*timed.warps, timed.workload.subspans.get()));
  CHECK(untimed.warps->groups() > 100);
  CHECK(warp_json(*untimed.warps, nullptr, 3).size() == 3);
  const auto& registers = untimed.warps->warp(0).registers;
  CHECK(registers[0][0] == 4);
  CHECK(registers[4][0] == 512);
}

TEST_CASE("mistakes in a warp file have their place and the nearest spelling", "[spa][workload]") {
  CHECK_THAT(mistakes("bundel_bank: 1\n"), Catch::Contains("w.yaml:2:1: bundel_bank: no such key; did you mean "
                                                           "bundle_bank?"));
  CHECK_THAT(mistakes("textures: [{type: TWOD}]\n"), Catch::Contains("w.yaml:2:19: textures[0].type: "));
  CHECK_THAT(mistakes("textures: [{type: TWOD}]\n"), Catch::Contains("did you mean TWO_D?"));
  CHECK_THAT(mistakes("textures: [{width: 0}]\n"), Catch::Contains("out of range; expected 1 to 65536"));
  CHECK_THAT(mistakes("registers: {R255: 1}\n"), Catch::Contains("w.yaml:2:13: registers.R255: is not a register"));
  CHECK_THAT(mistakes("registers: {R1: [1, 2]}\n"), Catch::Contains("lists 2 values; expected one value for all"));
  CHECK_THAT(mistakes("predicates: {P7: 1}\n"), Catch::Contains("expected P0 to P6"));
  CHECK_THAT(mistakes("scene: {samples: 3}\n"), Catch::Contains("w.yaml:2:18: scene.samples: sample count 3 does not"));
  CHECK_THAT(mistakes("scene: {samples: 2, sample_positions: [[1, 2]]}\n"), Catch::Contains("expected 2, one per"));
  CHECK_THAT(mistakes("scene: {triangles: [[[1, 2], [3, 4]]]}\n"),
             Catch::Contains("scene.triangles[0]: is not a list of 3"));
  CHECK_THAT(mistakes("scene: {samples: 4, target_samples: 1, sample_shading: true}\n"),
             Catch::Contains("needs as many raster samples as the target"));
  CHECK_THAT(mistakes("constant_banks: [{bank: 18}]\n"), Catch::Contains("expected 0 to 17"));
  CHECK_THAT(mistakes("warps: [1]\nkilled: x\n"), Catch::Contains("w.yaml:2:8: warps: is not one value"));
  CHECK_THAT(mistakes("warps: [1]\nkilled: x\n"), Catch::Contains("w.yaml:3:9: killed: "));
}

TEST_CASE("a program's text in place of a warp file is told where it belongs", "[spa][workload]") {
  CHECK_THAT(mistakes("TXQ R0, R1, TEX_HEADER_DIMENSION\nEXIT\n"), Catch::Contains("`texpipe spa check`"));
}

TEST_CASE("a mistake in the program has its place in the program's file", "[spa][workload]") {
  CHECK_THROWS_WITH(parse_warp_file("program: tests/data/spa/broken.spa\n", "w.yaml", TEXPIPE_SOURCE_DIR),
                    Catch::Contains("broken.spa:2:1"));
  CHECK_THROWS_WITH(parse_warp_file("program: nowhere.spa\n", "w.yaml", TEXPIPE_SOURCE_DIR),
                    Catch::Contains("w.yaml:1:10: program: no file "));
  CHECK_THROWS_WITH(parse_warp_file("warps: 1\n", "w.yaml", TEXPIPE_SOURCE_DIR),
                    Catch::Contains("program: is missing"));
}

TEST_CASE("raster samples may differ from the target's, and positions may be programmed", "[spa][workload]") {
  const WarpFile file = parse_warp_file(std::string{kProgram} +
                                            "scene: {image: 8x8, samples: 2, target_samples: 1, sample_positions: "
                                            "[[0, 3], [15, 9]], triangles: [[[0, 0], [9, 0], [0, 9]]]}\n",
                                        "w.yaml", TEXPIPE_SOURCE_DIR);
  CHECK(file.scene->target_sample_count() == 1);
  CHECK(file.scene->state.pattern.count == 2);
  CHECK_FALSE(file.scene->state.pattern.standard);
  CHECK(file.scene->state.pattern.positions[1].x == 15);
}

TEST_CASE("a target of fewer samples is written where any of the raster samples is covered", "[spa][workload]") {
  SpaWorkload spa =
      make_spa_workload(parse_warp_file("program: pixld_example.spa\nscene: {image: 4x2, samples: 4, target_samples: "
                                        "1, triangles: [[[1.5, -100], [1.5, 100], [-500, "
                                        "0]]]}\n",
                                        "test", TEXPIPE_SOURCE_DIR "/configs/spa"));
  functional::run_untimed(spa.workload);
  const auto json = warp_json(*spa.warps, spa.workload.subspans.get());
  CHECK(json[0]["coverage"][0] == 0b1111);
  CHECK(json[0]["coverage"][1] == 0b0101);
  CHECK(json[0]["registers"]["R0"][1] == 0b0101);  // PIXLD.COVMASK is the raster's
  CHECK(json[0]["target_coverage"][1] == 1);
  CHECK(json[0]["target_coverage"][4] == 0);
  CHECK(warp_text(*spa.warps, spa.workload.subspans.get(), 4).find("target") != std::string::npos);
  CHECK(warp_text(*load("pixld_example.yaml").warps, nullptr, 4).find("target") == std::string::npos);
}

TEST_CASE("random triangles depend on their seed only", "[spa][workload]") {
  const auto with_seed = [](int seed) {
    return parse_warp_file(std::string{kProgram} + "scene: {random: {count: 20, seed: " + std::to_string(seed) + "}}\n",
                           "w.yaml", TEXPIPE_SOURCE_DIR)
        .scene->triangles;
  };
  CHECK(with_seed(5)[19].vertices == with_seed(5)[19].vertices);
  CHECK(with_seed(5)[19].vertices != with_seed(6)[19].vertices);
}
