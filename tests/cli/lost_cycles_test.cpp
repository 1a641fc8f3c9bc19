// The first cause of lost cycles is the bottleneck that was planted, and no other parameter helps more.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "machine/graph/remedies.h"
#include "study/report/summary.h"
#include "study/run/execution.h"
#include "study/run/prepare_study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

using Changes = std::vector<std::string>;  // path=value, lists without their [*]

std::string path_of(const std::string& change) {
  return change.substr(0, change.find('='));
}

std::string with_lists(std::string change) {
  for (const char* list : {"slice.subslice.", ".eu."}) {
    const std::size_t at = change.find(list);
    if (at != std::string::npos) change.insert(at + std::string{list}.size() - 1, "[*]");
  }
  return change;
}

const std::string kMachines = TEXPIPE_SOURCE_DIR "/configs/machines/";
const std::string kAssumedMachine = "machine=" + kMachines + "kaby_lake_gt2_assumed.yaml";  // shorter latencies
const std::string kMeasuredMachine = "machine=" + kMachines + "kaby_lake_gt2.yaml";

/// A small first look with these values, on the assumed machine if they name no other.
Configuration configured(const Changes& changes, const std::string& timing) {
  ConfigurationSources sources{.file = TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml",
                               .assignments = {"workload.image=80x80", "timing=" + timing, kAssumedMachine}};
  for (const std::string& change : changes) sources.assignments.push_back(with_lists(change));
  return load_configuration(sources, FileKind::kStudy);
}

struct Outcome {
  std::int64_t cycles = 0;
  std::string summary;
  std::array<std::int64_t, machine::kCauses> foretold{};  // to be saved, by cause
};

Outcome run(const Configuration& configuration) {
  static const timing::BlockRegistry blocks = timing::model_blocks();
  static const Picture no_picture;
  functional::Workload workload = *prepare_study(configuration);
  const Execution execution = execute(
      configuration.machine, workload,
      {.timing = configuration.study.timing, .blocks = &blocks, .on_progress = [](const ExecutionProgress&) {}});
  const SummaryFacts facts{.lost_cycles = LostCycles::kTold,
                           .machine = configuration.machine,
                           .statistics = *execution.statistics,
                           .cycles = execution.cycles,
                           .picture = no_picture,
                           .host_seconds = 1.0};
  Outcome outcome{static_cast<std::int64_t>(execution.cycles->value()), summary_text(facts)};
  for (std::size_t i = 0; i < machine::kCauses; ++i) {
    const std::string name{machine::row_of(static_cast<machine::Cause>(i)).name};
    const machine::Statistic* saved = execution.statistics->find("relaxed." + name);
    if (saved != nullptr)
      outcome.foretold[i] = static_cast<std::int64_t>(std::get<machine::Counter>(saved->value).value());
  }
  return outcome;
}

std::string line_of(const std::string& summary, const std::string& label) {
  const std::size_t at = summary.find("\n  " + label);
  REQUIRE(at != std::string::npos);
  const std::size_t from = summary.find_first_not_of(' ', at + 3 + label.size());
  return summary.substr(from, summary.find('\n', from) - from);
}

std::string first_cause(const std::string& summary) {
  const std::string causes = line_of(summary, "lost cycles");
  return causes.substr(0, causes.find(' '));
}

/// The relaxed value as -p takes it.
std::string text_of(const machine::RelaxedParameter& parameter) {
  const std::string& path = parameter.path;
  if (path.ends_with("bank_hash")) return path + "=xor";
  const std::string whole = std::to_string(static_cast<std::uint64_t>(std::max(parameter.relaxed, 1.0)));
  if (path.ends_with(".size")) return path + "=" + whole + "B";
  if (path == "memory.bandwidth") return path + "=" + whole + "B/s";
  if (path.starts_with("memory.") && parameter.relaxed < parameter.value) return path + "=" + whole + "ps";
  const bool fraction = parameter.relaxed > parameter.value && parameter.relaxed != std::floor(parameter.relaxed);
  return path + "=" + (fraction ? std::to_string(std::llround(1000 * parameter.relaxed)) + "/1000" : whole);
}

// Of any run.
constexpr std::array kRivals{"memory.latency",
                             "slice.l3.hit_latency",
                             "slice.subslice.eus",
                             "slice.subslice.eu.threads",
                             "slice.subslice.sampler.latency_fifo.slots",
                             "slice.subslice.sampler.l1.mshrs",
                             "slice.subslice.sampler.l1.size"};

/// The parameters that a run says would save 1 % of it, and rivals that it may have overlooked, each relaxed;
/// scripts/relax.py tries all.
Changes relaxations(const machine::MachineParameters& machine, const Outcome& outcome) {
  Changes all;
  const std::vector<machine::RelaxedParameter> parameters = machine::relaxed_parameters(machine);
  for (std::size_t i = 0; i < machine::kCauses; ++i) {
    const machine::RelaxedParameter& one = parameters[i];
    const bool rival = std::find(kRivals.begin(), kRivals.end(), one.path) != kRivals.end();
    const bool number = one.relaxed != 0 || one.value != 0;
    if (number && one.factor > 1 && (rival || 100 * outcome.foretold[i] >= outcome.cycles)) all.push_back(text_of(one));
  }
  return all;
}

