// Whole machines of random values with kernels, interpolators, data port and sampler programs of random values: both
// timings take the same cycles and count the same.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <string>

#include "study/run/any_workload.h"
#include "study/run/execution.h"
#include "study/run/prepare_study.h"
#include "timing/support/statistic_text.h"

using namespace texpipe;
using namespace texpipe::study;
using timing::test::Random;

namespace {

constexpr const char* kScene =
    "{image: 113x67, samples: 1, triangles: [[[59.94, 0.68], [23.06, 6.83], [21.4, -10.11]], [[132.21, 12.67], [63.31, "
    "60.55, 4.06], [15.75, 79.41]], [[124.47, 28.17], [-14.2, 1.69, 2.53], [6.48, 25.05, 3.61]]]}\n";

Configuration study_of(const test::ScratchFolder& folder, const std::string& text) {
  folder.write("study.yaml", "study: agreement\n" + text);
  return load_configuration({folder / "study.yaml", {}, nullptr}, FileKind::kStudy);
}

/// What both timings count, as text by path.
std::map<std::string, std::string> counts_of(const Configuration& configuration, Timing timing) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  const Execution execution =
      execute(configuration.machine, *workload, {.timing = timing, .blocks = &blocks, .check_protocols = true});
  std::map<std::string, std::string> counts{{"cycles", std::to_string(execution.cycles->value())}};
  for (const auto& [path, group] : execution.statistics->groups()) {
    for (const auto& statistic : group.statistics()) {
      if (!timing::test::only_of_events(path, statistic->name))
        counts.emplace(path + "." + statistic->name, timing::test::text_of(*statistic));
    }
  }
  return counts;
}

/// The first count that differs, as text; empty: none does.
std::string difference(const std::map<std::string, std::string>& a, const std::map<std::string, std::string>& b) {
  if (a.at("cycles") != b.at("cycles")) return "cycles: " + a.at("cycles") + " / " + b.at("cycles");
  for (const auto& [path, text] : a) {
    const auto other = b.find(path);
    if (other == b.end()) return path + " is missing";
    if (other->second != text) return path + ": " + text + "/ " + other->second;
  }
  return a.size() == b.size() ? "" : "other statistics";
}

}  // namespace

TEST_CASE("random machines take the same cycles in both timings, whatever runs on them", "[recurrence][study]") {
  const test::ScratchFolder folder;
  const char* first = std::getenv("TEXPIPE_RANDOM_MACHINES");  // by hand: other seeds
  const std::uint64_t start = first == nullptr ? 1 : std::stoull(first);
  for (std::uint64_t seed = start; seed < start + 40; ++seed) {
    Random random{seed};
    const auto subslices = static_cast<std::uint32_t>(1 + timing::test::below(random, 3));
    const machine::MachineParameters machine = timing::test::any_machine(random, subslices);
    const std::string workload = test::any_workload(random, folder);
    INFO("seed " << seed << ", " << subslices << " subslices: " << workload);
    Configuration configuration = study_of(folder, test::kAnyMachine + ("workload: " + workload + "\n"));
    configuration.machine = machine;
    REQUIRE(difference(counts_of(configuration, Timing::kApproximatelyTimed),
                       counts_of(configuration, Timing::kLooselyTimed)) == "");
  }
}

TEST_CASE("writes are answered in time while L3 has no room for the next one", "[recurrence][study]") {
  const test::ScratchFolder folder;
  folder.write("scene.yaml", kScene);
  const Configuration configuration =
      study_of(folder,
               "machine: {machine: small_l3, slice: {subslices: 1, l3: {ways: 3, banks: 1, size: 1920B}}}\n"
               "workload: {kind: pixel_interpolator, scene: scene.yaml}\n");
  CHECK(difference(counts_of(configuration, Timing::kApproximatelyTimed),
                   counts_of(configuration, Timing::kLooselyTimed)) == "");
}
