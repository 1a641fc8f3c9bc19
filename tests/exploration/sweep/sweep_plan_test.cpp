#include "exploration/sweep/sweep_planner.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>

#include "host/hashes/sha256.h"
#include "support/scratch_folder.h"
#include "timing/system/block_registry.h"

using namespace texpipe;
using namespace texpipe::study;
using texpipe::test::ScratchFolder;

namespace {

const ParameterNames& names() {
  static const ParameterNames all;
  return all;
}

constexpr const char* kStudy = R"(
study: tiny
machine: {machine: small}
timing: loosely_timed
workload: {kind: microbenchmark, benchmark: sampler_chain, sampler_chain: {footprint: 64B, loads: 1}}
)";

/// A sweep over a small study.
struct Bench {
  ScratchFolder scratch;
  std::filesystem::path file = scratch / "sweep.yaml";

  Bench() { std::ofstream{scratch / "tiny.yaml"} << kStudy; }

  SweepPlan plan(const std::string& text, const std::vector<std::string>& words = {}) {
    std::ofstream{file} << "sweep: s\nstudy: tiny.yaml\n" << text;
    const char* const nothing[] = {nullptr};
    return make_plan(read_sweep(file, words, names()), names(), nothing, timing::model_blocks(), {});
  }

  /// The points as `path=value path=value`, by the last names of the axes.
  std::vector<std::string> points(const std::string& text, const std::vector<std::string>& words = {}) {
    const SweepPlan found = plan(text, words);
    std::vector<std::string> all;
    for (const PlannedPoint& point : found.points) {
      std::string line;
      for (const PointSetting& setting : point.settings)
        line += (line.empty() ? "" : " ") + found.axes[setting.axis].name + '=' + setting.shown;
      all.push_back(line);
    }
    return all;
  }

  /// What is wrong with a search over sizes of L1.
  std::string search(const std::string& text, const std::string& sizes, const std::string& objective = "cycles") {
    std::ofstream{file} << "sweep: s\nstudy: tiny.yaml\n"
                        << text << "search: {population: 4, generations: 1, axes: {l1.size: " << sizes
                        << "}}\nobjectives: {c: " << objective << "}\n";
    const char* const nothing[] = {nullptr};
    return refusal_of([&] { GrowingPlan{read_sweep(file, {}, names()), names(), nothing, timing::model_blocks()}; });
  }

  std::string refusal(const std::string& text, const std::vector<std::string>& words = {}) {
    return refusal_of([&] { plan(text, words); });
  }

  static std::string refusal_of(const std::function<void()>& read) {
    try {
      read();
    } catch (const Error& error) {
      std::string all;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        const std::string line = diagnostic.text();
        const std::size_t name = line.find("sweep.yaml");
        all += (name == std::string::npos ? line : line.substr(name)) + '\n';
      }
      return all;
    }
    return "accepted";
  }
};

using Points = std::vector<std::string>;
using Catch::Matchers::Contains;

}  // namespace

TEST_CASE("a grid has every combination and the last axis changes first", "[sweep]") {
  Bench bench;
  CHECK(bench.points("grid: {l1.ways: [1, 4], memory.latency: [50ns, 60ns]}\n") ==
        Points{"l1.ways=1 memory.latency=50ns", "l1.ways=1 memory.latency=60ns", "l1.ways=4 memory.latency=50ns",
               "l1.ways=4 memory.latency=60ns"});
}

TEST_CASE("sections are combined and the first one changes last", "[sweep]") {
  Bench bench;
  CHECK(bench.points("zip: {l1.size: [4KiB, 8KiB], l1.ways: [1, 2]}\ngrid: {memory.latency: [50ns, 60ns]}\n") ==
        Points{"l1.size=4KiB l1.ways=1 memory.latency=50ns", "l1.size=4KiB l1.ways=1 memory.latency=60ns",
               "l1.size=8KiB l1.ways=2 memory.latency=50ns", "l1.size=8KiB l1.ways=2 memory.latency=60ns"});
  CHECK(bench.points("list: [{l1.ways: 1}, {memory.latency: 50ns, l1.ways: 2}]\n") ==
        Points{"l1.ways=1", "l1.ways=2 memory.latency=50ns"});
}