/// As much as the best, of a run of so many cycles.
bool as_much(std::int64_t saved, std::int64_t best, std::int64_t cycles) {
  return saved >= best - std::max(best / 50, cycles / 100);
}

/// Nothing that is relaxed alone saves more than `named` does.
void check_nothing_helps_more(const Changes& plant, const std::string& named, const Outcome& outcome) {
  const std::int64_t cycles = outcome.cycles;
  const machine::MachineParameters machine = configured(plant, "loosely_timed").machine;
  const auto saved_by = [&](const std::string& relaxation) -> std::int64_t {
    Changes changes = plant;
    changes.push_back(relaxation);
    try {
      return cycles - run(configured(changes, "loosely_timed")).cycles;
    } catch (const Error& error) {  // more ways than the cache has lines
      REQUIRE(error.code() == ExitCode::kInvalidConfiguration);
      return 0;
    }
  };
  const Changes all = relaxations(machine, outcome);
  const auto first = std::find_if(all.begin(), all.end(), [&](const auto& one) { return path_of(one) == named; });
  REQUIRE(first != all.end());
  const std::int64_t saved = saved_by(*first);
  for (const std::string& other : all) {
    if (other == *first) continue;
    CAPTURE(other, *first, saved, cycles);
    CHECK(as_much(saved, saved_by(other), cycles));
  }
}

/// Samples at random places of a texture of 4 KiB (level 3), 16 KiB or 64 KiB: what a cache holds it has seen.
Changes gather(int level, const Changes& changes) {
  Changes all{"workload.walk=random_gather",        "workload.texture=configs/textures/astronaut_256_rgba8_mips.dds",
              "workload.sampler.min_filter=LINEAR", "workload.sampler.mip_filter=NEAREST",
              "workload.message=sample_l",          "workload.lod=" + std::to_string(level)};
  all.insert(all.end(), changes.begin(), changes.end());
  return all;
}

void check_first_cause(const Changes& changes, const std::string& first) {
  CAPTURE(changes);
  const Outcome outcome = run(configured(changes, "approximately_timed"));
  INFO(outcome.summary);
  CHECK(first_cause(outcome.summary) == first);
  check_nothing_helps_more(changes, first, outcome);
}

}  // namespace

TEST_CASE("a bottleneck in a stage of the sampler is the first cause of lost cycles and nothing helps more",
          "[cli][lost_cycles]") {
  const std::string on = GENERATE(false, true) ? kMeasuredMachine : kAssumedMachine;
  const std::string change =
      GENERATE(as<std::string>{}, "slice.subslice.sampler.front_end.bytes_per_cycle=1",
               "slice.subslice.sampler.address_generator.slots=1", "slice.subslice.sampler.latency_fifo.slots=1",
               "slice.subslice.sampler.decoder.slots=1", "slice.subslice.sampler.decoder.texels_per_cycle=1",
               "slice.subslice.sampler.writeback.latency=1000", "slice.subslice.sampler.writeback.bytes_per_cycle=1",
               "slice.subslice.sampler.filter.slots=1", "slice.subslice.sampler.filter.latency=1000",
               "slice.subslice.sampler.front_end.latency=1000", "slice.subslice.sampler.decoder.latency=1000",
               "slice.subslice.sampler.address_generator.latency=500",
               "slice.subslice.sampler.address_generator.footprints_per_cycle=1/8");
  check_first_cause({on, change}, path_of(change));
}

TEST_CASE("a bottleneck in a cache or memory is the first cause of lost cycles and nothing helps more",
          "[cli][lost_cycles]") {
  const std::string on = GENERATE(false, true) ? kMeasuredMachine : kAssumedMachine;
  const std::string change = GENERATE(
      as<std::string>{}, "slice.subslice.sampler.l1.lookups_per_cycle=1", "slice.subslice.sampler.l1.mshrs=1",
      "slice.subslice.sampler.l1.data_slots=1", "slice.subslice.sampler.l2.hit_latency=1000",
      "slice.subslice.sampler.l2.mshrs=1", "slice.subslice.sampler.l2.bytes_per_cycle=1", "slice.l3.hit_latency=1000",
      "slice.l3.bytes_per_cycle=1", "memory.latency=2us", "memory.row_miss=1us", "memory.bank_cycle=1us",
      "memory.bandwidth=200MB/s", "memory.queue=1", "slice.subslice.sampler.l1.tag_latency=500",
      "slice.subslice.sampler.l1.data_latency=500", "slice.subslice.sampler.l2.fill_latency=1000",
      "slice.l3.fill_latency=1000", "slice.subslice.sampler.l1.decompression.latency=500",
      "slice.subslice.sampler.l1.decompression.blocks_per_cycle=1/16");
  check_first_cause({on, change}, path_of(change));
}

