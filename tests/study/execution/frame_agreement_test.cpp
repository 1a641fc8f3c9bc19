// Recorded frames in time: both timings take the same cycles and count the same, whatever the order of processes, and
// leave the pictures of a run without time.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "support/scratch_folder.h"
#include "timing/support/any_machine.h"
#include "timing/support/statistic_text.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

Configuration frame_study(const test::ScratchFolder& folder, const std::string& recording, const std::string& machine) {
  folder.write("study.yaml", "study: agreement\nmachine: " + machine + "\nworkload: {kind: frame, file: " +
                                 std::string{TEXPIPE_SOURCE_DIR "/tests/data/frames/"} + recording + "}\n");
  return load_configuration({folder / "study.yaml", {}, nullptr}, FileKind::kStudy);
}

/// All statistics and result files of a run, by name.
std::map<std::string, std::string> run(const Configuration& configuration, Timing timing) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  const Execution execution =
      execute(configuration.machine, *workload, {.timing = timing, .blocks = &blocks, .check_protocols = true});
  std::map<std::string, std::string> seen;
  if (execution.cycles) seen.emplace("cycles", std::to_string(execution.cycles->value()));
  for (const auto& [path, group] : execution.statistics->groups()) {
    for (const auto& statistic : group.statistics())
      seen.emplace(path + "." + statistic->name, timing::test::text_of(*statistic));
  }
  for (const functional::ResultFile& file : workload->results()) seen.emplace(file.name, file.content);
  return seen;
}

std::string difference(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  if (a.at("cycles") != b.at("cycles")) return "cycles: " + a.at("cycles") + " / " + b.at("cycles");
  for (const auto& [path, text] : a) {
    const auto other = b.find(path);
    if (other == b.end()) return path + " is missing";
    if (other->second != text) return path + ": " + text + "/ " + other->second;
  }
  return a.size() == b.size() ? "" : "other statistics";
}

constexpr const char* kKabyLake = TEXPIPE_SOURCE_DIR "/configs/machines/kaby_lake_gt2.yaml";

}  // namespace

TEST_CASE("recorded frames take the same cycles and count the same in both timings", "[recurrence][frame][study]") {
  const test::ScratchFolder folder;
  for (const char* recording : {"boxes.frames.zst", "interface.frames.zst", "stages.frames.zst"}) {
    INFO(recording);
    const Configuration configuration = frame_study(folder, recording, kKabyLake);
    const auto loosely = run(configuration, Timing::kLooselyTimed);
    REQUIRE(difference(run(configuration, Timing::kApproximatelyTimed), loosely) == "");
    for (const auto& [name, content] : run(configuration, Timing::kUntimed)) {
      if (name.ends_with(".png")) CHECK((loosely.at(name) == content));
    }
  }
}

TEST_CASE("frames on random machines take the same cycles in both timings", "[recurrence][frame][study]") {
  const test::ScratchFolder folder;
  const char* first = std::getenv("TEXPIPE_RANDOM_MACHINES");  // by hand: other seeds
  const std::uint64_t start = first == nullptr ? 1 : std::stoull(first);
  for (std::uint64_t seed = start; seed < start + 6; ++seed) {
    timing::test::Random random{seed};
    Configuration configuration = frame_study(folder, "stages.frames.zst", kKabyLake);
    configuration.machine = timing::test::any_machine(random, static_cast<std::uint32_t>(1 + seed % 3));
    timing::test::any_frame(random, configuration.machine.slice.frame);
    if (seed % 2 == 0) timing::test::any_topology(random, configuration.machine);
    INFO("seed " << seed);
    REQUIRE(difference(run(configuration, Timing::kApproximatelyTimed), run(configuration, Timing::kLooselyTimed)) ==
            "");
  }
}
