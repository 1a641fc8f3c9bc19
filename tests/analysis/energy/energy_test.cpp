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

TEST_CASE("a block that is switched off takes neither energy nor area", "[energy]") {
  const EnergyTable made = table("{name: llc, class: sram, place: llc, area: [{value: 1, source: assumed}]}");
  CHECK(estimate_energy(a_run({"llc.enabled=false"}), made).square_millimetres == 0);
  CHECK(estimate_energy(a_run({"llc.enabled=true"}), made).square_millimetres == 1);
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
  CHECK_THROWS_WITH(area_at("sampler.l9"), Catch::Contains("did you mean sampler.l"));
}

TEST_CASE("the parameter that scales a figure has a name, as a place and a count have", "[energy]") {
  const auto area_by = [](const std::string& parameter) {
    const EnergyTable made = table(
        "{name: f, class: c, place: 'slice.subslice[0].sampler.filter', area: [{value: 1, scale: {by: " + parameter +
        ", at: 1}, source: assumed}]}");
    return estimate_energy(a_run(), made).square_millimetres;
  };
  CHECK(area_by("rates.anisotropic.32") > 0);
  CHECK(area_by("anisotropic.32") == area_by("rates.anisotropic.32"));
  CHECK_THROWS_WITH(area_by("'32'"), Catch::Contains("filter.32: more than one number among the parameters ends in "
                                                     "this name of energy table t; it may be rates."));
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
  CHECK(default_energy_table().components.size() == 12);
}
