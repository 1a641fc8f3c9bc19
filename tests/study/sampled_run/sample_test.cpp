// A sample of a recording: what is chosen, how it is weighed, and how near it comes to the whole.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <sstream>

#include "fuzz/damage.h"
#include "fuzz/recording_targets.h"
#include "machine/cache/warm_tags.h"
#include "study/definition/prepare_study.h"
#include "study/execution/execution.h"
#include "study/sampled_run/sampled_threads.h"
#include "study/sampled_run/stretch_weights.h"
#include "study/sampled_run/stretches.h"
#include "support/scratch_folder.h"
#include "workload/recording/record_workload.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

const std::string kConfigs = TEXPIPE_SOURCE_DIR "/configs/";

std::uint64_t& feature(RecordedInterval& interval, IntervalFeature which) {
  return interval.signature[static_cast<std::size_t>(which)];
}

/// Half of them heavy, the other half light, in a rising order of instructions.
std::vector<RecordedInterval> intervals(std::size_t count) {
  std::vector<RecordedInterval> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    all[i].first_group = static_cast<unsigned>(16 * i);
    all[i].groups = 16;
    feature(all[i], IntervalFeature::kInstructions) = 10'000 + 10 * i;
    feature(all[i], IntervalFeature::kTexels) = i % 200 < 100 ? 1'000 : 50'000;
  }
  return all;
}

SamplePlan plan_of(std::size_t count, const SampleParameters& parameters) {
  auto plan = plan_sample(intervals(count), 16, machine::MachineParameters{}, parameters);
  REQUIRE(plan);
  return *plan;
}

void record(const test::ScratchFolder& scratch, const std::vector<std::string>& assignments) {
  const Configuration configuration =
      load_configuration(ConfigurationSources{kConfigs + "studies/first_look.yaml", assignments}, FileKind::kStudy);
  std::optional<functional::Workload> workload = prepare_study(configuration);
  std::ostringstream text;
  record_workload(*workload, "first_look", "texture_walk", text);
  scratch.write("run.rec", text.str());
}

Configuration replay(const test::ScratchFolder& scratch, std::vector<std::string> assignments) {
  scratch.write("replay.yaml", "study: replay\nmachine: " + kConfigs +
                                   "machines/kaby_lake_gt2.yaml\nworkload: {kind: messages, file: run.rec}\n");
  return load_configuration(ConfigurationSources{scratch / "replay.yaml", std::move(assignments)}, FileKind::kStudy);
}

Execution run(const Configuration& configuration) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  return execute(configuration.machine, *workload,
                 {.timing = configuration.study.timing, .blocks = &blocks, .watchdog = configuration.study.watchdog});
}

}  // namespace

TEST_CASE("a sample keeps the first and the last stretch and chooses of each kind between them", "[sample]") {
  const SamplePlan plan = plan_of(800, {.enabled = true, .stretches = 12, .threads = 1024});
  CHECK(plan.stretches.size() == 200);
  CHECK(plan.chosen.size() >= 12);
  CHECK(plan.chosen.front().stretch > 0);
  CHECK(plan.chosen.back().stretch < 199);
  CHECK(plan.stratum_sizes.size() >= 2);
  for (std::size_t h = 0; h < plan.stratum_sizes.size(); ++h) {
    INFO(h);
    CHECK(std::any_of(plan.chosen.begin(), plan.chosen.end(), [&](const ChosenStretch& c) { return c.stratum == h; }));
  }
}

TEST_CASE("a sample that would simulate a third of the recording is none", "[sample]") {
  CHECK_FALSE(plan_sample(intervals(100), 16, machine::MachineParameters{},
                          {.enabled = true, .stretches = 24, .threads = 1024}));
  CHECK_FALSE(
      plan_sample(intervals(1), 16, machine::MachineParameters{}, {.enabled = true, .stretches = 12, .threads = 64}));
  CHECK_FALSE(plan_sample({}, 16, machine::MachineParameters{}, {.enabled = true, .stretches = 12, .threads = 64}));
}