TEST_CASE("a section each changes one parameter at a time", "[sweep]") {
  Bench bench;
  CHECK(bench.points("each: {l1.ways: [1, 2], memory.latency: [50ns]}\n") ==
        Points{"", "l1.ways=1", "l1.ways=2", "memory.latency=50ns"});
}

TEST_CASE("ranges are divided evenly or by quotients or by powers of two", "[sweep]") {
  Bench bench;
  CHECK(bench.points("grid: {memory.latency: {from: 50ns, to: 100ns, steps: 3}}\n") ==
        Points{"memory.latency=50ns", "memory.latency=75ns", "memory.latency=100ns"});
  CHECK(bench.points("grid: {memory.latency: {from: 10ns, to: 1us, steps: 3, scale: log}}\n") ==
        Points{"memory.latency=10ns", "memory.latency=100ns", "memory.latency=1us"});
  CHECK(bench.points("grid: {l1.size: {from: 4KiB, to: 16KiB, scale: powers_of_two}}\n") ==
        Points{"l1.size=4KiB", "l1.size=8KiB", "l1.size=16KiB"});
}

TEST_CASE("sampled points are the same for the same seed and inside their ranges", "[sweep]") {
  Bench bench;
  const std::string text =
      "random: {points: 6, seed: 3, axes: {memory.latency: {from: 50ns, to: 60ns}, l1.ways: [1, 2]}}\n";
  const Points points = bench.points(text);
  CHECK(points.size() == 6);
  CHECK(points == bench.points(text));
  CHECK(
      points !=
      bench.points("random: {points: 6, seed: 4, axes: {memory.latency: {from: 50ns, to: 60ns}, l1.ways: [1, 2]}}\n"));
  CHECK(bench.points("sobol: {points: 4, axes: {memory.latency: {from: 50ns, to: 90ns}}}\n") ==
        Points{"memory.latency=50ns", "memory.latency=70ns", "memory.latency=80ns", "memory.latency=60ns"});
}

TEST_CASE("a plain number beside a parameter with a unit is refused at its place", "[sweep]") {
  Bench bench;
  const std::string grid = "grid: {memory.latency: [50ns, 60ns], l1.ways: [1, 2]}\n";
  CHECK_THAT(bench.refusal(grid + "constraints: [memory.latency < 55]\n"),
             Contains("sweep.yaml:4:") && Contains("has 55 without a unit beside picoseconds; did you mean 55ns?"));
  CHECK_THAT(bench.refusal(grid + "when: {l1.ways: memory.latency < 55}\n"), Contains("did you mean 55ns?"));
  CHECK_THAT(bench.refusal(grid + "constraints: [area < 90 and memory.latency < 55]\n"),
             Contains("did you mean 55ns?"));
  CHECK_THAT(bench.refusal(grid + "objectives: {cycles: cycles, wait: memory.latency + row_miss}\n"
                                  "constraints: [wait < 90 and area < 90]\n"),
             Contains("did you mean 90ns?"));
  CHECK_THAT(bench.refusal(grid + "constraints: [cycles > 5 and l1.size < 4096]\n"), Contains("did you mean 4KiB?"));
  CHECK_THAT(bench.refusal(grid + "objectives: {small: {value: l1.size < 4096, goal: holds}}\n"),
             Contains("did you mean 4KiB?"));
  CHECK_THAT(bench.refusal(grid + "constraints: [area < 8KiB]\n"), Contains("mm2 with bytes"));
  CHECK(bench.points(grid + "constraints: [memory.latency < 55 ns, area < 90, -l1.ways > -2]\n") ==
        Points{"memory.latency=50ns l1.ways=1"});
}

TEST_CASE("a conditional axis counts where its condition holds and equal points are one", "[sweep]") {
  Bench bench;
  CHECK(bench.points("grid: {l1.size: [4KiB, 8KiB], l1.ways: [1, 2]}\nwhen: {l1.ways: l1.size > 4KiB}\n") ==
        Points{"l1.size=4KiB", "l1.size=8KiB l1.ways=1", "l1.size=8KiB l1.ways=2"});
}

