// Energy and area: counts times figures, and a table whose names are checked.
#include <catch2/catch.hpp>

#include "analysis/energy/energy_estimate.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

RunRecord a_run(std::vector<std::string> settings = {}) {
  Configuration configuration = load_configuration(
      {TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml", std::move(settings)}, FileKind::kStudy);
  RunRecord run{.name = "run", .study = "s", .machine = "m"};
  run.settings = configuration.trees();
  run.numbers = {{.path = "cycles", .value = 1000},
                 {.path = "slice.l3.reads", .value = 3},
                 {.path = "slice.subslice[0].sampler.l1.lookups", .value = 10},
                 {.path = "slice.subslice[1].sampler.l1.lookups", .value = 20},
                 {.path = "slice.subslice[2].sampler.l1.lookups", .value = 30}};
  return run;
}

RunRecord a_frame(const std::vector<std::string>& settings) {
  Configuration configuration =
      load_configuration({TEXPIPE_SOURCE_DIR "/configs/studies/frames/yard.yaml", settings}, FileKind::kStudy);
  RunRecord run{.name = "run", .study = "s", .machine = "m"};
  run.settings = configuration.trees();
  run.numbers = {{.path = "cycles", .value = 1000}};
  return run;
}

EnergyTable table(const std::string& component) {
  return parse_energy_table("energy_table: t\ncomponents:\n  - " + component + "\n", "table.yaml");
}

}  // namespace

TEST_CASE("energy is a count times its figure over all blocks of a place", "[energy]") {
  const EnergyTable made = table(
      "{name: l1, class: sram, place: 'slice.subslice[*].sampler.l1', actions: [{name: lookup, count: lookups, "
      "energy: 500, source: assumed}], area: [{value: 0.25, source: assumed}]}");
  const EnergyEstimate estimate = estimate_energy(a_run(), made);
  CHECK(estimate.nanojoules == 30);  // 60 x 500 pJ
  CHECK(estimate.square_millimetres == 0.75);
  CHECK(estimate.components.front().blocks == 3);
}

TEST_CASE("a figure follows a parameter of its own block linearly or by its root", "[energy]") {
  for (const auto& [law, expected] : {std::pair{"linear", 10.0 * 4 + 20 + 30}, std::pair{"root", 10.0 * 2 + 20 + 30}}) {
    const EnergyTable made = table(
        "{name: l1, class: sram, place: 'slice.subslice[*].sampler.l1', actions: [{name: lookup, count: lookups, "
        "energy: 1000, scale: {by: size, at: 4KiB, law: " +
        std::string{law} + "}, source: assumed}]}");
    const RunRecord run = a_run({"slice.subslice[*].sampler.l1.size=4KiB", "slice.subslice[0].sampler.l1.size=16KiB"});
    CHECK(estimate_energy(run, made).nanojoules == expected);
  }
}

TEST_CASE("a figure follows an expression of parameters, and several factors together", "[energy]") {
  const auto area_by = [](const std::string& scale) {
    const EnergyTable made =
        table("{name: l1, class: sram, place: 'slice.subslice[0].sampler.l1', area: [{value: 1, scale: " + scale +
              ", source: assumed}]}");
    return estimate_area(a_run({"l1.size=8KiB", "l1.line=64B", "l1.ways=4", "l1.ports=3"}).settings, made)
        .square_millimetres;
  };
  CHECK(area_by("{by: size / line, at: 1}") == 128);
  CHECK(area_by("{by: (1 + ports) * ways, at: 4}") == 4);
  CHECK(area_by("[{by: ways, at: 1}, {by: size, at: 2KiB, law: root}]") == 8);
  CHECK_THROWS_WITH(area_by("{by: size / lines, at: 1}"), Catch::Contains("did you mean"));
  CHECK_THROWS_WITH(area_by("{by: 1 - ports, at: 1}"), Catch::Contains("scales no figure"));
  CHECK_THROWS_WITH(area_by("{by: size +, at: 1}"), Catch::Contains("is no expression"));
  CHECK_THROWS_WITH(area_by("[3]"), Catch::Contains("is not a group of keys"));
}

TEST_CASE("a figure follows a word among the parameters of its block", "[energy]") {
  const auto energy_of = [](const std::string& kind, const std::string& factors) {
    const EnergyTable made = table(
        "{name: m, class: dram, place: memory, actions: [{name: byte, count: bytes, energy: 1000, scale: {by: kind, "
        "factors: " +
        factors + "}, source: assumed}]}");
    RunRecord run = a_run({"memory.kind=" + kind});
    run.numbers.push_back({.path = "memory.bytes", .value = 8});
    return estimate_energy(run, made).nanojoules;
  };
  CHECK(energy_of("ddr4", "{ddr4: 1, hbm2: 0.5}") == 8);
  CHECK(energy_of("hbm2", "{ddr4: 1, hbm2: 0.5}") == 4);
  CHECK_THROWS_WITH(energy_of("gddr5", "{ddr4: 1, hbm2: 0.5}"), Catch::Contains("'gddr5' has no factor"));
  CHECK_THROWS_WITH(energy_of("ddr4", "{}"), Catch::Contains("is empty"));
}

TEST_CASE("an action whose figure is scaled to nothing is left out, one without counts is not", "[energy]") {
  const auto names_of = [](const std::string& scale, double reads) {
    const EnergyTable made = table(
        "{name: l3, class: sram, place: slice.l3, actions: [{name: read, count: reads, energy: 0, source: assumed}, "
        "{name: crossing, count: reads, energy: 2, scale: {by: " +
        scale + ", at: 1}, source: assumed}]}");
    RunRecord run = a_run();
    run.numbers[1].value = reads;
    std::string names;
    const EnergyEstimate estimate = estimate_energy(run, made);
    for (const ActionEstimate& action : estimate.components.front().actions) names += action.action->name + ' ';
    return names;
  };
  CHECK(names_of("slices > 1", 3) == "read ");
  CHECK(names_of("slices > 1", 1) == "read ");
  CHECK(names_of("slices > 1", 0) == "read crossing ");
  CHECK(names_of("slices > 0", 3) == "read crossing ");
}

TEST_CASE("the area of every cache follows its ways, miss registers, banks and lines", "[energy]") {
  const auto area_of = [](const std::string& setting) {
    const EnergyEstimate estimate =
        estimate_area(a_run({"llc.enabled=true", "sampler.l2.enabled=true", setting}).settings, default_energy_table());
    return estimate.square_millimetres;
  };
  const double usual = area_of("watchdog=0");
  for (const char* larger :
       {"l1.ways=8", "l1.mshrs=128", "l1.banks=64", "l1.ports=4", "l1.line=16B", "sampler.l2.ways=32",
        "sampler.l2.mshrs=128", "l3.mshrs=128", "l3.banks=8", "llc.ways=32", "llc.mshrs=128"}) {
    INFO(larger);
    CHECK(area_of(larger) > usual);
  }
}

TEST_CASE("kinds of memory take different energies for a byte", "[energy]") {
  const auto energy_of = [](const std::string& kind) {
    RunRecord run = a_run({"memory.kind=" + kind});
    run.numbers = {{.path = "cycles", .value = 1000}, {.path = "memory.bytes", .value = 1'000'000}};
    return estimate_energy(run, default_energy_table()).nanojoules;
  };
  CHECK(energy_of("ddr4") > energy_of("gddr5"));
  CHECK(energy_of("gddr5") > energy_of("lpddr4"));
  CHECK(energy_of("lpddr4") > energy_of("hbm2"));
}

TEST_CASE("the area of an EU follows its FPUs and the lanes that each of them has", "[energy]") {
  const auto area_of = [](const std::vector<std::string>& settings) {
    return estimate_area(a_run(settings).settings, default_energy_table()).square_millimetres;
  };
  const double two = area_of({"slice.subslice[*].eu[*].fpus=2"});
  const double four = area_of({"slice.subslice[*].eu[*].fpus=4"});
  CHECK(four > two);
  CHECK(area_of({"slice.subslice[*].eu[*].fpus=8"}) - four == Approx(2 * (four - two)));
  CHECK(area_of({"slice.subslice[*].eu[*].fpus=2", "slice.subslice[*].eu[*].arithmetic.occupancy=1"}) == Approx(four));
}

TEST_CASE("a block that is switched off takes neither energy nor area", "[energy]") {
  const EnergyTable made = table("{name: llc, class: sram, place: llc, area: [{value: 1, source: assumed}]}");
  CHECK(estimate_energy(a_run({"llc.enabled=false"}), made).square_millimetres == 0);
  CHECK(estimate_energy(a_run({"llc.enabled=true"}), made).square_millimetres == 1);
}

TEST_CASE("the parts of a block that is switched off take no area", "[energy]") {
  const EnergyTable made =
      table("{name: c, class: sram, place: slice.frame.depth.cache, area: [{value: 1, source: assumed}]}");
  CHECK(estimate_energy(a_frame({"slice.frame.enabled=true"}), made).square_millimetres == 1);
  CHECK(estimate_energy(a_frame({"slice.frame.enabled=false"}), made).square_millimetres == 0);
  CHECK(estimate_energy(a_frame({"slice.frame.enabled=false"}), made).components.empty());
}

TEST_CASE("fixed functions take area in runs of frames alone, and once for all slices", "[energy]") {
  const EnergyTable made = table("{name: c, class: sram, place: slice.frame, area: [{value: 1, source: assumed}]}");
  CHECK(estimate_energy(a_frame({}), made).components.front().blocks == 1);
  CHECK(estimate_energy(a_frame({"slices=2"}), made).components.front().blocks == 1);
  CHECK(estimate_energy(a_run({"slice.frame.enabled=true"}), made).components.empty());
}

TEST_CASE("the shipped table adds nothing for fixed functions to a run that is no frame", "[energy]") {
  const EnergyEstimate walk = estimate_area(a_run().settings, default_energy_table());
  for (const ComponentEstimate& part : walk.components) {
    INFO(part.component->name);
    CHECK_FALSE(part.component->place.starts_with("slice.frame"));
  }
  CHECK(estimate_area(a_frame({}).settings, default_energy_table()).components.size() == walk.components.size() + 14);
}

TEST_CASE("subslices that use another one's sampler have none that takes area", "[energy]") {
  const EnergyTable made = table(
      "{name: l1, class: sram, place: sampler.l1, actions: [{name: lookup, count: lookups, energy: 500, source: "
      "assumed}], area: [{value: 1, source: assumed}]}");
  const auto blocks_of = [&](const std::vector<std::string>& settings) {
    const EnergyEstimate estimate = estimate_energy(a_run(settings), made);
    CHECK(estimate.square_millimetres == estimate.components.front().blocks);
    return estimate.components.front().blocks;
  };
  CHECK(blocks_of({"slice.subslices=6"}) == 6);
  CHECK(blocks_of({"slice.subslices=6", "slice.subslices_per_sampler=3"}) == 2);
  CHECK(blocks_of({"slice.subslices=5", "slice.subslices_per_sampler=3"}) == 2);
  CHECK(blocks_of({"slice.subslices=2", "slice.subslices_per_sampler=3"}) == 1);
  CHECK(blocks_of({"slice.subslices=4", "slice.subslices_per_sampler=2", "slice.subslice[*].samplers=3"}) == 6);
  CHECK(blocks_of({"slices=2", "slice[*].subslices=4", "slice[*].subslices_per_sampler=1",
                   "slice[1].subslices_per_sampler=4"}) == 5);
}

TEST_CASE("the place of a component is a name of blocks", "[energy]") {
  const auto area_at = [](const std::string& place) {
    const EnergyTable made =
        table("{name: l1, class: sram, place: '" + place + "', area: [{value: 1, source: assumed}]}");
    return estimate_energy(a_run(), made).square_millimetres;
  };
  const double all = area_at("slice.subslice[*].sampler.l1");
  CHECK(all > 1);
  CHECK(area_at("slice.subslice.sampler.l1") == all);
  CHECK(area_at("sampler.l1") == all);
  CHECK(area_at("slice.subslice[0].sampler.l1") == 1);
  CHECK(area_at("slice.subslice") == 3);
  CHECK(area_at("slice.subslice[*]") == 3);
  CHECK_THROWS_WITH(area_at("sampler.l9"), Catch::Contains("did you mean sampler.l"));
}

TEST_CASE("the parameter that scales a figure has a name, as a place and a count have", "[energy]") {
  const auto area_by = [](const std::string& parameter, const std::string& block = "sampler.filter") {
    const EnergyTable made = table("{name: f, class: c, place: 'slice.subslice[0]." + block +
                                   "', area: [{value: 1, scale: {by: " + parameter + ", at: 1}, source: assumed}]}");
    return estimate_energy(a_run(), made).square_millimetres;
  };
  CHECK(area_by("rates.anisotropic.32") > 0);
  CHECK(area_by("anisotropic.32") == area_by("rates.anisotropic.32"));
  CHECK_THROWS_WITH(area_by("latency", "eu[0]"),
                    Catch::Contains("eu[0].latency: more than one number among the parameters ends in this name of "
                                    "energy table t; it may be arithmetic.latency"));
  CHECK_THROWS_WITH(area_by("32"), Catch::Contains("names no parameter"));
  CHECK_THROWS_WITH(area_by("volume"), Catch::Contains("expected one of rates.point.32, "));
  CHECK_THROWS_WITH(area_by("anisotropic.23"), Catch::Contains("filter.anisotropic.23: no such number among the "
                                                               "parameters, which scales a figure of energy table t"));
}

TEST_CASE("an energy table that names what a run does not have is refused with the nearest name", "[energy]") {
  const auto refuses = [](const std::string& component, const std::string& hint) {
    CHECK_THROWS_WITH(estimate_energy(a_run(), table(component)), Catch::Contains(hint));
  };
  refuses("{name: a, class: c, place: slice.l4}", "did you mean slice.l3?");
  refuses("{name: a, class: c, place: slice.l3, actions: [{name: r, count: raeds, energy: 1, source: assumed}]}",
          "did you mean reads?");
  refuses("{name: a, class: c, place: slice.l3, area: [{value: 1, scale: {by: sise, at: 1}, source: assumed}]}",
          "did you mean size?");
  RunRecord untimed = a_run();
  untimed.numbers.clear();
  CHECK_THROWS_WITH(estimate_energy(untimed, default_energy_table()), Catch::Contains("untimed"));
}

TEST_CASE("every mistake of an energy table is told at its place", "[energy]") {
  const auto refuses = [](const std::string& text, const std::string& problem) {
    CHECK_THROWS_WITH(parse_energy_table(text, "t.yaml"), Catch::Contains(problem));
  };
  refuses("[]", "t.yaml:1:1: is not a group of keys");
  refuses("energy_table: t\n", "components: is missing");
  refuses("components: []\n", "energy_table: is missing");
  refuses("energy_table: t\ncomponents:\n  - {name: a, class: c, place: llc, actoins: []}\n",
          "t.yaml:3:37: components[0].actoins: no such key; did you mean actions?");
  refuses("energy_table: t\ncomponents:\n  - {name: a, class: c, place: llc, area: [{value: -1, source: x}]}\n",
          "components[0].area[0].value: -1 is out of range");
  refuses("energy_table: t\ncomponents:\n  - {name: a, class: c, place: llc, area: [{value: 1}]}\n",
          "source: is missing");
  refuses("energy_table: t\ncomponents:\n  - {name: a, class: c, place: llc}\n  - {name: a, class: c, place: llc}\n",
          "is used twice");
  refuses(
      "energy_table: t\ncomponents:\n  - {name: a, class: c, place: llc, actions: [{name: r, count: reads, energy: 1, "
      "source: x}, {name: r, count: hits, energy: 1, source: x}]}\n",
      "components[0].actions[1].name: is used twice: r");
  refuses(
      "energy_table: t\ncomponents:\n  - {name: a, class: c, place: llc, area: [{value: 1, source: x, scale: {by: '', "
      "at: 1}}]}\n",
      "components[0].area[0].scale.by: '' is no expression");
}

TEST_CASE("a table that does not fit the machine is told at the file that the study names", "[energy]") {
  const EnergyTable made = table(
      "{name: l1, class: sram, place: l1, area: [{value: 1, source: assumed, scale: {by: replacement, factors: {fifo: "
      "1}}}]}");
  const std::string file = TEXPIPE_SOURCE_DIR "/configs/energy/generic_14nm.yaml";
  CHECK_THROWS_WITH(check_energy_table(a_run({"energy=" + file}).settings, made),
                    Catch::Contains(file + ": slice.subslice[0].sampler.l1.replacement: 'lru' has no factor"));
  CHECK_NOTHROW(check_energy_table(a_run({"l1.replacement=fifo"}).settings, made));
}

TEST_CASE("a factor of a word that the parameter never is is refused", "[energy]") {
  const EnergyTable made = table(
      "{name: l1, class: sram, place: l1, area: [{value: 1, source: assumed, scale: {by: replacement, factors: {lru: "
      "1, "
      "fifi: 2}}}]}");
  CHECK_THROWS_WITH(check_energy_table(a_run().settings, made),
                    Catch::Contains("l1.replacement: never is 'fifi'") && Catch::Contains("did you mean fifo?"));
}

TEST_CASE("every figure of the shipped energy table has a source or the word assumed", "[energy]") {
  const auto check = [](const EnergyFigure& figure) {
    INFO(figure.source);
    CHECK((figure.source.starts_with("assumed") || figure.source.starts_with("[")));
  };
  for (const EnergyComponent& component : default_energy_table().components) {
    for (const EnergyAction& action : component.actions) check(action.energy);
    for (const EnergyFigure& figure : component.area) check(figure);
  }
  CHECK(default_energy_table().components.size() == 27);
}
