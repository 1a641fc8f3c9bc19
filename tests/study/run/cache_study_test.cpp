// The shipped study of a cache alone gives the published table (measured elsewhere with a plain trace model).
#include "study/run/cache_study.h"

#include <unistd.h>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <tuple>

using namespace texpipe;
using namespace texpipe::study;

namespace {

const std::string kStudy = TEXPIPE_SOURCE_DIR "/configs/studies/cache_layouts.yaml";

std::string problems_of(const std::vector<std::string>& assignments) {
  try {
    run_cache_study({kStudy, assignments, nullptr}, {.out = "/nonexistent/folder/out"});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the shipped cache study gives the published bytes per sample", "[cache_study]") {
  using timing::RasterOrder;
  using timing::SyntheticLayout;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("texpipe_cache_study_" + std::to_string(::getpid()));
  const RunOutcome outcome = run_cache_study({kStudy, {}, nullptr}, {.out = folder});
  CHECK(std::filesystem::exists(folder / "COMPLETE"));
  std::filesystem::remove_all(folder);
  CHECK(outcome.summary.find("36.07") != std::string::npos);

  const std::map<std::tuple<SyntheticLayout, RasterOrder, unsigned>, double> published{
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
      {{SyntheticLayout::kBlocks4x4, RasterOrder::kTiles8x8, 90}, 6.05}};
  unsigned found = 0;
  for (const CacheStudyRow& row : run_synthetic_cache({})) {
    const auto expected = published.find({row.layout, row.raster, row.degrees});
    if (expected == published.end()) continue;
    ++found;
    CHECK(row.result.bytes_per_sample() == Approx(expected->second).margin(0.01));
  }
  CHECK(found == published.size());
}

TEST_CASE("a cache that does not hold one set is refused at its place", "[cache_study]") {
  CHECK(problems_of({"synthetic_cache.cache.ways=128"}).find("do not hold one set of 128 lines") != std::string::npos);
  CHECK(problems_of({"synthetic_cache.cache.way=4"}).find("did you mean ways?") != std::string::npos);
}