TEST_CASE("a budget of area leaves points out before anything runs", "[sweep]") {
  Bench bench;
  const std::string axes = "grid: {l1.size: [4KiB, 64KiB, 1MiB]}\n";
  CHECK(bench.points(axes + "constraints: [area.l1 < 3]\n") == Points{"l1.size=4KiB", "l1.size=64KiB"});
  CHECK(bench.points(axes + "constraints: [area.l1 < 3 and l1.size > 4KiB]\n") == Points{"l1.size=64KiB"});
  CHECK(bench.plan(axes + "constraints: [area < 1000]\n").objectives.size() == 1);
  const std::string objectives = "objectives: {time: cycles, area: area, cache: l1.size / 1KiB}\n";
  CHECK(bench.points(axes + objectives + "constraints: [area.l1 < 3]\n") == Points{"l1.size=4KiB", "l1.size=64KiB"});
  CHECK(bench.points(axes + objectives + "constraints: [cache < 64]\n") == Points{"l1.size=4KiB"});
  CHECK(bench.plan(axes + objectives + "constraints: [area < 1000]\n").objectives.size() == 3);
  CHECK_THAT(bench.refusal(axes + "constraints: [area.l9 < 1]\n"),
             Contains("sweep.yaml:4:15: area.l9: ") && Contains("did you mean area.l"));
}

TEST_CASE("budgets are of the table of energies that the study or the sweep names", "[sweep]") {
  Bench bench;
  const std::filesystem::path table = bench.scratch / "table.yaml";
  std::ofstream{table} << "energy_table: own\ncomponents:\n  - {name: own, class: sram, place: sampler.l1, area: "
                          "[{value: 1, scale: {by: ways, at: 1}, source: assumed}]}\n";
  const std::string text = "set: {energy: " + table.string() + "}\ngrid: {l1.ways: [1, 2, 4]}\n";
  CHECK(bench.points(text + "constraints: [area.own < 3 * area.own / l1.ways]\n") == Points{"l1.ways=1", "l1.ways=2"});
  CHECK_THAT(bench.refusal(text + "constraints: [area.l3 < 3]\n"), Contains("area.l3"));
  CHECK(bench.plan(text + "objectives: {e: energy.own}\n").points.size() == 3);
  CHECK_THAT(bench.refusal(text + "objectives: {e: energy.l3}\n"), Contains("energy.l3"));
  CHECK_THAT(bench.refusal("grid: {l1.ways: [1]}\nconstraints: [area.own < 3]\n"), Contains("area.own"));
}

TEST_CASE("a constraint on what a run tells is an objective that has to hold", "[sweep]") {
  Bench bench;
  const auto last = [&](const std::string& constraint) {
    const SweepPlan plan = bench.plan(
        "grid: {l1.ways: [1, 2]}\nobjectives: {time: cycles, hits: l1.hits}\nconstraints: [" + constraint + "]\n");
    CHECK(plan.points.size() == 2);
    REQUIRE(plan.objectives.size() == 3);
    CHECK_FALSE(plan.objectives.back().is_ranked());
    return plan.objectives.back().value.text();
  };
  CHECK(last("time < 4000") == "time < 4000");
  CHECK(last("energy < 5") == "energy < 5");
  CHECK(last("l1.misses < 10 and area < 9") == "l1.misses < 10 and area < 9");
  CHECK_THAT(bench.refusal("grid: {l1.ways: [1]}\nconstraints: [l1.mises < 1]\n"),
             Contains("sweep.yaml:4:15: l1.mises: ") && Contains("did you mean"));
}

TEST_CASE("names of conditions and objectives are told once each at their places", "[sweep]") {
  Bench bench;
  const std::string grid = "grid: {l1.ways: [1, 2], l1.size: [4KiB]}\n";
  CHECK_THAT(bench.refusal(grid + "when: {l1.ways: l1.sise > 4KiB}\n"),
             Contains("sweep.yaml:4:8: l1.sise: ") && Contains("did you mean"));
  CHECK_THAT(bench.refusal(grid + "constraints: [latency > 4ns]\n"), Contains("sweep.yaml:4:15: latency: "));
  const std::string two = bench.refusal(grid + "objectives: {a: l1.mises, b: l1.hitz, c: cycles}\n");
  CHECK(std::count(two.begin(), two.end(), '\n') == 2);
  CHECK_THAT(two, Contains("objectives.a: l1.mises: ") && Contains("objectives.b: l1.hitz: "));
}