TEST_CASE("what follows from the signatures is extrapolated almost exactly and with a small bound", "[sample]") {
  const SamplePlan plan = plan_of(800, {.enabled = true, .stretches = 12, .threads = 1024});
  const StretchWeights weights{plan};
  const auto cost = [&](std::size_t stretch) {
    const std::vector<double>& x = plan.stretches[stretch].features;
    return 1000 + 300 * x[0] + 5000 * x[1];
  };
  std::vector<double> chosen;
  for (const ChosenStretch& c : plan.chosen) chosen.push_back(cost(c.stretch));
  double whole = 0;
  for (std::size_t s = 1; s + 1 < plan.stretches.size(); ++s) whole += cost(s);
  CHECK(std::abs(weights.sum(chosen) - whole) < 0.002 * whole);
  CHECK(weights.bound(chosen) < 0.05 * whole);
  for (const double weight : weights.weights()) CHECK(weight >= 0);
}

TEST_CASE("what the signatures do not explain widens the bound until it holds the truth, of few stretches too",
          "[sample]") {
  const std::uint32_t stretches = GENERATE(12u, 24u, 48u);
  unsigned inside = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const SamplePlan plan = plan_of(4000, {.enabled = true, .stretches = stretches, .threads = 1024, .seed = seed});
    const StretchWeights weights{plan};
    std::minstd_rand draws{seed};
    std::vector<double> costs;
    for (std::size_t stretch = 0; stretch < plan.stretches.size(); ++stretch)
      costs.push_back(1000 + static_cast<double>(draws() % 512));
    const auto cost = [&](std::size_t stretch) { return costs[stretch]; };
    std::vector<double> chosen;
    for (const ChosenStretch& c : plan.chosen) chosen.push_back(cost(c.stretch));
    double whole = 0;
    for (std::size_t s = 1; s + 1 < plan.stretches.size(); ++s) whole += cost(s);
    if (std::abs(weights.sum(chosen) - whole) <= weights.bound(chosen)) ++inside;
  }
  INFO(stretches << " stretches");
  CHECK(inside >= 185);  // 190 of 200, less two standard deviations of such a count
}

TEST_CASE("a stratum of one stretch has the spread of the others in the bound", "[sample]") {
  SamplePlan plan;
  for (std::size_t s = 0; s < 20; ++s) plan.stretches.push_back({.features = {1.0}});
  plan.stratum_sizes = {17, 1};
  for (const std::size_t s : {2, 5, 8, 11, 14}) plan.chosen.push_back({s, 0, 0});
  plan.chosen.push_back({17, 1, 0});
  const std::vector<double> values{100, 110, 95, 105, 90, 300};
  const double with = StretchWeights{plan}.bound(values);
  // The plan without its last stretch.
  plan.chosen.pop_back();
  plan.stratum_sizes.pop_back();
  plan.stretches.pop_back();
  CHECK(with > StretchWeights{plan}.bound({100, 110, 95, 105, 90}));
}

TEST_CASE("another seed draws other stretches of the same strata", "[sample]") {
  const auto plan = [](std::uint32_t seed) {
    return plan_of(800, {.enabled = true, .stretches = 12, .threads = 1024, .seed = seed});
  };
  const auto places = [](const SamplePlan& of) {
    std::vector<std::size_t> all;
    for (const ChosenStretch& chosen : of.chosen) all.push_back(chosen.stretch);
    return all;
  };
  CHECK(plan(1).stratum_sizes == plan(2).stratum_sizes);
  CHECK(places(plan(1)) == places(plan(1)));
  CHECK(places(plan(1)) != places(plan(2)));
}

TEST_CASE("tags that are warmed are as those of accesses and tell what the next level gets", "[sample][cache]") {
  using namespace machine;
  TagArray tags{CacheGeometry{.sets = 1, .ways = 2}};
  const auto line = [](std::uint64_t number) { return LineKey{AddressSpace::kStored, number}; };
  CHECK(warm(tags, line(1), true).missed);
  CHECK(warm(tags, line(2), false).missed);
  CHECK_FALSE(warm(tags, line(2), false).missed);
  const WarmedLine third = warm(tags, line(3), false);  // evicts the written one, used longest ago
  CHECK(third.missed);
  CHECK(third.written_back == line(1));
  CHECK_FALSE(warm(tags, line(4), false).written_back);
  CHECK(tags.lookup(line(3)));
  tags.set_pinned(*tags.lookup(line(3)), true);
  tags.set_pinned(*tags.lookup(line(4)), true);
  CHECK(warm(tags, line(5), true).missed);
  CHECK_FALSE(tags.lookup(line(5)));
}

