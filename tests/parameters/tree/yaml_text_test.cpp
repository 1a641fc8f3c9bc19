#include "parameters/tree/yaml_text.h"

#include <catch2/catch.hpp>

#include "machine/graph/machine_parameters.h"
#include "parameters/tree/parameter_tree.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

template <class Struct>
void check_as_of_tree(Struct& parameters) {
  for (const std::size_t indent : {std::size_t{0}, std::size_t{2}})
    CHECK(yaml_text(parameters, indent) == to_yaml(parameter_tree(parameters), {}, indent));
}

}  // namespace

TEST_CASE("the text of a struct is that of its tree", "[config]") {
  machine::MachineParameters machine;
  StudyParameters study;
  check_as_of_tree(machine);
  check_as_of_tree(study);
}

TEST_CASE("elements of a list that differ are a sequence, whichever differs", "[config]") {
  for (const std::size_t subslice : {0, 1, 2}) {
    for (const std::size_t eu : {0, 5, 7}) {
      machine::MachineParameters machine;
      machine.slice.subslice[subslice].eu[eu].threads = 3;
      check_as_of_tree(machine);
    }
    machine::MachineParameters machine;
    machine.slice.subslice[subslice].sampler.l1.ways = 2;
    check_as_of_tree(machine);
  }
  machine::MachineParameters none;
  none.slice.subslice.clear();
  check_as_of_tree(none);
}

TEST_CASE("a group that a word gives is that word, and one of its own is written out", "[config]") {
  machine::MachineParameters machine;
  const std::string text = yaml_text(machine);
  CHECK(text.find("rates: ") != std::string::npos);
  for (auto& subslice : machine.slice.subslice) subslice.sampler.filter.rates = {};
  check_as_of_tree(machine);
}

TEST_CASE("a key of the outermost level is left out", "[config]") {
  StudyParameters study;
  study.machine = "x";
  CHECK(yaml_text(study).find("\nmachine: ") != std::string::npos);
  CHECK(yaml_text(study, 0, "machine").find("\nmachine: ") == std::string::npos);
}

TEST_CASE("texts that would read back as something else stand in quotes", "[config]") {
  CHECK(yaml_value(FieldType::kText, "", false) == "''");
  CHECK(yaml_value(FieldType::kText, "it's: so", false) == "'it''s: so'");
  CHECK(yaml_value(FieldType::kText, "null", false) == "'null'");
  CHECK(yaml_value(FieldType::kText, "a/b-c.dds", false) == "a/b-c.dds");
  CHECK(yaml_value(FieldType::kWhole, "1,2", true) == "[1,2]");
  CHECK(yaml_value(FieldType::kWhole, "1", true) == "1");
}