TEST_CASE("words and numbers of a condition are told apart by the parameter", "[sweep]") {
  Bench bench;
  CHECK(
      bench.points("grid: {l2.banks: [2], l2.bank_hash: [xor, '1']}\nconstraints: [l2.bank_hash != 'xor']\n").size() ==
      1);
  CHECK(bench.plan("grid: {l1.ways: [1]}\nconstraints: [limited_by != memory and cycles >= 0 and l1.ways < 3]\n")
            .objectives.size() == 2);
  CHECK(bench.plan("grid: {l1.ways: [1]}\nobjectives: {h: slice.subslice.eu.hazards, c: cycles}\n").objectives.size() ==
        2);
}

TEST_CASE("constraints leave points out and look at what the study has", "[sweep]") {
  Bench bench;
  CHECK(bench.points("grid: {l1.size: [4KiB, 8KiB], l1.ways: [1, 2]}\n"
                     "constraints: [\"l1.size / l1.ways <= 4KiB\", \"timing == 'loosely_timed'\"]\n") ==
        Points{"l1.size=4KiB l1.ways=1", "l1.size=4KiB l1.ways=2", "l1.size=8KiB l1.ways=2"});
  CHECK_THAT(bench.refusal("grid: {l1.ways: [1]}\nconstraints: [\"l1.ways > 1\"]\n"),
             Contains("sweep.yaml:4:15: constraints: 'l1.ways > 1' refuses 1 point, and no point is left"));
}

TEST_CASE("what all points set may be a machine only together with an axis", "[sweep]") {
  Bench bench;
  // 16 KiB, the size of the machine's own L1, have no sets of three ways.
  CHECK(bench.points("set: {l1.ways: 3}\ngrid: {l1.size: [3KiB, 6KiB]}\n") == Points{"l1.size=3KiB", "l1.size=6KiB"});
  CHECK_THAT(bench.refusal("set: {l1.ways: 3}\ngrid: {l1.size: [3KiB, 4KiB], memory.latency: [50ns, 60ns, 70ns]}\n"),
             Contains("sweep.yaml:4:") && Contains("4KiB cannot be divided into sets of 3 ways") &&
                 Contains(", at l1.size=4KiB memory.latency=50ns and 2 others"));
  CHECK_THAT(bench.refusal("set: {l1.ways: 3}\n"), Contains("sweep.yaml:3:") && Contains("16KiB cannot be divided"));
  CHECK_THAT(bench.refusal("set: {l1.ways: 3000}\ngrid: {l1.size: [3KiB]}\n"), !Contains(", at "));
  CHECK(bench.points("set: {l1.ways: 3}\ngrid: {l1.size: [3KiB, 6KiB]}\nconstraints: [l1.size > 3KiB]\n") ==
        Points{"l1.size=6KiB"});
}

TEST_CASE("a search may begin at no machine, and is refused where it has none", "[sweep]") {
  Bench bench;
  CHECK(bench.search("set: {l1.ways: 3}\n", "[3KiB, 4KiB, 6KiB]") == "accepted");
  CHECK_THAT(bench.search("set: {l1.ways: 3}\n", "[4KiB, 8KiB]"),
             Contains("sweep.yaml:3:") && Contains("cannot be divided into sets of 3 ways"));
  CHECK_THAT(bench.search("set: {l1.ways: 3}\n", "[3KiB, 6KiB]", "l1.mises"), Contains("did you mean"));
}

TEST_CASE("words of the command line are axes or fixed values and stand before the file's", "[sweep]") {
  Bench bench;
  CHECK(bench.points("grid: {l1.ways: [1, 2]}\n", {"memory.latency=50ns,60ns", "l1.ways=4"}) ==
        Points{"memory.latency=50ns", "memory.latency=60ns"});
  CHECK(bench.plan("", {"l1.ways=4"}).fixed == Points{"slice.subslice.sampler.l1.ways=4"});
  CHECK(bench.points("grid: {l1.ways: [1, 2]}\n", {"l1.ways=4,8"}) == Points{"l1.ways=4", "l1.ways=8"});
  CHECK(bench.points("", {"memory.bank_hash=[0x1, 0x2],[0x3, 0x2]", "memory.banks=4"}).size() == 2);
}