TEST_CASE("a stretch takes as long as what data ports still hold at its end needs", "[sample]") {
  CHECK(slowness(0, 2000, 512) == 1);
  CHECK(slowness(400, 2400, 512) == Approx(1.2));
  CHECK(slowness(-400, 1600, 512) == Approx(0.8));
  CHECK(slowness(10, 20, 512) == Approx(1 + 10 / 512.0));  // so few do not hold up 512 threads
  CHECK(slowness(-5000, 100, 512) == 0.5);
}

TEST_CASE("a sample of a walk tells its cycles within its bound and its counts nearly", "[sample]") {
  const test::ScratchFolder scratch;
  record(scratch, {"workload.image=640x480", "timing=untimed"});
  for (const std::string timing : {"loosely_timed", "approximately_timed"}) {
    INFO(timing);
    const std::vector<std::string> machine{"timing=" + timing, "slice.subslices=1", "slice.subslice[*].eus=4"};
    std::vector<std::string> sampled = machine;
    for (const char* parameter : {"enabled=true", "stretches=12", "threads=256"})
      sampled.push_back(std::string{"workload.sample."} + parameter);
    const Execution whole = run(replay(scratch, machine)), sample = run(replay(scratch, sampled));
    REQUIRE(sample.sample);
    CHECK_FALSE(whole.sample);
    CHECK(sample.sample->groups * 3 <= sample.sample->all_groups);
    const double truth = static_cast<double>(whole.cycles->value()), told = static_cast<double>(sample.cycles->value());
    CHECK(std::abs(told - truth) <= static_cast<double>(sample.sample->bound.value()));
    CHECK(std::abs(told - truth) < 0.1 * truth);
    for (const char* path : {"slice.dispatch.threads", "slice.subslice[0].sampler.front_end.footprints"}) {
      INFO(path);
      const auto count = [&](const Execution& execution) {
        return static_cast<double>(std::get<machine::Counter>(execution.statistics->find(path)->value).value());
      };
      CHECK(std::abs(count(sample) - count(whole)) < 0.1 * count(whole));
    }
    CHECK(run(replay(scratch, sampled)).cycles == sample.cycles);
  }
}

TEST_CASE("a recording that is too short or has a scene is simulated whole and says so", "[sample]") {
  const test::ScratchFolder scratch;
  record(scratch, {"workload.image=64x48", "timing=untimed"});
  const Configuration configuration = replay(scratch, {"workload.sample.enabled=true", "timing=loosely_timed"});
  const std::optional<functional::Workload> workload = prepare_study(configuration);
  REQUIRE(workload->warnings.size() == 1);
  CHECK_THAT(workload->warnings.front().problem, Catch::Contains("no sample: of 192 threads"));
  const Execution whole = run(configuration);
  CHECK_FALSE(whole.sample);
  CHECK(whole.cycles == run(replay(scratch, {"timing=loosely_timed"})).cycles);
}

TEST_CASE("a sample without a clock and one of a recording without intervals are refused", "[sample]") {
  const test::ScratchFolder scratch;
  record(scratch, {"workload.image=64x48", "timing=untimed"});
  CHECK_THROWS_WITH(prepare_study(replay(scratch, {"workload.sample.enabled=true", "timing=untimed"})),
                    Catch::Contains("a sample tells the time of the whole"));
  const auto old =
      fuzz::packed_recording(fuzz::file_bytes(std::string{TEXPIPE_TEST_DATA "/fuzz/recording_contents/chain"}));
  scratch.write("run.rec", std::string{reinterpret_cast<const char*>(old.data()), old.size()});
  CHECK_THROWS_WITH(prepare_study(replay(scratch, {"workload.sample.enabled=true", "timing=loosely_timed"})),
                    Catch::Contains("was made without the intervals that a sample is chosen by"));
}