TEST_CASE("a bottleneck among EUs and links is the first cause of lost cycles and nothing helps more",
          "[cli][lost_cycles]") {
  const std::string on = kAssumedMachine;  // on the measured one the account names others with two threads or three EUs
  const std::string change = GENERATE(
      as<std::string>{}, "slice.subslice.interconnect.request_bytes_per_cycle=1",
      "slice.subslice.interconnect.response_bytes_per_cycle=1", "slice.subslice.interconnect.request_latency=1000",
      "slice.subslice.eu.threads=2", "slice.subslice.eu.arithmetic.latency=1000", "slice.dispatch.thread_interval=100",
      "slice.dispatch.end_latency=5000", "slice.subslice.data_port.message_slots=1",
      "slice.subslice.data_port.outstanding_lines=1", "slice.subslice.interconnect.response_latency=1000",
      "slice.subslice.eu.math.latency=1000", "slice.subslice.eu.branch_latency=1000",
      "slice.subslice.eu.flag_latency=1000", "slice.subslice.eu.send.latency=1000", "slice.subslice.eus=3");
  check_first_cause({on, change}, path_of(change));
}

TEST_CASE("a slow data port is the first cause of lost cycles and nothing helps more", "[cli][lost_cycles]") {
  const std::string on = GENERATE(false, true) ? kMeasuredMachine : kAssumedMachine;
  const std::string change =
      GENERATE(as<std::string>{}, "slice.subslice.data_port.latency=1000", "slice.subslice.data_port.line_interval=50");
  // The measured machine holds 128 messages there, which hide such a latency.
  if (on == kMeasuredMachine && path_of(change).ends_with("latency")) return;
  check_first_cause({on, change}, path_of(change));
}

TEST_CASE("a cache that is too small is the first cause of lost cycles and nothing helps more", "[cli][lost_cycles]") {
  const std::string l1 = "slice.subslice.sampler.l1.", l2 = "slice.subslice.sampler.l2.", l3 = "slice.l3.";
  struct Small {
    Changes changes;
    std::string first;
  };
  const Small small =
      GENERATE_COPY(Small{gather(3, {l1 + "size=1KiB"}), l1 + "size"},
                    Small{gather(3, {l1 + "size=256B", l2 + "enabled=false"}), l1 + "size"},
                    Small{gather(1, {l1 + "mshrs=64", l2 + "size=1KiB"}), l2 + "size"},
                    Small{gather(1, {l2 + "enabled=false", l3 + "size=4KiB", l3 + "ways=1"}), l3 + "size"});
  check_first_cause(small.changes, small.first);
}

TEST_CASE("nothing helps more than the first cause of lost cycles of any other machine", "[cli][lost_cycles]") {
  struct Machine {
    Changes changes;
    std::string first;
  };
  const Machine machine = GENERATE(
      Machine{{}, "memory.latency"}, Machine{{"memory.banks=1"}, "memory.banks"},
      // With more banks memory's latency is foretold to save as much.
      Machine{{"workload.image=128x128", "slice.l3.mshrs=1", "slice.l3.banks=2"}, "slice.l3.mshrs"},
      Machine{{"slice.subslice.sampler.filter.slots=1", "slice.subslice.sampler.filter.latency=30"},
              "slice.subslice.sampler.filter.slots"},
      // EUs short of work: point samples.
      Machine{{"workload.sampler.min_filter=NEAREST", "workload.sampler.mip_filter=NEAREST"}, "slice.subslice.eus"});
  check_first_cause(machine.changes, machine.first);
}

TEST_CASE("nothing helps more than what the measured machine names first", "[cli][lost_cycles]") {
  const std::string l1 = "slice.subslice.sampler.l1.", l2 = "slice.subslice.sampler.l2.", l3 = "slice.l3.";
  Changes changes =
      GENERATE_COPY(Changes{}, Changes{"workload.image=128x128", "slice.l3.mshrs=1", "slice.l3.banks=2"},
                    gather(3, {l1 + "size=1KiB"}), gather(1, {l1 + "mshrs=64", l2 + "size=1KiB"}),
                    gather(1, {l2 + "enabled=false", l3 + "size=4KiB", l3 + "ways=1", l3 + "urb=0B", l3 + "slm=0B"}));
  changes.push_back(kMeasuredMachine);
  CAPTURE(changes);
  const Outcome outcome = run(configured(changes, "approximately_timed"));
  INFO(outcome.summary);
  check_nothing_helps_more(changes, first_cause(outcome.summary), outcome);
}

TEST_CASE("the possible rate is that of the footprints alone, and a slow decoder is named", "[cli][lost_cycles]") {
  const Outcome outcome = run(configured(
      {"workload.walk=steady", "workload.steady.groups=3", "workload.steady.messages=64",
       "workload.steady.step_u=1.414", "workload.steady.step_v=1.414", "workload.sampler.min_filter=LINEAR",
       "workload.sampler.mip_filter=LINEAR", "workload.texture=configs/textures/astronaut_256_rgba8_mips.dds",
       "slice.subslice.sampler.decoder.texels_per_cycle=16"},
      "approximately_timed"));
  CHECK(line_of(outcome.summary, "sampler rate").find("of 4.00 texels/clk possible") != std::string::npos);
  CHECK(first_cause(outcome.summary) == "slice.subslice.sampler.decoder.texels_per_cycle");
}
