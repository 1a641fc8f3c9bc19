// Every replacement policy, by its word, at every level of the caches: both timings agree, and it is another one than
// LRU.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "machine/replacement/replacement.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/summary/statistics_text.h"
#include "workload/texture_walk/texture_walk.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

#define SAMPLER "slice.subslice.sampler."

/// A level, and what makes it small and asked for often.
struct Level {
  const char* path;
  std::vector<std::string> words;
};

const Level kLevels[] = {
    {SAMPLER "l1", {SAMPLER "l1.size=1KiB"}},
    {SAMPLER "l2", {SAMPLER "l1.size=1KiB", SAMPLER "l2.size=4KiB", SAMPLER "l2.banks=1", SAMPLER "l2.ways=8"}},
    {"slice.shared_l2",
     {SAMPLER "l1.size=1KiB", SAMPLER "l2.enabled=false", "slice.shared_l2.enabled=true", "slice.shared_l2.size=2KiB",
      "slice.shared_l2.banks=1", "slice.shared_l2.ways=4"}},
    {"slice.l3", {SAMPLER "l1.size=1KiB", SAMPLER "l2.enabled=false", "slice.l3.size=4KiB", "slice.l3.ways=4"}},
    {"llc",
     {SAMPLER "l1.size=1KiB", SAMPLER "l2.enabled=false", "slice.l3.size=4KiB", "llc.enabled=true", "llc.size=8KiB",
      "llc.ways=8"}},
};

/// Every statistic of a gather from a texture larger than the level, as text.
std::string statistics_of(const Level& level, std::string_view policy, const char* timing) {
  std::vector<std::string> words = level.words;
  words.push_back(std::string{level.path} + ".replacement=" + std::string{policy});
  words.push_back(std::string{"timing="} + timing);
  const std::string text =
      "study: policies\nmachine: " TEXPIPE_SOURCE_DIR
      "/configs/machines/kaby_lake_gt2_assumed.yaml\nslice: {subslices: 1, subslice: {eus: 3}}\n"
      "workload: {kind: texture_walk, walk: random_gather, image: 32x16, texture: " TEXPIPE_SOURCE_DIR
      "/configs/textures/gravel_512_bc3_mips.dds}\n";
  const timing::BlockRegistry blocks = timing::model_blocks();
  const Configuration configuration =
      load_configuration({"study.yaml", words, nullptr, text}, FileKind::kStudy, &blocks);
  const functional::SurfaceImage texture{
      .format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = 64, .height = 64, .levels = 7};
  functional::Workload workload =
      make_texture_walk(configuration.study.workload.texture_walk, texture,
                        std::vector<std::byte>(functional::packed_bytes(texture), std::byte{0x3C}));
  const Execution execution =
      execute(configuration.machine, workload, {.timing = configuration.study.timing, .blocks = &blocks});
  return std::to_string(execution.cycles->value()) + statistics_json(*execution.statistics);
}

}  // namespace

TEST_CASE("every replacement policy leaves the same statistics in both timings, and others than LRU, at every level",
          "[replacement][study]") {
  const Level& level = GENERATE(from_range(std::begin(kLevels), std::end(kLevels)));
  const std::string lru = statistics_of(level, "lru", "loosely_timed");
  for (const EnumRow& row : machine::enum_rows(machine::Replacement{}).rows) {
    INFO(level.path << " replacement: " << row.name);
    const std::string loosely = statistics_of(level, row.name, "loosely_timed");
    CHECK(loosely == statistics_of(level, row.name, "approximately_timed"));
    CHECK((loosely == lru) == (row.name == "lru"));
  }
}
