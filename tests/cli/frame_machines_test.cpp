// Frames on random machines: both timings leave the same bytes.
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

/// Values with which much is on its way when the threads of a draw are over, or hardly anything is.
struct Choice {
  std::string_view path;
  std::vector<std::string_view> values;
};

const std::vector<Choice>& choices() {
  static const std::vector<Choice> all{
      {"llc.bytes_per_cycle", {"2", "4", "8"}},
      {"llc.banks", {"1", "2"}},
      {"llc.mshrs", {"1", "4"}},
      {"llc.sector", {"32B"}},
      {"llc.enabled", {"false"}},
      {"memory.queue", {"1", "3"}},
      {"memory.channels", {"2"}},
      {"slice.l3.banks", {"1"}},
      {"slice.l3.bytes_per_cycle", {"2", "8"}},
      {"slice.l3.enabled", {"false"}},
      {"slice.frame.vertex_fetch.ahead", {"7", "1856"}},
      {"slice.frame.vertex_fetch.queue", {"1"}},
      {"slice.frame.vertex_fetch.cache.mshrs", {"1"}},
      {"slice.frame.urb.bytes_per_cycle", {"4", "1024"}},
      {"slice.frame.rasterizer.order", {"scan", "hilbert"}},
      {"slice.frame.hiz.cache.size", {"1KiB"}},
      {"slice.frame.depth.cache.mshrs", {"1", "2"}},
      {"slice.frame.depth.queue", {"1", "1024"}},
      {"slice.frame.opened_threads", {"1", "65536"}},
      {"slice.frame.pixel_hash.subslices", {"none", "8x8", "16x16"}},
      {"slice.frame.pixel_backend.window", {"1", "4096"}},
      {"slice.frame.pixel_backend.queue", {"1", "1024"}},
      {"slice.frame.pixel_backend.write_bytes_per_cycle", {"4", "1024"}},
      {"slice.frame.pixel_backend.compression_ratio", {"3/2", "2"}},
      {"slice.frame.pixel_backend.cache.size", {"1KiB"}},
      {"slice.frame.pixel_backend.cache.hit_latency", {"1", "1000"}},
      {"slice.frame.pixel_backend.mcs_cache.mshrs", {"1"}},
  };
  return all;
}

struct RandomFrame {
  explicit RandomFrame(std::uint32_t seed) : random{seed} {
    constexpr std::array<std::string_view, 3> kFrames{"interface", "stages", "stages_plain"};
    name = kFrames[random() % kFrames.size()];
    std::set<std::size_t> chosen;
    for (std::size_t count = 2 + random() % 4; chosen.size() < count;) chosen.insert(random() % choices().size());
    for (const std::size_t place : chosen) {
      const Choice& choice = choices()[place];
      parameters +=
          " -p " + std::string{choice.path} + '=' + std::string{choice.values[random() % choice.values.size()]};
    }
  }

  std::mt19937 random;
  std::string name;
  std::string parameters;
};

}  // namespace

TEST_CASE("a frame on a random machine leaves the same bytes in both timings", "[cli][frame][draws]") {
  const std::set<std::string> about_the_run{"config.resolved.yaml", "log.txt", "manifest.json", "stats.json"};
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const RandomFrame frame{seed};
    CAPTURE(seed, frame.name, frame.parameters);
    const ScratchFolder scratch;
    scratch.write("frame.yaml",
                  "study: frame\nmachine: " TEXPIPE_SOURCE_DIR
                  "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: frame, file: " TEXPIPE_SOURCE_DIR
                  "/tests/data/frames/" +
                      frame.name + ".frames.zst}\n");
    for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
      const CommandOutcome ran = run_texpipe("run '" + (scratch / "frame.yaml").string() + "' --timing " + timing +
                                             " --out '" + (scratch / timing).string() + "' -q" + frame.parameters);
      INFO(ran.err);
      REQUIRE(ran.code == 0);
    }
    std::size_t compared = 0;
    for (const auto& file : std::filesystem::directory_iterator{scratch / "loosely_timed"}) {
      const std::string name = file.path().filename().string();
      if (about_the_run.contains(name)) continue;
      CAPTURE(name);
      const bool same = scratch.read("loosely_timed/" + name) == scratch.read("approximately_timed/" + name);
      CHECK(same);  // the bytes themselves are no help
      ++compared;
    }
    CHECK(compared > 8);
  }
}
