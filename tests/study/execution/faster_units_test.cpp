// A faster unit slows a run down only where something is scheduled:
// docs/explanation/what-limits-a-run.md, "A faster unit may slow a run down".
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "study/definition/prepare_study.h"
#include "study/execution/any_workload.h"
#include "study/execution/execution.h"

using namespace texpipe;
using namespace texpipe::study;
using test::below;
using test::Random;

namespace {

Execution run(const Configuration& configuration) {
  const timing::BlockRegistry blocks = timing::model_blocks();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  return execute(configuration.machine, *workload, {.timing = Timing::kLooselyTimed, .blocks = &blocks});
}

std::uint64_t cycles_of(const Configuration& configuration) {
  return run(configuration).cycles->value();
}

Configuration study_of(const test::ScratchFolder& folder, const std::string& text,
                       const std::vector<std::string>& assignments = {}) {
  folder.write("study.yaml", "study: faster\n" + text);
  return load_configuration({folder / "study.yaml", assignments, nullptr}, FileKind::kStudy);
}

std::uint64_t counter(const Execution& execution, const std::string& path) {
  return std::get<machine::Counter>(execution.statistics->find(path)->value).value();
}

/// A workload whose programs need no second thread.
std::string any_lonely_workload(Random& random) {
  return below(random, 2) == 0 ? test::any_walk(random) : test::any_accesses(random, 1);
}

/// A machine that runs one thread at a time, with memory in which it does not matter what comes first.
machine::MachineParameters lonely_machine(Random& random) {
  machine::MachineParameters machine = timing::test::any_machine(random, 1);
  machine::SubsliceParameters& subslice = machine.slice.subslice.front();
  subslice.eus = 1;
  subslice.eu.resize(1);
  subslice.eu.front().threads = subslice.eu.front().fpus = 1;
  machine.memory.row_miss = TimeSpan{0};
  return machine;
}

void halve(Cycles& cycles) {
  cycles = Cycles{(cycles.value() + 1) / 2};
}

using Change = void (*)(machine::MachineParameters&);
const std::array<std::pair<const char*, Change>, 3> kFaster{{
    {"dispatch.thread_interval", [](auto& machine) { halve(machine.slice.dispatch.thread_interval); }},
    {"interconnect.request_latency",
     [](auto& machine) { halve(machine.slice.subslice.front().interconnect.request_latency); }},
    {"eu.fpus", [](auto& machine) { machine.slice.subslice.front().eu.front().fpus = 2; }},
}};

}  // namespace

TEST_CASE("where one thread runs at a time nothing is scheduled, and no faster unit slows a run down", "[study]") {
  const test::ScratchFolder folder;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    Random random{seed};
    const machine::MachineParameters machine = lonely_machine(random);
    const std::string workload = any_lonely_workload(random);
    Configuration configuration = study_of(folder, test::kAnyMachine + ("workload: " + workload + "\n"));
    configuration.machine = machine;
    const std::uint64_t cycles = cycles_of(configuration);
    for (const auto& [name, make_faster] : kFaster) {
      INFO("seed " << seed << ", " << name << ": " << workload);
      configuration.machine = machine;
      make_faster(configuration.machine);
      CHECK(cycles_of(configuration) <= cycles);
    }
  }
}

TEST_CASE("a second FPU slows a scene down whose threads end sooner and go where more lines are still to be written",
          "[study]") {
  const test::ScratchFolder folder;
  folder.write(
      "scene.yaml",
      "{image: 23x24, samples: 16, triangles: [[[22.38, 34.07], [22.65, 12.15], [32.86, -15.45, 2.85]], [[40.44, "
      "11.15], [41.97, 11.04, 3.7], [-9.55, 26.68]], [[12.6, 13.56], [30.58, -15.01], [22.18, 6.71]]]}\n");
  const std::string text =
      "machine: {machine: narrow, slice: {subslices: 3, subslice: {eus: 1, interconnect: {request_bytes_per_cycle: "
      "64/3}, "
      "data_port: {outstanding_lines: 2}, pixel_coverage: {latency: 22}}}}\n"
      "workload: {kind: pixel_interpolator, scene: scene.yaml, place: per_slot_offset}\n";
  const Execution one = run(study_of(folder, text, {"slice.subslice[*].eu[*].fpus=1"}));
  const Execution two = run(study_of(folder, text, {"slice.subslice[*].eu[*].fpus=2"}));
  CHECK(*two.cycles > *one.cycles);
  // The last data port to end has more lines, and all of them together as many.
  const std::string first = "slice.subslice[0].data_port.lines", second = "slice.subslice[1].data_port.lines",
                    third = "slice.subslice[2].data_port.lines";
  CHECK(counter(two, first) > counter(one, first));
  CHECK(counter(two, first) + counter(two, second) + counter(two, third) ==
        counter(one, first) + counter(one, second) + counter(one, third));
  // On a machine where no subslice can be chosen, the second FPU helps.
  const std::vector<std::string> alone{"slice.subslices=1", "slice.subslice[*].eu[*].fpus=1"};
  CHECK(cycles_of(study_of(folder, text, {"slice.subslices=1", "slice.subslice[*].eu[*].fpus=2"})) <=
        cycles_of(study_of(folder, text, alone)));
}

TEST_CASE("threads that take turns march in step when they start or are answered sooner; the oldest first do not",
          "[study]") {
  const test::ScratchFolder folder;
  struct Row {
    const char* kernel;
    const char* parameter;
    const char* late;
    const char* soon;
  };
  const Row row = GENERATE(Row{"downsample2", "slice.dispatch.thread_interval", "8", "4"},
                           Row{"int_texture", "slice.subslice[*].interconnect.request_latency", "20", "10"});
  const auto cycles_with = [&](const char* value, const char* issue) {
    return cycles_of(study_of(folder,
                              std::string{test::kAnyMachine} +
                                  "workload: {kind: kernel, file: " TEXPIPE_SOURCE_DIR "/tests/data/kernels/" +
                                  std::string{row.kernel} + ".yaml}\n",
                              {"slice.subslices=1", "slice.subslice[*].eus=1", std::string{row.parameter} + "=" + value,
                               std::string{"slice.subslice[*].eu[*].issue="} + issue}));
  };
  INFO(row.kernel << ", " << row.parameter);
  CHECK(cycles_with(row.soon, "round_robin") > cycles_with(row.late, "round_robin") * 11 / 10);
  CHECK(cycles_with(row.soon, "oldest_first") <= cycles_with(row.late, "oldest_first"));
}