TEST_CASE("a point's id is of its configuration and not of how it was asked for", "[sweep]") {
  Bench bench;
  const SweepPlan one = bench.plan("grid: {l1.ways: [1, 2]}\n"), other = bench.plan("list: [{l1.ways: 2}]\n");
  CHECK(one.points[1].id == other.points[0].id);
  CHECK(one.points[0].id != other.points[0].id);
}

TEST_CASE("every problem of a sweep is told at its place before anything runs", "[sweep]") {
  Bench bench;
  CHECK_THAT(bench.refusal("gird: {}\n"), Contains("sweep.yaml:3:1: gird: no such key; did you mean grid?"));
  CHECK_THAT(bench.refusal("grid: {l1.sise: [1]}\n"),
             Contains("sweep.yaml:3:8: l1.sise: no such parameter; did you mean l1.size?"));
  CHECK_THAT(bench.refusal("grid: {latency: [1]}\n"), Contains("more than one parameter ends in this; it may be "));
  CHECK_THAT(bench.refusal("grid: {l1.size: [4KiB, 5KB, 8KiB, 6XiB]}\n"),
             Contains("sweep.yaml:3:24: ") && Contains("sweep.yaml:3:35: "));
  CHECK_THAT(bench.refusal("zip: {l1.size: [4KiB], l1.ways: [1, 2]}\n"), Contains("has 1 values and l1.ways has 2"));
  CHECK_THAT(bench.refusal("grid: {timing: {from: 1, to: 2, steps: 2}}\n"), Contains("a range of what is no number"));
  CHECK_THAT(bench.refusal("constraints: [l1.size >]\n"), Contains("is no expression, at character 10"));
  CHECK_THAT(bench.refusal("constraints: [l1.sise > 1]\n"),
             Contains("sweep.yaml:3:15: l1.sise: no statistic and no parameter"));
  CHECK_THAT(bench.refusal("constraints: [\"timing > 1\"]\n"), Contains("sweep.yaml:3:15: "));
  CHECK_THAT(bench.refusal("objectives: {c: {gaol: larger, value: cycles}}\n"), Contains("did you mean goal?"));
  CHECK_THAT(bench.refusal("grid: {l1.ways: [1]}\nset: {l1.ways: 1}\n"), Contains("in two places of the sweep"));
  CHECK_THAT(bench.refusal("grid: {l1.ways: [1, 2]}\nwhen: {l1.size: l1.ways > 1}\n"), Contains("is no axis"));
  CHECK_THAT(bench.refusal("random: {axes: {l1.ways: [1]}}\n"), Contains("random.points: is missing"));
  CHECK_THAT(bench.refusal("grid: {memory.latency: {from: 2ns, to: 1ns, steps: 2}}\n"),
             Contains("ends before it begins"));
  CHECK_THAT(bench.refusal("", {"l1.ways"}), Contains("not an assignment"));
}

TEST_CASE("a plan reads back as itself", "[sweep]") {
  Bench bench;
  const SweepPlan plan = bench.plan(
      "grid: {l1.ways: [1, 2], memory.latency: [50ns]}\nobjectives: {c: {value: 2 * cycles, goal: larger}}\n");
  const auto file = bench.scratch / "plan.jsonl";
  std::ofstream{file} << plan_text(plan);
  const SweepPlan again = read_plan(file);
  CHECK(plan_text(again) == plan_text(plan));
  CHECK_NOTHROW(check_unchanged(again));
  std::ofstream{bench.scratch / "tiny.yaml", std::ios::app} << "# changed\n";
  CHECK_THROWS_AS(check_unchanged(again), Error);
  std::ofstream{file} << "{}";
  CHECK_THROWS_AS(read_plan(file), Error);
}

TEST_CASE("a program is known by what the linker made of it", "[sweep]") {
  const std::string hash = hash_of_program();
  CHECK(hash.size() == 64);
  CHECK(hash.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(hash != sha256(""));
}
