// The shipped study of the texture cache alone gives the reference values to the printed digit.
#include "workload/cache_table/cache_table.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "study/run/run_study.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using machine::RasterOrder;
using machine::SyntheticLayout;

TEST_CASE("the shipped cache study gives the reference table to 0.01 bytes per sample", "[study][cache]") {
  const test::ScratchFolder scratch;
  const std::filesystem::path out = scratch / "out";
  Configuration configuration = load_configuration(
      {TEXPIPE_SOURCE_DIR "/configs/studies/texture_cache_table.yaml", {}, nullptr}, FileKind::kStudy);
  const RunOutcome outcome = run_study(configuration, {.out = out, .overwrite = Overwrite::kReplaceRun});
  CHECK(outcome.exit_code == ExitCode::kSuccess);
  CHECK(std::filesystem::exists(out / "COMPLETE"));
  CHECK(outcome.summary.find("blocks_4x4, tiles_8x8         6.05      6.85      6.05") != std::string::npos);

  const std::map<std::tuple<SyntheticLayout, RasterOrder, double>, double> reference{
      {{SyntheticLayout::kLinear, RasterOrder::kScan, 0}, 4.32},
      {{SyntheticLayout::kLinear, RasterOrder::kScan, 45}, 27.98},
      {{SyntheticLayout::kLinear, RasterOrder::kScan, 90}, 36.07},
      {{SyntheticLayout::kLinear, RasterOrder::kTiles8x8, 0}, 13.50},
      {{SyntheticLayout::kLinear, RasterOrder::kTiles8x8, 45}, 31.30},
      {{SyntheticLayout::kLinear, RasterOrder::kTiles8x8, 90}, 39.02},
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kScan, 0}, 12.09},
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kScan, 45}, 15.26},
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kScan, 90}, 12.09},
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 0}, 6.05},
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 45}, 6.85},
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 90}, 6.05},
  };
  std::size_t compared = 0;
  for (const CacheTableRow& row :
       cache_table(configuration.study.workload.cache_table, configuration.machine.slice.subslice.front().sampler.l1)) {
    const auto expected = reference.find({row.layout, row.raster, row.degrees});
    if (expected == reference.end()) continue;
    CAPTURE(name_of(row.layout), name_of(row.raster), row.degrees);
    CHECK(row.result.bytes_per_sample() == Approx(expected->second).margin(0.005));
    ++compared;
  }
  CHECK(compared == reference.size());
}

TEST_CASE("one cache study walks every size, layout, raster order and angle that it is given", "[study][cache]") {
  const test::ScratchFolder scratch;
  const std::filesystem::path out = scratch / "out";
  Configuration configuration =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/texture_cache_table.yaml",
                          {"workload.cache_table.screen=64", "workload.cache_table.degrees=[0, 22.5]",
                           "workload.cache_table.sizes=1KiB,64KiB"},
                          nullptr},
                         FileKind::kStudy);
  const RunOutcome outcome = run_study(configuration, {.out = out, .overwrite = Overwrite::kReplaceRun});
  REQUIRE(outcome.exit_code == ExitCode::kSuccess);
  const auto rows =
      cache_table(configuration.study.workload.cache_table, configuration.machine.slice.subslice.front().sampler.l1);
  const std::size_t layouts = enum_rows(SyntheticLayout{}).rows.size();
  CHECK(layouts == 5);
  REQUIRE(rows.size() == 2 * layouts * 2 * 2);
  for (std::size_t i = 0; i < rows.size() / 2; ++i) {
    CHECK(rows[i].size == ByteSize{1024});
    CHECK(rows[rows.size() / 2 + i].result.misses <= rows[i].result.misses);
    CHECK(rows[i].degrees == (i % 2 == 0 ? 0.0 : 22.5));
  }
  for (const char* text :
       {"bytes per sample, 1KiB", "bytes per sample, 64KiB", "22.5", "morton, scan", "blocks_8x8, tiles_8x8"}) {
    INFO(text);
    CHECK(outcome.summary.find(text) != std::string::npos);
  }
  const auto json = nlohmann::json::parse(outcome.statistics).at("cache_table");
  CHECK(json.size() == rows.size());
  CHECK(json.back().at("size") == 65536);
  CHECK(json.back().at("layout") == "morton");
  CHECK(json.back().at("degrees") == 22.5);
}

TEST_CASE("a cache study without an angle is refused", "[study][cache]") {
  CHECK_THROWS_WITH(cache_table({.degrees = {}}, {}), Catch::Contains("workload.cache_table.degrees"));
}
