#include "parameters/layers/parameter_changes.h"

#include <catch2/catch.hpp>

#include "machine/graph/machine_parameters.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

std::vector<ParameterChange> changes(machine::MachineParameters& left, machine::MachineParameters& right) {
  const auto nobody = [](const ParameterNode&) { return false; };
  return parameter_changes(parameter_tree(left), parameter_tree(right), nobody, nobody);
}

}  // namespace

TEST_CASE("a value that changes in every element of a list is one change", "[config]") {
  machine::MachineParameters left, right;
  for (auto& subslice : right.slice.subslice) {
    for (auto& eu : subslice.eu) eu.threads = 6;
  }
  const std::vector<ParameterChange> expected{{"slice.subslice[*].eu[*].threads", "7", "6"}};
  CHECK(changes(left, right) == expected);
}

TEST_CASE("a value that changes in one element of a list names it", "[config]") {
  machine::MachineParameters left, right;
  right.slice.subslice[1].eu[3].threads = 6;
  const std::vector<ParameterChange> expected{{"slice.subslice[1].eu[3].threads", "7", "6"}};
  CHECK(changes(left, right) == expected);
}

TEST_CASE("elements that only one list has follow from its count", "[config]") {
  machine::MachineParameters left, right;
  right.slice.subslices = 4;
  right.slice.subslice.resize(4);
  const std::vector<ParameterChange> count{{"slice.subslices", "3", "4"}};
  CHECK(changes(left, right) == count);
  right.slice.subslice[3].sampler.filter.latency = Cycles{40};
  const std::vector<ParameterChange> both{{"slice.subslices", "3", "4"},
                                          {"slice.subslice[3].sampler.filter.latency", "(absent)", "40"}};
  CHECK(changes(left, right) == both);
  const std::vector<ParameterChange> back{{"slice.subslices", "4", "3"},
                                          {"slice.subslice[3].sampler.filter.latency", "40", "(absent)"}};
  CHECK(changes(right, left) == back);
}

TEST_CASE("several samplers in place of one change their count and what they do not have in common", "[config]") {
  machine::MachineParameters left, right;
  right.slice.subslice[0].samplers = 2;
  right.slice.subslice[0].sampler.resize(2);
  const std::vector<ParameterChange> count{{"slice.subslice[0].samplers", "1", "2"}};
  CHECK(changes(left, right) == count);
  right.slice.subslice[0].sampler[1].filter.latency = Cycles{40};
  CHECK(changes(left, right).size() == 2);
  CHECK(changes(left, right).back().path == "slice.subslice[0].sampler[1].filter.latency");
}
